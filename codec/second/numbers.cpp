// SPDX-License-Identifier: Apache-2.0
#include "numbers.h"

#include <bit>
#include <cmath>
#include <limits>

namespace second {

static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<float>::digits == 24,
              "weights are IEEE binary32");

namespace {

// What an IEEE exponent field of all ones says: infinity, or NaN when the mantissa is not 0.
float not_a_number_or_infinity(std::uint32_t mantissa) {
  return mantissa == 0 ? std::numeric_limits<float>::infinity()
                       : std::numeric_limits<float>::quiet_NaN();
}

}  // namespace

// "`f16` is IEEE 754 binary16": 1 sign, 5 exponent and 10 mantissa bits, exponent bias 15.
// "f16 → f32 is exact for every one of the 65,536 patterns: subnormals too (0x0001 = 2^-24), ±0,
// ±Inf; a NaN stays a NaN."
float half_value(std::uint32_t bits) {
  const std::uint32_t mantissa = bits % 1024;
  const std::uint32_t exponent = bits / 1024 % 32;
  float magnitude = 0;
  if (exponent == 31) {
    magnitude = not_a_number_or_infinity(mantissa);
  } else if (exponent == 0) {
    // A subnormal counts units of 2^-24 and has no implied one.
    magnitude = std::ldexp(static_cast<float>(mantissa), -24);
  } else {
    // 1.mantissa * 2^(exponent - 15), the mantissa taken as an integer of 10 places.
    magnitude = std::ldexp(static_cast<float>(1024 + mantissa), static_cast<int>(exponent) - 25);
  }
  return bits / 32768 == 1 ? -magnitude : magnitude;
}

// "`bf16` the upper half of an f32": 1 sign, 8 exponent and 7 mantissa bits, exponent bias 127.
float bfloat_value(std::uint32_t bits) {
  const std::uint32_t mantissa = bits % 128;
  const std::uint32_t exponent = bits / 128 % 256;
  float magnitude = 0;
  if (exponent == 255) {
    magnitude = not_a_number_or_infinity(mantissa);
  } else if (exponent == 0) {
    // The smallest exponent, 2^-126, and 7 places behind the point.
    magnitude = std::ldexp(static_cast<float>(mantissa), -133);
  } else {
    magnitude = std::ldexp(static_cast<float>(128 + mantissa), static_cast<int>(exponent) - 134);
  }
  return bits / 32768 == 1 ? -magnitude : magnitude;
}

// "every f32 NaN is replaced by 0x7FC00000"
std::uint32_t f32_word(float value) {
  return std::isnan(value) ? 0x7FC00000U : std::bit_cast<std::uint32_t>(value);
}

// "f32 → bf16 rounds to nearest even, to ±Inf from the bits 0x7F7F8000 (a NaN stays a NaN:
// adding 0x7FFF to its bits must not turn it into -0 or Inf)."
// "every f32 NaN is replaced by 0x7FC00000 (every bf16 NaN by 0x7FC0)"
std::uint16_t bfloat_word(float value) {
  if (std::isnan(value)) {
    return 0x7FC0;
  }
  const std::uint32_t word = f32_word(value);
  const std::uint32_t kept = word / 65536;
  const std::uint32_t dropped = word % 65536;
  // IEEE patterns of one sign are ordered as their values are, so the next pattern is the next
  // number away from zero, and the one after the largest finite number is infinity.
  const bool away = dropped > 32768 || (dropped == 32768 && kept % 2 == 1);
  return static_cast<std::uint16_t>(away ? kept + 1 : kept);
}

}  // namespace second
