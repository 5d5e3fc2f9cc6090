// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/interrupt.h"
#include "codec/container/folder.h"
#include "codec/container/open.h"
#include "codec/container/raw.h"
#include "codec/convert/stored.h"

/// Files and tensors as the commands name them.
namespace tritproof::cli {

/// What a user states about inputs, shared by inspect, convert and verify.
struct InputOptions {
  std::string shape;
  std::string from;
  std::string id42;
  std::string tensor;
  bool other_layout = false;
};

void add_input_options(CLI::App& command, InputOptions& options);

/// The options as the readers take them, or a sentence on what is wrong with them (exit 2).
std::expected<container::OpenOptions, std::string> parsed(const InputOptions& options);

/// "N,K" as numbers, or nothing.
std::optional<spec::Geometry> parse_pair(const std::string& text);

/// An opened file; the shape of a raw file may also come from the index beside it.
container::Loaded<std::unique_ptr<container::Model>> open_file(
    const std::filesystem::path& path, const container::OpenOptions& options);

/// Where one of a model's tensors is stored. The tensor's own refusal if it has one;
/// NoSuchConversion if it is of no format that is decoded here.
container::Loaded<convert::StoredTensor> stored(const container::Model& model,
                                                const container::TensorInfo& tensor,
                                                spec::Layout layout);

/// A tensor whose reads fail with "interrupted" once somebody wants an end.
class Stoppable {
 public:
  explicit Stoppable(const convert::StoredTensor& tensor) : reads_(tensor.units), tensor_(tensor) {
    tensor_.units = &reads_;
  }
  Stoppable(const Stoppable&) = delete;
  Stoppable& operator=(const Stoppable&) = delete;
  [[nodiscard]] const convert::StoredTensor& tensor() const { return tensor_; }

 private:
  class Reads : public container::Source {
   public:
    explicit Reads(const container::Source* source) : source_(source) {}
    [[nodiscard]] std::uint64_t size() const override { return source_->size(); }
    [[nodiscard]] std::expected<void, container::CannotRun> read(
        std::uint64_t offset, std::span<std::uint8_t> out) const override {
      if (interrupted()) return std::unexpected(container::CannotRun{"interrupted"});
      return source_->read(offset, out);
    }

   private:
    const container::Source* source_;
  };

  Reads reads_;
  convert::StoredTensor tensor_;
};

/// Bits a weight that a stored tensor takes, side table left out as the sources do.
double bits_a_weight(const container::TensorInfo& tensor);

/// The error for a tensor name that no file holds, with the nearest one (exit 2).
std::string no_such_tensor(const container::Model& model, const std::string& name);

/// The names of all formats, for option checks and suggestions.
std::vector<std::string_view> format_names();

}  // namespace tritproof::cli
