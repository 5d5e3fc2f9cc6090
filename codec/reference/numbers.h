// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// binary16, bfloat16 and binary32 by bit moves (HALF rules). Patterns are the stored 16 bits.
namespace tritproof::reference {

/// Exact for all 65,536 patterns; a NaN stays a NaN (HALF-1, HALF-2).
float half_to_float(std::uint16_t pattern);

/// Nearest, ties to even; overflows to an infinity, underflows through subnormals (HALF-3).
std::uint16_t float_to_half(float value);

float bf16_to_float(std::uint16_t pattern);

/// Nearest, ties to even; a NaN stays a NaN (HALF-4).
std::uint16_t float_to_bf16(float value);

/// The word by which floats are compared: every NaN becomes 0x7FC00000 (HALF-6).
std::uint32_t canonical_word(float value);
std::uint16_t canonical_bf16(std::uint16_t pattern);

/// value * 2^exponent, rounded once to float; any int32 exponent.
float scale_by_power(std::int32_t value, std::int32_t exponent);

/// Whether value * 2^exponent is exactly a finite float (0 always is).
bool power_scale_is_exact(std::int32_t value, std::int32_t exponent);

/// Classes of a stored 16-bit scale.
constexpr bool half_is_finite(std::uint16_t p) { return (p & 0x7c00) != 0x7c00; }
constexpr bool half_is_zero(std::uint16_t p) { return (p & 0x7fff) == 0; }
constexpr bool half_is_subnormal(std::uint16_t p) { return (p & 0x7c00) == 0 && (p & 0x3ff) != 0; }
constexpr bool bf16_is_finite(std::uint16_t p) { return (p & 0x7f80) != 0x7f80; }
constexpr bool bf16_is_zero(std::uint16_t p) { return (p & 0x7fff) == 0; }
constexpr bool bf16_is_subnormal(std::uint16_t p) { return (p & 0x7f80) == 0 && (p & 0x7f) != 0; }

}  // namespace tritproof::reference
