// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>

#include "golden/vector.h"

/// Questions that ask the same thing, and the order of the set.
namespace tritproof::golden {

/// Digest of everything a subject sees of a question, so that no two vectors ask the same.
std::string asked_of(const Question& question, std::span<const std::uint8_t> payload);
/// The same of a file and what the user states.
std::string asked_of(const FileQuestion& question, std::span<const std::uint8_t> file);

/// Both lists, in the order of the flag table.
std::vector<std::string> united_flags(const std::vector<std::string>& some,
                                      const std::vector<std::string>& others);

/// The same question twice is one vector: of the lower level, with both sets of rules and flags.
template <class Q>
void merge(Q& into, const Q& other) {
  into.level = std::min(into.level, other.level);
  for (const std::string& rule : other.rules)
    if (std::ranges::find(into.rules, rule) == into.rules.end()) into.rules.push_back(rule);
  into.flags = united_flags(into.flags, other.flags);
}

/// A vector before it is known whether the same thing was asked already.
struct Finished {
  Vector vector;
  std::string asked;  ///< by asked_of
};

/// The first of each question, the others merged into it.
std::vector<Vector> without_twins(std::vector<Finished> all);

/// By key, those of one key as they were made.
template <class V, class Key>
std::vector<V> in_order(std::vector<V> vectors, Key key) {
  std::vector<std::size_t> order(vectors.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(key(vectors[i]), i); });
  std::vector<V> sorted;
  sorted.reserve(vectors.size());
  for (const std::size_t i : order) sorted.push_back(std::move(vectors[i]));
  return sorted;
}

}  // namespace tritproof::golden
