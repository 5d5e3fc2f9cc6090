// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

/// Arithmetic on sizes that a file states: nothing wraps.
namespace tritproof::container {

using MaybeSize = std::optional<std::uint64_t>;

constexpr MaybeSize checked_add(MaybeSize a, MaybeSize b) {
  std::uint64_t sum = 0;
  if (!a || !b || __builtin_add_overflow(*a, *b, &sum)) return std::nullopt;
  return sum;
}

constexpr MaybeSize checked_multiply(MaybeSize a, MaybeSize b) {
  std::uint64_t product = 0;
  if (!a || !b || __builtin_mul_overflow(*a, *b, &product)) return std::nullopt;
  return product;
}

/// `size` rounded up to a multiple of `alignment` (> 0).
constexpr MaybeSize padded(MaybeSize size, std::uint64_t alignment) {
  if (!size) return std::nullopt;
  const std::uint64_t over = *size % alignment;
  return over == 0 ? size : checked_add(size, alignment - over);
}

}  // namespace tritproof::container
