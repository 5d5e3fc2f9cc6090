// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw/ggml/ggml_api.h"

/// GGUF files by ggml's own writer and reader, to test containers against.
namespace tritproof::ggml {

/// A tensor to write: N x K f32 from stdin, quantised by ggml.
struct TensorPlan {
  std::string name;
  std::size_t type = 0;  ///< index in kTypes
  std::uint64_t n = 0;
  std::uint64_t k = 0;
};

/// Reads `name:type:N:K`. The error is a sentence.
[[nodiscard]] std::expected<TensorPlan, std::string> parse_plan(std::string_view text);

/// Quantises the f32 of all tensors, one after the other from `in`, into one file. Little-endian
/// hosts only. An empty string, or a sentence.
[[nodiscard]] std::string write_gguf(const Api& api, const char* path,
                                     std::span<const TensorPlan> plans, std::FILE* in);

/// Prints a line per tensor: name, type, N, K, offset in the file, bytes, sha256 of its data.
/// An empty string, or a sentence: ggml does not take the file, or a type is not one of ours.
[[nodiscard]] std::string read_gguf(const Api& api, const char* path, std::FILE* out);

}  // namespace tritproof::ggml
