// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

/// Small floats by arithmetic on doubles, which hold every one of them and every product of two.
namespace tritproof::golden::numbers {

/// A format of 16 bits: sign, exponent, mantissa.
struct Small {
  int mantissa = 0;  ///< bits
  int least = 0;     ///< exponent of the least normal number
  int most = 0;      ///< exponent of the largest finite number
};
inline constexpr Small kHalf{10, -14, 15};   // HALF-1
inline constexpr Small kBf16{7, -126, 127};  // HALF-4

/// What a pattern stands for.
inline double value_of(const Small& type, std::uint16_t pattern) {
  const int field = (pattern & 0x7fff) >> type.mantissa;
  const int rest = pattern & ((1 << type.mantissa) - 1);
  const double sign = pattern >= 0x8000 ? -1.0 : 1.0;
  if (field == type.most - type.least + 2)
    return sign * (rest == 0 ? std::numeric_limits<double>::infinity()
                             : std::numeric_limits<double>::quiet_NaN());
  const int whole = field == 0 ? rest : rest + (1 << type.mantissa);
  return sign * std::ldexp(whole, std::max(field, 1) - 1 + type.least - type.mantissa);
}

/// The pattern nearest to a value, ties to even; what is too large gives an infinity (HALF-3,
/// HALF-4). Not for NaN.
inline std::uint16_t nearest(const Small& type, double value) {
  const int infinity = (type.most - type.least + 2) << type.mantissa;
  const int sign = std::signbit(value) ? 0x8000 : 0;
  const double size = std::fabs(value);
  if (std::isinf(size) || size >= std::ldexp(1.0, type.most + 1))
    return static_cast<std::uint16_t>(sign + infinity);
  const int exponent = std::max(size == 0 ? type.least : std::ilogb(size), type.least);
  const double steps = std::nearbyint(std::ldexp(size, type.mantissa - exponent));
  const int pattern = ((exponent - type.least) << type.mantissa) + static_cast<int>(steps);
  return static_cast<std::uint16_t>(sign + std::min(pattern, infinity));
}

}  // namespace tritproof::golden::numbers
