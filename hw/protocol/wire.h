// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

/// Little-endian words at any address, on hosts of either byte order.
namespace tritproof::protocol {

/// Writes `value` at `offset`; the caller has checked that it fits.
template <std::unsigned_integral T>
constexpr void put(std::span<std::uint8_t> bytes, std::size_t offset, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i)
    bytes[offset + i] = static_cast<std::uint8_t>(value >> (8 * i));
}

/// Reads a word at `offset`; the caller has checked that it is there.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T get(std::span<const std::uint8_t> bytes, std::size_t offset) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    value |= static_cast<std::uint64_t>(bytes[offset + i]) << (8 * i);
  return static_cast<T>(value);
}

}  // namespace tritproof::protocol
