// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "props/support/positions.h"
#include "props/support/templates.h"

/// Weights by doubles, in which every product here is exact, and bytes by the position formulas:
/// what the tests expect, made without the codecs.
namespace tritproof::test {

double half_value(std::uint32_t pattern);
double bf16_value(std::uint32_t pattern);

/// Whether ms * 2^e_ref is 0 or exactly a finite f32 (PB16I-6).
bool is_exact_scale(std::int32_t ms, std::int32_t e_ref);

/// The weight of (r, c) in a unit; `e_ref` is that of its row.
float weight_in(std::span<const std::uint8_t> unit, Format format, std::uint32_t r, std::uint32_t c,
                std::int32_t e_ref = 0, spec::Layout layout = spec::Layout::standard);

/// Nearest bf16, ties to even; the NaN of HALF-6.
std::uint16_t bf16_of(float value);

/// A ternary tensor in the form that conversions share.
struct Sheet {
  Geometry geometry;
  std::vector<std::int8_t> codes;     ///< N x K
  std::vector<std::uint16_t> halves;  ///< one f16 per 128 k, rows first

  [[nodiscard]] std::uint16_t half(std::uint64_t n, std::uint64_t k) const {
    return halves[(n * geometry.k + k) / 128];
  }
};

/// Codes that follow no period of any format; scales from `halves` in turn.
Sheet sheet_of(Geometry geometry, const std::vector<std::uint16_t>& halves);

/// The tensor of a ternary format that holds a sheet; formats with longer groups take the first
/// scale of each.
Bytes build(Format format, const Sheet& sheet);

/// The question that encodes a sheet, each group with the half of its first k.
Question encode_of(Format format, const Sheet& sheet);

/// The largest e of which all values are whole multiples of 2^e; 0 if all are zero (PB16I-7).
std::int32_t exponent_for(std::span<const std::uint16_t> halves);

}  // namespace tritproof::test
