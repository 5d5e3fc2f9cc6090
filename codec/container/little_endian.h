// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Integers of files, assembled by arithmetic so that every host reads the same.
namespace tritproof::container {

/// The first sizeof(T) bytes as an unsigned little-endian integer; there must be that many.
template <std::unsigned_integral T>
constexpr T load_le(std::span<const std::uint8_t> bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) value |= std::uint64_t{bytes[i]} << (8 * i);
  return static_cast<T>(value);
}

template <std::unsigned_integral T>
constexpr void append_le(std::vector<std::uint8_t>& bytes, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i)
    bytes.push_back(static_cast<std::uint8_t>(std::uint64_t{value} >> (8 * i)));
}

}  // namespace tritproof::container
