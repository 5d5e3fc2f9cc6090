// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>

namespace tritproof::fuzz {

/// Numbers that a seed decides, the same on every machine (SplitMix64).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t x = state_ += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }
  /// From 0 to limit - 1; 0 for a limit of 0.
  std::uint64_t below(std::uint64_t limit) { return limit == 0 ? 0 : bits() % limit; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }
  bool coin() { return (bits() & 1) != 0; }
  /// From 1 to most, small numbers often: each power of two is as likely a limit as the next.
  std::uint64_t few(std::uint64_t most) {
    const std::uint64_t limit = std::uint64_t{1}
                                << below(static_cast<unsigned>(std::bit_width(most)));
    return 1 + below(std::min(limit, most));
  }
  /// One of a list that is not empty.
  template <class List>
  auto pick(const List& list) {
    return list[static_cast<std::size_t>(below(std::size(list)))];
  }

 private:
  std::uint64_t state_;
};

}  // namespace tritproof::fuzz
