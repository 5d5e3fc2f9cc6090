// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

/// The formats as rows of one table. Pages beside this file hold the rules; every other folder
/// loops over these rows.
namespace tritproof::spec {

/// A format's number is its number in the frame protocol (FRAME-1).
enum class Format : std::uint16_t {
  t2 = 1,
  t2s = 2,
  pb16i = 3,
  q4_1 = 4,
  q4_k = 5,
  q8 = 6,
  tq1_0 = 7,
  tq2_0 = 8,
  q2_0 = 9,
  pq2_0 = 10,
  ptq1_0 = 11,
};

/// How the bits of one field are read.
enum class FieldKind : std::uint8_t {
  code2,    ///< four 2-bit codes a byte
  int4,     ///< two two's complement nibbles a byte
  uint4,    ///< two unsigned nibbles a byte
  int8,     ///< one code a byte
  base3x5,  ///< five ternary digits a byte
  base3x4,  ///< four ternary digits a byte
  uint8,
  int16,
  f16,
  bf16,
};

/// What the 2-bit pattern 3 means.
enum class Code3 : std::uint8_t { none, reserved, plus_two };

/// One run of bytes inside a tile or block.
struct Field {
  std::string_view name;
  FieldKind kind{};
  std::uint32_t offset = 0;  ///< bytes from the start of the unit
  std::uint32_t bytes = 0;   ///< 0 ends the list of fields
};

/// One format. A unit is a tile (rows x columns) or a block (one row).
struct FormatRow {
  Format id{};
  std::string_view name;
  std::uint32_t rows = 1;     ///< output features (n) a unit covers
  std::uint32_t columns = 0;  ///< input features (k) a unit covers
  std::uint32_t bytes = 0;    ///< bytes of a unit
  std::uint32_t group = 0;    ///< consecutive k that share one scale
  Code3 code3 = Code3::none;
  bool side_table = false;        ///< N int32 exponents (.ref) follow the tiles
  bool ternary = false;           ///< takes part in the lossless conversions (CONV-1, CONV-2)
  bool second_layout = false;     ///< a second reading of the same size exists; it is an argument
  std::uint32_t gguf_id = 0;      ///< type id in a GGUF file; 0: never in one
  std::uint32_t chunk_bytes = 0;  ///< last dimension in a Q4NX container; 0: never in one
  std::array<Field, 5> fields{};

