// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

/// Names by sorting: a hostile file can make a hash table quadratic, but not a sort.
namespace tritproof::container {

/// Positions in `items`, sorted by the text that `name` projects an item to, then by position.
template <class Item, class Name>
std::vector<std::size_t> sorted_by(const std::vector<Item>& items, Name name) {
  const auto at = [&](std::size_t i) -> std::string_view { return std::invoke(name, items[i]); };
  std::vector<std::size_t> order(items.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    const int way = at(a).compare(at(b));
    return way != 0 ? way < 0 : a < b;
  });
  return order;
}

/// The position of an item whose name an earlier item already has, or nothing.
template <class Item, class Name>
std::optional<std::size_t> repeated(const std::vector<Item>& items, Name name) {
  const auto at = [&](std::size_t i) -> std::string_view { return std::invoke(name, items[i]); };
  const std::vector<std::size_t> order = sorted_by(items, name);
  for (std::size_t i = 1; i < order.size(); ++i)
    if (at(order[i]) == at(order[i - 1])) return order[i];
  return std::nullopt;
}

}  // namespace tritproof::container
