// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <span>
#include <string>

#include "hw/xdna/argument_map.h"
#include "spec/ops.h"

namespace tritproof::xdna {

/// A vector with bytes as its expected outcome; refusals cannot be put to XRT's runner.
struct ExportVector {
  std::string id;
  spec::Op op = spec::Op::replay;  ///< expand or replay
  spec::Format format = spec::Format::t2s;
  spec::Flags flags;
  spec::Geometry geometry;
  std::uint64_t m = 0;
  std::span<const std::uint8_t> input;  ///< the op's payload after N, K, M
  std::span<const std::uint8_t> expected;
};

struct Exported {
  std::uint64_t written = 0;
  std::uint64_t left_out = 0;  ///< another op, format, mode, narrowing or shape than the kernel's
};

/// The map that is used where none is given: a full ELF kernel.elf with a kernel main:sequence of
/// just the vector's shape, whose arguments are the stream, activations for replay, the output.
[[nodiscard]] ArgumentMap plain_map(const ExportVector& vector);

/// Writes vectors for XRT's own xrt-runner: a folder per vector with recipe.json, profile.json and
/// the bytes of each buffer, and run.sh, which puts all of them to it and counts. Outputs start as
/// poison, so what a kernel leaves out does not pass. `folder` is made, and must be empty.
///
/// The error is a sentence: nothing to write, bytes that are not what the shape needs, a map that
/// xrt-runner cannot follow (flow xclbin, a constant above int), a clash of names, a full disk.
[[nodiscard]] std::expected<Exported, std::string> export_xrt_recipes(
    const std::filesystem::path& folder, std::span<const ExportVector> vectors,
    const ArgumentMap* map = nullptr);

}  // namespace tritproof::xdna
