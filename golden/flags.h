// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "golden/vector.h"

/// What vectors are flagged with: the fault that they catch and what it does to a model.
namespace tritproof::golden {

/// What the final bytes of a vector hold; read off them by somebody who does not know the recipe.
struct Facts;

struct Flag {
  std::string_view name;    ///< "reserved-code"
  std::string_view fault;   ///< what goes wrong: "the reserved pattern becomes +2 x scale"
  std::string_view effect;  ///< "a corrupt byte becomes a weight that no converter wrote"
  std::string_view claims;  ///< the family of mutants that flagged vectors catch, or empty
  /// Whether the bytes show it; null where only the recipe can tell.
  bool (*shows)(const Facts& facts) = nullptr;
};

/// All flags, at least 40, by name.
std::span<const Flag> flags();
const Flag* flag_named(std::string_view name);

/// The names of all flags that the bytes show, in the table's order.
std::vector<std::string> flags_shown(const Question& question,
                                     std::span<const std::uint8_t> payload);

}  // namespace tritproof::golden
