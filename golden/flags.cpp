// SPDX-License-Identifier: Apache-2.0
#include "golden/flags.h"

#include <map>

#include "golden/flag_rows.h"

namespace tritproof::golden {

std::span<const Flag> flags() {
  static const std::vector<Flag> all = [] {
    std::vector<Flag> rows;
    for (const auto family :
         {code_flags, scale_flags, shape_flags, op_flags, number_flags, file_flags})
      rows.insert(rows.end(), family().begin(), family().end());
    return rows;
  }();
  return all;
}

const Flag* flag_named(std::string_view name) {
  static const std::map<std::string_view, const Flag*> by_name = [] {
    std::map<std::string_view, const Flag*> rows;
    for (const Flag& flag : flags()) rows.emplace(flag.name, &flag);
    return rows;
  }();
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

std::vector<std::string> flags_shown(const Question& question,
                                     std::span<const std::uint8_t> payload) {
  const Facts facts = facts_of(question, payload);
  std::vector<std::string> names;
  for (const Flag& flag : flags())
    if (flag.shows != nullptr && flag.shows(facts)) names.emplace_back(flag.name);
  return names;
}

}  // namespace tritproof::golden
