// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "golden/recipe.h"

/// What groups build payloads of.
namespace tritproof::golden {

using Parts = std::vector<Part>;

/// A named 16-bit pattern.
struct NamedWord {
  std::string_view name;
  std::uint16_t word = 0;
};
/// The classes of a half that readers get wrong.
inline constexpr std::array<NamedWord, 16> kHalfClasses{{{"1", 0x3c00},
                                                         {"-1", 0xbc00},
                                                         {"+0", 0x0000},
                                                         {"-0", 0x8000},
                                                         {"2^-24", 0x0001},
                                                         {"-2^-24", 0x8001},
                                                         {"the largest subnormal", 0x03ff},
                                                         {"minus the largest subnormal", 0x83ff},
                                                         {"2^-14", 0x0400},
                                                         {"65504", 0x7bff},
                                                         {"-65504", 0xfbff},
                                                         {"Inf", 0x7c00},
                                                         {"-Inf", 0xfc00},
                                                         {"a quiet NaN", 0x7e00},
                                                         {"a signalling NaN", 0x7c01},
                                                         {"a negative NaN", 0xffff}}};

Bytes le16(std::uint16_t word);
Bytes le32(std::uint32_t word);
/// The bits of a float, little-endian.
Bytes le_float(float number);

inline Part hex(Bytes bytes) { return {Hex{std::move(bytes)}}; }
inline Part words(WordSource source, std::uint64_t count) {
  return {Words{std::move(source), count}};
}
inline Part codes(CodeSource source, std::uint64_t count) {
  return {Codes{std::move(source), count}};
}
inline Part repeat(Bytes of, std::uint64_t times) { return {Repeat{std::move(of), times}}; }
inline Part random(std::string seed, std::uint64_t bytes) {
  return {Random{std::move(seed), bytes}};
}
inline WordSource same16(std::uint16_t word) { return Same{le16(word)}; }
inline WordSource same32(std::uint32_t word) { return Same{le32(word)}; }
inline WordSource table(std::string name, std::string seed) {
  return FromTable{std::move(name), std::move(seed)};
}

/// down x across units.
constexpr spec::Geometry grid(const spec::FormatRow& row, std::uint64_t down = 1,
                              std::uint64_t across = 1) {
  return {down * row.rows, across * row.columns};
}
constexpr std::uint64_t units_of(const spec::FormatRow& row, spec::Geometry geometry) {
  return geometry.n / row.rows * (geometry.k / row.columns);
}
/// k that one pattern of an encode payload serves (REF-7, REF-8).
constexpr std::uint32_t encode_group(const spec::FormatRow& row) {
  return row.side_table ? spec::kScaleGroup : row.group;
}

/// A valid ternary tensor.
inline Parts image(const spec::FormatRow& row, spec::Geometry geometry, CodeSource source,
                   WordSource scales) {
  return {{Image{row.id, geometry, std::move(source), std::move(scales)}}};
}
/// The usual one: mixed codes and ordinary scales.
Parts good_image(const spec::FormatRow& row, spec::Geometry geometry, const std::string& seed);

/// Makes the bytes of one field.
using FieldPart = std::function<Part(const spec::Field&)>;
/// The bytes again and again.
FieldPart tiled(Bytes bytes);
/// One code everywhere (-1, 0, 1; 2 for pattern 3; int4, uint4 and int8 as they are).
FieldPart all_codes(int code);
/// 16 bytes without the 2-bit pattern 3, again and again.
FieldPart legal_codes();

/// How the fields of a unit are filled.
struct Fill {
  std::string seed;
  WordSource scales;                     ///< f16, bf16 or int16; a table without a seed gets one
  FieldPart codes = nullptr;             ///< else any bytes
  std::optional<WordSource> added = {};  ///< q4_1 zero, q4_k M; else as scales
  FieldPart words = nullptr;             ///< 16-bit fields, in place of scales and added
  FieldPart levels = nullptr;            ///< byte scales and minima; else any bytes
  std::optional<WordSource> exponents = {};  ///< else 0
};
/// A tensor field by field: any bytes that its fields can hold.
Parts filled(const spec::FormatRow& row, spec::Geometry geometry, const Fill& fill);
/// Random codes under ordinary scales of the format's own kind.
Parts any_tensor(const spec::FormatRow& row, spec::Geometry geometry, const std::string& seed);
/// good_image where the format has one, else any_tensor.
Parts good_tensor(const spec::FormatRow& row, spec::Geometry geometry, const std::string& seed);
/// A table of ordinary scales of the format's own kind.
std::string ordinary_table(const spec::FormatRow& row);

/// Codes and f16 patterns of an encode request.
Parts encode_payload(const spec::FormatRow& row, spec::Geometry geometry, CodeSource source,
                     WordSource scales);

/// The kind of the codes of a format.
spec::FieldKind code_kind(const spec::FormatRow& row);

}  // namespace tritproof::golden
