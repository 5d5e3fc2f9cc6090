// SPDX-License-Identifier: Apache-2.0
// Where the set bits of a multiplier lie, and where those of a finite f32 may lie.
#ifndef SECOND_MAGNITUDE_H
#define SECOND_MAGNITUDE_H

#include <cstdint>

namespace second {

/// "`f32` binary32": 8 exponent bits of bias 127 and 23 mantissa bits, hence these ends.
/// A finite f32 has its bits between 2^-149 and 2^127; below 2^-126 it is subnormal.
inline constexpr std::int64_t lowest_f32_exponent = -149;
inline constexpr std::int64_t smallest_normal_exponent = -126;
inline constexpr std::int64_t highest_f32_exponent = 127;

/// The exponent of the highest power of two that is not above |number|, which is not 0.
inline std::int64_t highest_bit(std::int64_t number) {
  std::int64_t exponent = 0;
  for (std::int64_t rest = number < 0 ? -number : number; rest > 1; rest /= 2) {
    ++exponent;
  }
  return exponent;
}

/// The exponent of the highest power of two that divides `number`, which is not 0.
inline std::int64_t lowest_bit(std::int64_t number) {
  std::int64_t exponent = 0;
  for (std::int64_t rest = number; rest % 2 == 0; rest /= 2) {
    ++exponent;
  }
  return exponent;
}

}  // namespace second

#endif
