// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/exponent.h"

#include <algorithm>
#include <bit>

#include "codec/reference/numbers.h"

namespace tritproof::reference {
namespace {

// A finite non-zero half as an odd integer times a power of two.
struct OddTimesPower {
  std::int32_t odd = 0;
  std::int32_t exponent = 0;
};

OddTimesPower split(std::uint16_t half) {
  const std::int32_t field = (half >> 10) & 0x1f;
  std::int32_t mantissa = (half & 0x3ff) | (field == 0 ? 0 : 0x400);
  std::int32_t exponent = std::max(field, 1) - 25;
  const int zeros = std::countr_zero(static_cast<std::uint32_t>(mantissa));
  mantissa >>= zeros;
  return {(half & 0x8000) != 0 ? -mantissa : mantissa, exponent + zeros};
}

}  // namespace

void RowExponent::see(std::uint16_t half) {
  if (half_is_zero(half) || !half_is_finite(half)) return;
  const std::int32_t exponent = split(half).exponent;
  least_ = std::min(least_.value_or(exponent), exponent);
}

std::optional<std::int16_t> multiplier_of(std::uint16_t half, std::int32_t e_ref) {
  if (half == 0) return std::int16_t{0};
  if (half_is_zero(half)) return std::nullopt;  // an integer has no -0
  const auto [odd, exponent] = split(half);
  const std::int64_t shift = std::int64_t{exponent} - e_ref;
  if (shift < 0 || shift > 15) return std::nullopt;
  const std::int64_t value = std::int64_t{odd} * (std::int64_t{1} << shift);
  if (value < INT16_MIN || value > INT16_MAX) return std::nullopt;
  return static_cast<std::int16_t>(value);
}

std::optional<std::uint16_t> half_of(std::int16_t ms, std::int32_t e_ref) {
  if (ms == 0) return std::uint16_t{0};
  if (!power_scale_is_exact(ms, e_ref)) return std::nullopt;
  const float scale = scale_by_power(ms, e_ref);
  const std::uint16_t half = float_to_half(scale);
  if (!half_is_finite(half) || half_to_float(half) != scale) return std::nullopt;
  return half;
}

}  // namespace tritproof::reference
