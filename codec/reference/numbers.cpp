// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/numbers.h"

#include <bit>
#include <cmath>

namespace tritproof::reference {
namespace {

constexpr std::uint32_t kInfinity = 0x7f800000u;

// Drops the low `bits`, 1 to 31, of a magnitude, to nearest with ties to even.
constexpr std::uint32_t round_shift(std::uint32_t magnitude, unsigned bits) {
  const std::uint32_t half = 1u << (bits - 1);
  const std::uint32_t rest = magnitude & ((half << 1) - 1);
  const std::uint32_t kept = magnitude >> bits;
  const bool up = rest > half || (rest == half && (kept & 1) != 0);
  return kept + (up ? 1 : 0);
}

}  // namespace

float half_to_float(std::uint16_t pattern) {
  const std::uint32_t sign = (pattern & 0x8000u) << 16;
  const std::uint32_t exponent = (pattern >> 10) & 0x1fu;
  std::uint32_t mantissa = pattern & 0x3ffu;
  if (exponent == 31) return std::bit_cast<float>(sign | kInfinity | (mantissa << 13));
  if (exponent != 0)
    return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
  if (mantissa == 0) return std::bit_cast<float>(sign);
  // A subnormal half is a normal float: move its first one into the hidden bit.
  const auto shift = static_cast<std::uint32_t>(std::countl_zero(mantissa)) - 21;
  mantissa = (mantissa << shift) & 0x3ffu;
  return std::bit_cast<float>(sign | ((113 - shift) << 23) | (mantissa << 13));
}

std::uint16_t float_to_half(float value) {
  const auto word = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (word >> 16) & 0x8000u;
  const std::uint32_t magnitude = word & 0x7fffffffu;
  if (magnitude > kInfinity) return static_cast<std::uint16_t>(sign | 0x7e00u);
  if (magnitude >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00u);  // 65520
  if (magnitude >= 0x38800000u)  // normal halves: rebias, a carry may move into the exponent
    return static_cast<std::uint16_t>(sign | round_shift(magnitude - (112u << 23), 13));
  const std::uint32_t exponent = magnitude >> 23;
  const std::uint32_t mantissa = (magnitude & 0x7fffffu) | 0x800000u;
  if (exponent < 102) return static_cast<std::uint16_t>(sign);  // below half of 2^-24
  return static_cast<std::uint16_t>(sign | round_shift(mantissa, 126 - exponent));
}

float bf16_to_float(std::uint16_t pattern) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(pattern) << 16);
}

std::uint16_t float_to_bf16(float value) {
  const auto word = std::bit_cast<std::uint32_t>(value);
  // Rounding a NaN's bits could carry into an infinity or a zero.
  if ((word & 0x7fffffffu) > kInfinity) return static_cast<std::uint16_t>((word >> 16) | 0x40u);
  return static_cast<std::uint16_t>(round_shift(word, 16));
}

std::uint32_t canonical_word(float value) {
  return std::isnan(value) ? 0x7fc00000u : std::bit_cast<std::uint32_t>(value);
}

std::uint16_t canonical_bf16(std::uint16_t pattern) {
  return (pattern & 0x7fff) > 0x7f80 ? std::uint16_t{0x7fc0} : pattern;
}

float scale_by_power(std::int32_t value, std::int32_t exponent) {
  return std::ldexp(static_cast<float>(value), exponent);
}

bool power_scale_is_exact(std::int32_t value, std::int32_t exponent) {
  if (value == 0) return true;
  const auto magnitude = static_cast<std::uint32_t>(value < 0 ? -value : value);
  const std::int64_t low = std::int64_t{std::countr_zero(magnitude)} + exponent;
  const std::int64_t high = std::int64_t{std::bit_width(magnitude)} - 1 + exponent;
  return low >= -149 && high <= 127;
}

}  // namespace tritproof::reference
