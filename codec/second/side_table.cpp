// SPDX-License-Identifier: Apache-2.0
#include "side_table.h"

#include <cmath>

#include "counts.h"
#include "magnitude.h"

namespace second {

namespace {

// "Side table `.ref`: one exponent e_ref per output feature n. `pinned`: N int32, in order of n, so
// exactly 4N bytes."
std::uint64_t entry_at(const Tensor& tensor, std::uint64_t n) { return tensor.side_at + 4 * n; }

// "SideTable refuses an e_ref for which some non-zero scale of n is not exactly a finite f32."
// A multiplier has at most 16 bits, fewer than the 24 of an f32, so only the ends can be missed.
bool is_finite_f32(std::int64_t multiplier, std::int64_t exponent) {
  return highest_bit(multiplier) + exponent <= highest_f32_exponent &&
         lowest_bit(multiplier) + exponent >= lowest_f32_exponent;
}

bool exponent_serves(const Tensor& tensor, const Integers& integers, std::uint64_t n) {
  const std::int64_t exponent = reference_exponent(tensor, n);
  for (std::uint64_t k = 0; k < tensor.columns; k += integers.group) {
    const std::int64_t multiplier = integers.multiplier(tensor, n, k);
    if (multiplier != 0 && !is_finite_f32(multiplier, exponent)) {
      return false;
    }
  }
  return true;
}

}  // namespace

// Pinned: "e_ref is any int32, INT32_MIN included."
std::int32_t reference_exponent(const Tensor& tensor, std::uint64_t n) {
  return twos_complement(u32_at(tensor.bytes, entry_at(tensor, n)), 32);
}

// "scale(n, k) = ms * 2^e_ref(n)"; "ms = 0 gives +0.0 for every e_ref."
// Both are exact: 16 bits fit a float, and the judged exponent keeps them inside it.
float side_scale(const Tensor& tensor, std::uint64_t n, std::int32_t multiplier) {
  if (multiplier == 0) {
    return 0.0F;
  }
  return std::ldexp(static_cast<float>(multiplier), reference_exponent(tensor, n));
}

// Pinned: "count = number of output features n whose e_ref is refused; place = byte offset of that
// e_ref entry, bit 0, its n, k = 0."
void find_bad_exponents(const Tensor& tensor, const Integers& integers, PlaceList& found) {
  for (std::uint64_t n = 0; n < tensor.rows; ++n) {
    if (!exponent_serves(tensor, integers, n)) {
      found.add(Place{entry_at(tensor, n), 0, n, 0});
    }
  }
}

void count_multipliers(const Tensor& tensor, const Integers& integers, Counts& counts) {
  for (std::uint64_t n = 0; n < tensor.rows; ++n) {
    const std::int32_t exponent = reference_exponent(tensor, n);
    for (std::uint64_t k = 0; k < tensor.columns; k += integers.group) {
      count_product(counts, integers.multiplier(tensor, n, k), exponent);
    }
  }
}

}  // namespace second
