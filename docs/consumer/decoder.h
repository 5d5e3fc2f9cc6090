// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

inline float my_half(int bits) {
  const int exponent = bits >> 10 & 31;
  const float mantissa = static_cast<float>(bits & 1023);
  float value =
      exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
  if (exponent == 31) value = mantissa != 0 ? NAN : INFINITY;
  return (bits & 0x8000) != 0 ? -value : value;
}

/// A t2 decoder with one fault: the reserved code 3 becomes +2 times the scale.
inline void my_decode(const std::uint8_t* tiles, std::uint64_t n, std::uint64_t k, float* out) {
  for (std::uint64_t row = 0; row < n; ++row)
    for (std::uint64_t column = 0; column < k; ++column) {
      const std::uint8_t* tile = tiles + (row / 32 * (k / 256) + column / 256) * 2176;
      const std::uint64_t r = row % 32, c = column % 256;
      const std::uint8_t* scale = tile + 2048 + 4 * r + 2 * (c / 128);
      const int code = tile[64 * r + c / 4] >> 2 * (c % 4) & 3;
      out[row * k + column] = static_cast<float>(code - 1) * my_half(scale[0] | scale[1] << 8);
    }
}
