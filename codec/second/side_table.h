// SPDX-License-Identifier: Apache-2.0
// The `.ref` side table of t2s and pb16i: one exponent for each output feature.
#ifndef SECOND_SIDE_TABLE_H
#define SECOND_SIDE_TABLE_H

#include <cstdint>

#include "formats.h"
#include "places.h"

namespace second {

/// e_ref of output feature `n`; any int32.
std::int32_t reference_exponent(const Tensor& tensor, std::uint64_t n);

/// multiplier * 2^e_ref(n) as f32; +0.0 for multiplier 0. The table has been judged before.
float side_scale(const Tensor& tensor, std::uint64_t n, std::int32_t multiplier);

/// Adds the entry of every output feature that has a scale which is not a finite f32.
void find_bad_exponents(const Tensor& tensor, const Integers& integers, PlaceList& found);

/// Counts every stored multiplier of the tensor once.
void count_multipliers(const Tensor& tensor, const Integers& integers, Counts& counts);

}  // namespace second

#endif
