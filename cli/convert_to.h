// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/outputs.h"
#include "cli/tensors.h"

/// Converting the tensors of one file into a container, a raw file or a folder.
namespace tritproof::cli {

enum class Destination : std::uint8_t { raw, folder, gguf, q4nx };

struct Job {
  container::OpenOptions open;
  spec::Format target = spec::Format::t2;
  bool repack = false;  ///< the conversion that rounds, asked for by its name
  Destination destination = Destination::raw;
  std::filesystem::path in;
  std::filesystem::path out;
  std::string tensor;  ///< empty: all of them
  spec::Layout layout = spec::Layout::standard;
  convert::Options options;
};

/// One tensor that was converted.
struct Converted {
  std::string name;
  std::string from;
  spec::Geometry geometry;
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;
  convert::Seen seen;
  std::uint64_t rounded = 0;  ///< of `numbers`, those that repack-q4_1 changed
  std::uint64_t numbers = 0;
};

struct ConvertReport {
  std::vector<Converted> tensors;
  std::uint64_t carried = 0;          ///< tensors copied as they are
  std::vector<std::string> left_out;  ///< tensors that a folder of raw files cannot take
  std::string usage;                  ///< not empty: what was asked for makes no sense (exit 2)
};

/// Every file that is written is whole; a refusal leaves no part of the tensor that it speaks of.
container::Loaded<ConvertReport> convert_file(const Job& job);

}  // namespace tritproof::cli
