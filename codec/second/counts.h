// SPDX-License-Identifier: Apache-2.0
// Sorts stored scales into the classes that validate() counts.
#ifndef SECOND_COUNTS_H
#define SECOND_COUNTS_H

#include <cstdint>

#include "decoder.h"

namespace second {

/// Counts one stored binary16 scale.
void count_half(Counts& counts, std::uint32_t bits);

/// Counts one stored bf16 scale.
void count_bfloat(Counts& counts, std::uint32_t bits);

/// Counts the scale multiplier * 2^exponent, which is known to be a finite f32.
void count_product(Counts& counts, std::int32_t multiplier, std::int32_t exponent);

}  // namespace second

#endif
