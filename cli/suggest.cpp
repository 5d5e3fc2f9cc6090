// SPDX-License-Identifier: Apache-2.0
#include "cli/suggest.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

namespace tritproof::cli {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Insertions, deletions and replacements between two names, letters of either case alike.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string suggestion(std::string_view typed, std::span<const std::string_view> known) {
  constexpr std::size_t longest = 64;
  if (typed.size() > longest || known.empty()) return {};
  // Half a name is near to the whole one, however long that is.
  if (typed.size() >= 3)
    for (const std::string_view name : known)
      if (name.starts_with(typed)) return "; did you mean '" + std::string(name) + "'?";
  const auto nearest = std::ranges::min_element(
      known, {}, [typed](std::string_view name) { return edits(typed, name); });
  if (edits(typed, *nearest) > std::max<std::size_t>(1, typed.size() / 3)) return {};
  return "; did you mean '" + std::string(*nearest) + "'?";
}

}  // namespace tritproof::cli
