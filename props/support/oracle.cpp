// SPDX-License-Identifier: Apache-2.0
#include "props/support/oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tritproof::test {
namespace {

double float_value(std::uint32_t pattern, int exponent_bits, int mantissa_bits) {
  const auto mantissa = static_cast<double>(pattern & ((1u << mantissa_bits) - 1));
  const int top = (1 << exponent_bits) - 1;
  const int exponent = static_cast<int>(pattern >> mantissa_bits) & top;
  const double sign = (pattern & 0x8000) != 0 ? -1.0 : 1.0;
  const int bias = top / 2;
  if (exponent == top)
    return mantissa != 0 ? std::nan("") : sign * std::numeric_limits<double>::infinity();
  const double hidden = exponent == 0 ? 0.0 : std::ldexp(1.0, mantissa_bits);
  return sign * std::ldexp(hidden + mantissa, std::max(exponent, 1) - bias - mantissa_bits);
}

std::int32_t int16_at(std::span<const std::uint8_t> unit, std::size_t at) {
  const auto word = static_cast<std::int32_t>(get16(unit, at));
  return word >= 0x8000 ? word - 0x10000 : word;
}

// A step of f32 arithmetic on operands whose double result is exact or rounds alike.
double rounded(double value) { return static_cast<double>(static_cast<float>(value)); }

double q4_k_weight(std::span<const std::uint8_t> unit, int code, std::uint32_t r, std::uint32_t c) {
  const std::uint32_t i = 32 * (c / 32) + r;
  const double factor = rounded(bf16_value(get16(unit, 4608 + 2 * r)) * unit[i]);
  const double addend = rounded(bf16_value(get16(unit, 4672 + 2 * r)) * unit[256 + i]);
  return rounded(factor * code) + addend;
}

std::int32_t row_exponent(const Sheet& sheet, std::uint64_t n) {
  const std::uint64_t groups = sheet.geometry.k / 128;
  return exponent_for(std::span(sheet.halves).subspan(n * groups, groups));
}

std::uint32_t stored_scale(const spec::FormatRow& row, std::uint16_t half, std::int32_t e_ref) {
  if (!row.side_table) return half;
  return static_cast<std::uint32_t>(std::lround(std::ldexp(half_value(half), -e_ref)));
}

std::size_t unit_at(const spec::FormatRow& row, Geometry geometry, std::uint64_t n,
                    std::uint64_t k) {
  return (n / row.rows * (geometry.k / row.columns) + k / row.columns) * row.bytes;
}

}  // namespace

double half_value(std::uint32_t pattern) { return float_value(pattern, 5, 10); }
double bf16_value(std::uint32_t pattern) { return float_value(pattern, 8, 7); }

bool is_exact_scale(std::int32_t ms, std::int32_t e_ref) {
  const double value = std::ldexp(ms, e_ref);
  if (ms == 0) return true;
  return value != 0 && std::abs(value) <= std::numeric_limits<float>::max() &&
         rounded(value) == value;
}

float weight_in(std::span<const std::uint8_t> unit, Format format, std::uint32_t r, std::uint32_t c,
                std::int32_t e_ref, spec::Layout layout) {
  const spec::FormatRow& row = spec::row_of(format);
  const int code = code_at(unit, format, r, c, layout);
  if (format == Format::q4_k) return static_cast<float>(q4_k_weight(unit, code, r, c));
  const std::uint32_t at = scale_byte(format, r, c, layout);
  if (row.code3 == spec::Code3::reserved && code == 2) return 0.0f;
  if (row.side_table) {
    const std::int32_t ms = int16_at(unit, at);
    return static_cast<float>(code * (ms == 0 ? 0.0 : std::ldexp(ms, e_ref)));
  }
  if (row.gguf_id != 0 || format == Format::t2)
    return static_cast<float>(code * half_value(get16(unit, at)));
  const double product = rounded(code * bf16_value(get16(unit, at)));
  if (format == Format::q8) return static_cast<float>(product);
  return static_cast<float>(product + bf16_value(get16(unit, 512 + at)));
}

std::uint16_t bf16_of(float value) {
  if (value != value) return 0x7fc0;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t upper = bits / 0x10000;
  const std::uint32_t rest = bits % 0x10000;
  const bool up = rest > 0x8000 || (rest == 0x8000 && upper % 2 == 1);
  return static_cast<std::uint16_t>(up ? upper + 1 : upper);
}

Sheet sheet_of(Geometry geometry, const std::vector<std::uint16_t>& halves) {
  Sheet sheet{geometry, {}, {}};
  std::uint32_t state = 12345;
  for (std::uint64_t i = 0; i < geometry.n * geometry.k; ++i) {
    state = state * 1664525 + 1013904223;
    sheet.codes.push_back(static_cast<std::int8_t>(static_cast<int>((state >> 16) % 3) - 1));
  }
  for (std::uint64_t g = 0; g < geometry.n * geometry.k / 128; ++g)
    sheet.halves.push_back(halves[g % halves.size()]);
  return sheet;
}

std::int32_t exponent_for(std::span<const std::uint16_t> halves) {
  std::int32_t exponent = std::numeric_limits<std::int32_t>::max();
  for (const std::uint16_t half : halves) {
    double value = half_value(half);
    if (value == 0) continue;
    std::int32_t e = 0;
    for (; value != std::floor(value); value *= 2) --e;
    for (; std::fmod(value, 2.0) == 0; value /= 2) ++e;
    exponent = std::min(exponent, e);
  }
  return exponent == std::numeric_limits<std::int32_t>::max() ? 0 : exponent;
}

Question encode_of(Format format, const Sheet& sheet) {
  const spec::FormatRow& row = spec::row_of(format);
  const std::uint64_t group = row.side_table ? 128 : row.group;
  Bytes input;
  for (const std::int8_t code : sheet.codes) input.push_back(static_cast<std::uint8_t>(code));
  const std::size_t codes = input.size();
  input.resize(codes + 2 * (codes / group));
  for (std::uint64_t i = 0; i < codes; i += group)
    put16(input, codes + 2 * (i / group), sheet.halves[i / 128]);
  return {Op::encode, format, sheet.geometry, input};
}

Bytes build(Format format, const Sheet& sheet) {
  const spec::FormatRow& row = spec::row_of(format);
  const Geometry geometry = sheet.geometry;
  Bytes units = good_units(row, geometry);
  std::vector<std::int32_t> exponents;
  for (std::uint64_t n = 0; n < geometry.n; ++n) {
    exponents.push_back(row.side_table ? row_exponent(sheet, n) : 0);
    for (std::uint64_t k = 0; k < geometry.k; ++k) {
      const auto unit = std::span(units).subspan(unit_at(row, geometry, n, k), row.bytes);
      const auto r = static_cast<std::uint32_t>(n % row.rows);
      const auto c = static_cast<std::uint32_t>(k % row.columns);
      put_code(unit, format, r, c, sheet.codes[n * geometry.k + k]);
      if (c % row.group == 0)
        put16(unit, scale_byte(format, r, c), stored_scale(row, sheet.half(n, k), exponents[n]));
    }
  }
  return row.side_table ? join({units, le32(exponents)}) : units;
}

}  // namespace tritproof::test
