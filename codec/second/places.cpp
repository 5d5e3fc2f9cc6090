// SPDX-License-Identifier: Apache-2.0
#include "places.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

namespace second {

namespace {

// "Up to 8 places are named."
constexpr std::size_t most_places = 8;

// "'First' = lowest byte offset in the source, then lowest bit."
bool comes_before(const Place& a, const Place& b) {
  return std::tie(a.byte, a.bit) < std::tie(b.byte, b.bit);
}

}  // namespace

// Elements are visited by n and k, which in a tile format is not the order of the bytes.
void PlaceList::add(const Place& place) {
  ++count_;
  if (first_.size() == most_places && !comes_before(place, first_.back())) {
    return;
  }
  first_.insert(std::upper_bound(first_.begin(), first_.end(), place, comes_before), place);
  if (first_.size() > most_places) {
    first_.pop_back();
  }
}

Refusal PlaceList::refusal(std::string_view name) const { return Refusal{name, count_, first_}; }

// Pinned: "Size, Geometry, NoSuchConversion: count 1, no places."
Refusal refuse_whole(std::string_view name) { return Refusal{name, 1, {}}; }

}  // namespace second
