// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "fuzz/containers/gguf_file.h"

/// The rules of spec/gguf.md asked one by one of a file that was taken apart.
namespace tritproof::fuzz {

/// Which rule a file breaks first, in the order in which a reader has to tell them, and the refusal
/// that the rule asks for.
struct GgufVerdict {
  std::string_view rule;
  spec::RefusalName refusal{};
};

/// Nothing if the file is to be read. The bytes are at most 2^16 keys and tensors: see take_apart.
std::optional<GgufVerdict> judge_gguf(std::span<const std::uint8_t> bytes);

/// Which format a tensor of id 42 is by GGUF-12; nothing if that is ambiguous.
bool is_q2_0(const std::vector<std::uint64_t>& dims, std::uint64_t extent, std::uint64_t alignment);

}  // namespace tritproof::fuzz
