// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "codec/subject.h"
#include "props/laws/words.h"
#include "spec/formats.h"

/// Inputs of the enumerations, made from the fields of spec/formats.h.
namespace tritproof::props {

/// A number that looks like chance and is always the same.
constexpr std::uint64_t scatter(std::uint64_t x) {
  x = (x + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// down x across units.
constexpr spec::Geometry grid(const spec::FormatRow& row, std::uint64_t down,
                              std::uint64_t across) {
  return {down * row.rows, across * row.columns};
}

constexpr std::uint64_t units_in(const spec::FormatRow& row, spec::Geometry geometry) {
  return geometry.n / row.rows * (geometry.k / row.columns);
}

constexpr std::uint64_t side_bytes(const spec::FormatRow& row, spec::Geometry geometry) {
  return row.side_table ? 4 * geometry.n : 0;
}

/// Zero bytes for a tensor and its side table.
Bytes empty_tensor(const spec::FormatRow& row, spec::Geometry geometry);

/// Calls `visit(field, bytes, serial)` for every field of every unit; `serial` is the number of the
/// unit's first byte of that field among all bytes of that field in the tensor.
using VisitField =
    std::function<void(const spec::Field&, std::span<std::uint8_t> bytes, std::uint64_t serial)>;
void each_field(const spec::FormatRow& row, spec::Geometry geometry, std::span<std::uint8_t> tensor,
                const VisitField& visit);

constexpr bool is_codes(const spec::Field& field) { return spec::codes_per_byte(field.kind) != 0; }
constexpr bool is_wide(const spec::Field& field) {
  return field.kind == spec::FieldKind::f16 || field.kind == spec::FieldKind::bf16 ||
         field.kind == spec::FieldKind::int16;
}

/// The byte in which an encoder stores the base-3 number (TQ1_0-3); below 243, or 81 for four
/// digits.
constexpr std::uint8_t base3_byte(std::uint32_t number, std::uint32_t digits) {
  return static_cast<std::uint8_t>((number * (digits == 4 ? 3 : 1) * 256 + 242) / 243);
}

/// A byte of valid, ternary codes of a field; `number` picks which.
std::uint8_t valid_codes(spec::FieldKind kind, std::uint64_t number);

/// Scale number `serial` of a field: finite, not zero, of alternating sign, and unlike the next
/// thousand.
std::uint16_t good_scale(spec::FieldKind kind, std::uint64_t serial);

/// A byte of four, two or one equal codes; base-3 codes and those of 2 bits are -1, 0, 1 (and 2).
std::uint8_t equal_codes(spec::FieldKind kind, int code);

/// Valid codes that follow no period and good scales; exponents of -8 to -1, so that every scale is
/// a small number.
Bytes good_tensor(const spec::FormatRow& row, spec::Geometry geometry, std::uint64_t salt = 0);

/// Writes e_ref(n) = exponent(n) behind the tiles; nothing for formats without a side table.
void put_exponents(const spec::FormatRow& row, spec::Geometry geometry,
                   std::span<std::uint8_t> tensor,
                   const std::function<std::int32_t(std::uint64_t n)>& exponent);

/// Fills all code fields with bytes that `byte(field, serial of the byte)` gives.
void put_codes(const spec::FormatRow& row, spec::Geometry geometry, std::span<std::uint8_t> tensor,
               const std::function<std::uint8_t(const spec::Field&, std::uint64_t)>& byte);

/// Fills all 16-bit scale fields with what `pattern(field, serial of the scale)` gives.
void put_scales(const spec::FormatRow& row, spec::Geometry geometry, std::span<std::uint8_t> tensor,
                const std::function<std::uint16_t(const spec::Field&, std::uint64_t)>& pattern);

/// The classes of a 16-bit scale that readers get wrong, as halves and as bfloats.
std::span<const std::uint16_t> edge_halves();
std::span<const std::uint16_t> edge_bfloats();

}  // namespace tritproof::props
