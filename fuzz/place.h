// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "props/laws/law.h"

/// What stands at the first place that differs: codes and scales by class.
namespace tritproof::fuzz {

/// The field that is special there, and the class of what it holds: {"codes", "reserved"},
/// {"scale", "subnormal"}; {"codes", "plain"} where nothing is special.
struct PlaceClass {
  std::string field;
  std::string what;
};

/// The place that a finding or refusal names, as row and column; nothing if it names none.
std::optional<spec::Geometry> place_of(const laws::Trial& trial, const laws::Finding& finding);

/// The class of element (n, k) of a case whose input is a whole tensor; {"input", …} for every
/// other: "cut" or "odd-shape" where the size or shape is wrong.
PlaceClass class_of(const laws::Case& asked, std::optional<spec::Geometry> place);

/// The class of a 16-bit float or integer: "zero", "minus-zero", "subnormal", "inf", "nan",
/// "least", "most", "normal".
std::string class_of_word(spec::FieldKind kind, std::uint16_t word);

/// Whether an encoder writes that base-3 byte (TQ1_0-3).
bool canonical_base3(std::uint8_t byte, spec::FieldKind kind);

}  // namespace tritproof::fuzz
