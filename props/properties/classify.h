// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bitset>

#include "props/laws/case.h"

/// What an input holds, read off its bytes and nothing else: no generator tells it.
namespace tritproof::props {

enum class InputClass : std::uint8_t {
  reserved,       ///< a code 3 of t2 or t2s
  code3,          ///< a code 3 of a 2-bit GGUF type
  non_canonical,  ///< a base-3 byte that no encoder writes
  not_ternary,    ///< an int4 or int8 code outside {-1, 0, 1} where codes are ternary
  subnormal_scale,
  negative_scale,
  zero_scale,  ///< +0
  minus_zero_scale,
  infinite_scale,
  nan_scale,
  zero_under_negative,  ///< code 0 under a negative scale: its weight is -0.0
  unequal_multipliers,  ///< four of 128 k that differ
  exponent_range,       ///< an e_ref under which a multiplier leaves float
  first_element,        ///< one of the above at the first element or its scale
  last_element,         ///< at the last element of the last unit or its scale
  tail_unit,            ///< in the last of several units
  several_units,
  off_size,  ///< the bytes are not what the geometry needs
  nan_number,
  infinite_number,
  extreme_activation,  ///< -128 or 127
  other_layout,
};
inline constexpr std::size_t kInputClasses = 22;
using Classes = std::bitset<kInputClasses>;

std::string_view name_of(InputClass what);

/// The classes that a case belongs to. Its geometry is whole; an input of the wrong size is only
/// off_size.
Classes classify(const laws::Case& asked);

}  // namespace tritproof::props
