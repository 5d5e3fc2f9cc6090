// SPDX-License-Identifier: Apache-2.0
#include "counts.h"

#include "magnitude.h"

namespace second {

namespace {

// An IEEE pattern without its sign: the fields say the class, whatever the width.
void count_fields(Counts& counts, std::uint32_t exponent, std::uint32_t all_ones,
                  std::uint32_t mantissa) {
  if (exponent == all_ones) {
    ++counts.non_finite;
  } else if (exponent == 0 && mantissa == 0) {
    // Pinned: "zero (either sign)".
    ++counts.zero;
  } else if (exponent == 0) {
    // Pinned: "For f16 and bf16 scales subnormal means subnormal in the stored width (for bf16:
    // exponent field 0, mantissa non-zero)."
    ++counts.subnormal;
  }
}

}  // namespace

// "`f16` is IEEE 754 binary16": 5 exponent bits above 10 mantissa bits.
void count_half(Counts& counts, std::uint32_t bits) {
  count_fields(counts, bits / 1024 % 32, 31, bits % 1024);
}

// "`bf16` the upper half of an f32": 8 exponent bits above 7 mantissa bits.
void count_bfloat(Counts& counts, std::uint32_t bits) {
  count_fields(counts, bits / 128 % 256, 255, bits % 128);
}

// Pinned: "every stored multiplier ms counts once, judged as the value ms*2^e_ref: zero if ms = 0,
// subnormal if the value as f32 is subnormal (never non-finite)."
void count_product(Counts& counts, std::int32_t multiplier, std::int32_t exponent) {
  if (multiplier == 0) {
    ++counts.zero;
  } else if (highest_bit(multiplier) + exponent < smallest_normal_exponent) {
    ++counts.subnormal;
  }
}

}  // namespace second
