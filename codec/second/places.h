// SPDX-License-Identifier: Apache-2.0
// Collects refused things in any order and keeps the first of them in byte order.
#ifndef SECOND_PLACES_H
#define SECOND_PLACES_H

#include <cstdint>
#include <string_view>
#include <vector>

#include "decoder.h"

namespace second {

class PlaceList {
 public:
  /// Counts one more refused thing and keeps its place while it is among the first 8.
  void add(const Place& place);

  /// Whether nothing was added.
  [[nodiscard]] bool empty() const { return count_ == 0; }

  /// The refusal `name` (a literal) of everything that was added.
  [[nodiscard]] Refusal refusal(std::string_view name) const;

 private:
  std::uint64_t count_ = 0;
  std::vector<Place> first_;
};

/// A refusal that concerns the whole input: count 1, no places.
Refusal refuse_whole(std::string_view name);

}  // namespace second

#endif