  [[nodiscard]] constexpr std::uint32_t elements() const { return rows * columns; }
  [[nodiscard]] constexpr bool is_tile() const { return rows > 1; }
  [[nodiscard]] constexpr std::uint32_t groups() const { return elements() / group; }
};

inline constexpr std::uint32_t kTileRows = 32;
inline constexpr std::uint32_t kTileColumns = 256;
/// Columns per scale in the form that conversions share.
inline constexpr std::uint32_t kScaleGroup = 128;

using enum FieldKind;

// One row a format: the formatter would make it one line a number.
// clang-format off
inline constexpr std::array<FormatRow, 11> kFormats{{
    {Format::t2, "t2", 32, 256, 2176, 128, Code3::reserved, false, true, false, 0, 2176,
     {{{"codes", code2, 0, 2048}, {"scale", f16, 2048, 128}}}},
    {Format::t2s, "t2s", 32, 256, 2176, 128, Code3::reserved, true, true, false, 0, 0,
     {{{"codes", code2, 0, 2048}, {"ms", int16, 2048, 128}}}},
    {Format::pb16i, "pb16i", 32, 256, 4608, 32, Code3::none, true, true, false, 0, 0,
     {{{"codes", int4, 0, 4096}, {"ms", int16, 4096, 512}}}},
    {Format::q4_1, "q4_1", 32, 256, 5120, 32, Code3::none, false, false, true, 0, 5120,
     {{{"scale", bf16, 0, 512}, {"zero", bf16, 512, 512}, {"codes", uint4, 1024, 4096}}}},
    {Format::q4_k, "q4_k", 32, 256, 4736, 32, Code3::none, false, false, false, 0, 4736,
     {{{"scale", uint8, 0, 256},
       {"min", uint8, 256, 256},
       {"codes", uint4, 512, 4096},
       {"S", bf16, 4608, 64},
       {"M", bf16, 4672, 64}}}},
    {Format::q8, "q8", 32, 256, 8704, 32, Code3::none, false, false, true, 0, 8704,
     {{{"d", bf16, 0, 512}, {"codes", int8, 512, 8192}}}},
    {Format::tq1_0, "tq1_0", 1, 256, 54, 256, Code3::none, false, true, false, 34, 0,
     {{{"qs", base3x5, 0, 48}, {"qh", base3x4, 48, 4}, {"d", f16, 52, 2}}}},
    {Format::tq2_0, "tq2_0", 1, 256, 66, 256, Code3::plus_two, false, true, false, 35, 0,
     {{{"qs", code2, 0, 64}, {"d", f16, 64, 2}}}},
    {Format::q2_0, "q2_0", 1, 64, 18, 64, Code3::plus_two, false, true, false, 42, 0,
     {{{"d", f16, 0, 2}, {"qs", code2, 2, 16}}}},
    {Format::pq2_0, "pq2_0", 1, 128, 34, 128, Code3::plus_two, false, true, false, 142, 0,
     {{{"d", f16, 0, 2}, {"qs", code2, 2, 32}}}},
    {Format::ptq1_0, "ptq1_0", 1, 128, 28, 128, Code3::none, false, true, false, 143, 0,
     {{{"qs", base3x5, 0, 24}, {"qh", base3x4, 24, 2}, {"d", f16, 26, 2}}}},
}};
// clang-format on

/// Codes that one byte of a field holds; 0 for fields that are not codes.
constexpr std::uint32_t codes_per_byte(FieldKind kind) {
  switch (kind) {
    case code2: return 4;
    case int4:
    case uint4: return 2;
    case int8: return 1;
    case base3x5: return 5;
    case base3x4: return 4;
    case uint8:
    case int16:
    case f16:
    case bf16: return 0;
  }
  return 0;
}

/// The fields of a row without the empty tail of the array.
constexpr std::span<const Field> fields_of(const FormatRow& row) {
  std::size_t count = 0;
  while (count < row.fields.size() && row.fields[count].bytes != 0) ++count;
  return std::span(row.fields).first(count);
}

/// The row of a format. The table is ordered by number, which a static_assert below holds.
constexpr const FormatRow& row_of(Format format) {
  return kFormats[static_cast<std::size_t>(format) - 1];
}

/// The format of that name, or nothing: a name is never guessed.
constexpr std::optional<Format> format_named(std::string_view name) {
  for (const FormatRow& row : kFormats)
    if (row.name == name) return row.id;
  return std::nullopt;
}

/// The format with that protocol number, or nothing.
constexpr std::optional<Format> format_numbered(std::uint64_t number) {
  if (number == 0 || number > kFormats.size()) return std::nullopt;
  return static_cast<Format>(number);
}

namespace check {

constexpr bool fields_tile_the_unit(const FormatRow& row) {
  std::uint32_t end = 0;
  for (const Field& field : fields_of(row)) {
    if (field.offset != end) return false;
    end += field.bytes;
  }
  return end == row.bytes;
}

constexpr bool codes_fill_the_elements(const FormatRow& row) {
  std::uint32_t codes = 0;
  for (const Field& field : fields_of(row)) codes += field.bytes * codes_per_byte(field.kind);
  return codes == row.elements();
}

constexpr bool ordered_by_number() {
  for (std::size_t i = 0; i < kFormats.size(); ++i)
    if (static_cast<std::size_t>(kFormats[i].id) != i + 1) return false;
  return true;
}

constexpr bool every_row(bool (*holds)(const FormatRow&)) {
  for (const FormatRow& row : kFormats)
    if (!holds(row)) return false;
  return true;
}

/// Bits a weight times 10,000, from numbers that the sources state apart from the byte counts.
constexpr std::uint32_t centibits(Format format) {
  const FormatRow& row = row_of(format);
  return row.bytes * 8 * 10000 / row.elements();
}

static_assert(ordered_by_number());
static_assert(every_row(fields_tile_the_unit));
static_assert(every_row(codes_fill_the_elements));
static_assert(centibits(Format::t2) == 21250 && centibits(Format::t2s) == 21250);
static_assert(centibits(Format::pb16i) == 45000);
static_assert(centibits(Format::tq1_0) == 16875 && centibits(Format::tq2_0) == 20625);
static_assert(centibits(Format::q2_0) == 22500 && centibits(Format::pq2_0) == 21250);
static_assert(centibits(Format::ptq1_0) == 17500);
static_assert(centibits(Format::q4_1) == 50000 && centibits(Format::q8) == 85000);
static_assert(centibits(Format::q4_k) == 46250);
static_assert(17408ull / kTileRows * (5120 / kTileColumns) * row_of(Format::t2).bytes == 23674880);
static_assert(17408ull / kTileRows * (5120 / kTileColumns) * row_of(Format::pb16i).bytes ==
              50135040);

}  // namespace check
}  // namespace tritproof::spec
