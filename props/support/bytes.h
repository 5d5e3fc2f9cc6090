// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "codec/subject.h"

/// Little-endian bytes of inputs, put together by hand.
namespace tritproof::test {

/// "00 3c ff": two hexadecimal digits a byte; blanks are skipped.
Bytes hex(std::string_view digits);

Bytes join(std::initializer_list<Bytes> parts);

void put16(std::span<std::uint8_t> bytes, std::size_t at, std::uint32_t word);
void put32(std::span<std::uint8_t> bytes, std::size_t at, std::uint32_t word);

Bytes le16(std::initializer_list<std::uint16_t> words);
Bytes le32(std::span<const std::int32_t> words);
Bytes le_floats(std::span<const float> values);

std::uint32_t get16(std::span<const std::uint8_t> bytes, std::size_t at);

/// The word of a float with the one NaN of HALF-6.
constexpr std::uint32_t word_of(float value) {
  return value == value ? std::bit_cast<std::uint32_t>(value) : 0x7fc00000u;
}

}  // namespace tritproof::test
