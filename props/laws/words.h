// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "codec/subject.h"

/// Little-endian words inside answers.
namespace tritproof::laws {

/// Bytes of one word of a request's answer: 4 or 2 for decode, 8 or 4 for replay, 8 for validate's
/// counts, 1 elsewhere.
constexpr std::size_t word_bytes(const Request& request) {
  switch (request.op) {
    case spec::Op::decode: return request.flags.bf16 ? 2 : 4;
    case spec::Op::validate: return 8;
    case spec::Op::replay: return request.flags.mode == spec::ReplayMode::i64 ? 8 : 4;
    default: return 1;
  }
}

constexpr std::uint64_t load_word(std::span<const std::uint8_t> bytes, std::size_t at,
                                  std::size_t width) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < width; ++i) word |= std::uint64_t{bytes[at + i]} << (8 * i);
  return word;
}

constexpr void store_word(std::span<std::uint8_t> bytes, std::size_t at, std::size_t width,
                          std::uint64_t word) {
  for (std::size_t i = 0; i < width; ++i)
    bytes[at + i] = static_cast<std::uint8_t>(word >> (8 * i));
}

/// "0x3f800000 (1)": a word as people want to see it; four-byte words also as the float.
std::string hex_word(std::span<const std::uint8_t> bytes, std::size_t at, std::size_t width);

}  // namespace tritproof::laws
