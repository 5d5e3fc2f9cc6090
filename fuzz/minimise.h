// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "fuzz/target.h"

/// A finding's input made small: few bytes that differ from a sound question, or few bytes at all.
namespace tritproof::fuzz {

/// Puts an input to the target in a child process: the key of the finding in which it ends, a word
/// for any other death ("signal 11", "hang"), or nothing if the laws hold.
std::string key_of(const Target& target, std::span<const std::uint8_t> input);

/// The search for a smaller input that ends in the same key, until its time is over.
class Search {
 public:
  Search(const Target& target, Bytes input, std::chrono::milliseconds time);

  [[nodiscard]] const Bytes& best() const { return best_; }
  [[nodiscard]] bool reproduces() const { return !key_.empty(); }
  /// Takes an input that ends in the same key.
  bool take(const Bytes& input);
  /// Makes bytes those of `base`, of the same size, in ever smaller runs of those that differ.
  void approach(const Bytes& base);
  /// Takes runs of bytes out, ever smaller ones.
  void shorten();

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] std::vector<std::size_t> differing(const Bytes& base) const;

  const Target& target_;
  Bytes best_;
  std::string key_;
  Clock::time_point end_;
};

/// The smallest input found within `time` that ends in the same key; `input` itself if none does.
Bytes minimise(const Target& target, Bytes input, std::chrono::milliseconds time);

}  // namespace tritproof::fuzz
