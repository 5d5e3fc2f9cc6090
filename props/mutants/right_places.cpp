// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "props/mutants/right.h"

namespace tritproof::mutants::right {
namespace {

// Bytes and digits of the base-3 blocks: three runs of bytes, each digit of a run a row of
// elements.
Site base3_site(std::uint32_t e, std::uint32_t wide) {
  if (e < 5 * wide) return {e % wide, e / wide};
  const std::uint32_t narrow = wide / 2;
  const std::uint32_t t = e - 5 * wide;
  if (t < 5 * narrow) return {wide + t % narrow, t / narrow};
  const std::uint32_t u = t - 5 * narrow;
  return {wide + narrow + u % (wide / 8), u / (wide / 8)};
}

std::uint32_t interleaved(const At& at) { return at.c / 32 * 32 + at.r; }

}  // namespace

bool whole_units(const spec::FormatRow& row, Geometry whole) {
  return whole.n != 0 && whole.k != 0 && whole.n % row.rows == 0 && whole.k % row.columns == 0;
}

bool countable(const spec::FormatRow& row, Geometry whole) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return whole.n <= most / 8 / whole.k &&
         whole.n / row.rows <= most / 2 / row.bytes / (whole.k / row.columns);
}

bool fits(std::uint64_t needed, std::uint64_t got) { return needed == got; }

bool has_layout(const spec::FormatRow& row, Layout layout) {
  return layout == Layout::standard || row.second_layout;
}

std::uint64_t unit_offset(const At& at) {
  const std::uint64_t across = at.whole.k / at.row->columns;
  return (at.n / at.row->rows * across + at.k / at.row->columns) * at.row->bytes;
}

std::uint16_t load16(Input bytes, std::uint64_t at) {
  if (at + 2 > bytes.size()) return 0;
  return static_cast<std::uint16_t>(bytes[at] | bytes[at + 1] << 8);
}

std::uint32_t load32(Input bytes, std::uint64_t at) {
  return std::uint32_t{load16(bytes, at)} | std::uint32_t{load16(bytes, at + 2)} << 16;
}

Site site(const At& at) {
  const std::uint32_t r = at.r;
  const std::uint32_t c = at.c;
  const std::uint32_t block = r / 16 * 16 + c / 16;
  switch (at.row->id) {
    case Format::t2: return {64 * r + c / 4, 2 * (c % 4)};
    case Format::t2s: return {64 * block + 4 * (c % 16) + r % 16 / 4, 2 * (r % 4)};
    case Format::pb16i: return {128 * block + (16 * (c % 16) + r % 16) / 2, 4 * (r % 2)};
    case Format::q4_1:
      return {1024 + 256 * (8 * (r / 16) + c / 32) + 8 * (c % 32) + r % 16 / 2, 4 * (r % 2)};
    case Format::q4_k: return {512 + 16 * c + r / 2, 4 * (r % 2)};
    case Format::q8:
      if (at.layout == Layout::standard) return {512 + 32 * c + r, 0};
      return {512 + 4096 * (r / 16) + 512 * (c / 32) + 16 * (c % 32) + r % 16, 0};
    case Format::tq1_0: return base3_site(c, 32);
    case Format::tq2_0: return {32 * (c / 128) + c % 32, 2 * (c % 128 / 32)};
    case Format::q2_0:
    case Format::pq2_0: return {2 + c / 4, 2 * (c % 4)};
    case Format::ptq1_0: return base3_site(c, 16);
  }
  return {};
}

std::uint32_t scale_byte(const At& at) {
  const std::uint32_t column = at.r % 16;
  const std::uint32_t half_tile = 2 * (at.r / 16) + at.c / 128;
  switch (at.row->id) {
    case Format::t2: return 2048 + 4 * at.r + 2 * (at.c / 128);
    case Format::t2s: return 2048 + 2 * (16 * half_tile + column);
    case Format::pb16i: return 4096 + 2 * (16 * (4 * half_tile + at.c % 128 / 32) + column);
    case Format::q4_1:
      return 2 * (at.layout == Layout::other ? 8 * at.r + at.c / 32 : interleaved(at));
    case Format::q4_k: return 4608 + 2 * at.r;
    case Format::q8: return 2 * interleaved(at);
    case Format::tq1_0: return 52;
    case Format::tq2_0: return 64;
    case Format::q2_0:
    case Format::pq2_0: return 0;
    case Format::ptq1_0: return 26;
  }
  return 0;
}

std::uint32_t addend_byte(const At& at) {
  return at.row->id == Format::q4_k ? 4672 + 2 * at.r : 512 + scale_byte(at);
}

std::uint32_t level_byte(const At& at) { return interleaved(at); }
std::uint32_t min_byte(const At& at) { return 256 + interleaved(at); }
std::uint64_t feature(const At& at) { return at.n; }

FieldKind kind(const At& at, std::uint32_t byte) {
  switch (at.row->id) {
    case Format::tq1_0: return byte < 48 ? FieldKind::base3x5 : FieldKind::base3x4;
    case Format::ptq1_0: return byte < 24 ? FieldKind::base3x5 : FieldKind::base3x4;
    case Format::q4_1: return at.layout == Layout::other ? FieldKind::int4 : FieldKind::uint4;
    case Format::q4_k: return FieldKind::uint4;
    case Format::pb16i: return FieldKind::int4;
    case Format::q8: return FieldKind::int8;
    default: return FieldKind::code2;
  }
}

bool always(const At&) { return true; }

std::vector<ScaleAt> stored_scales(const spec::FormatRow& row, Layout layout) {
  std::vector<ScaleAt> found;
  const bool two_level = row.id == Format::q4_k;
  const std::uint32_t step = two_level ? row.columns : row.group;
  for (std::uint32_t r = 0; r < row.rows; ++r)
    for (std::uint32_t c = 0; c < row.columns; c += step) {
      const At at{&row, layout, {}, r, c, r, c};
      found.push_back({scale_byte(at), r, c});
      if (two_level) found.push_back({addend_byte(at), r, c});
    }
  return found;
}

std::uint64_t pattern_index(const At& at, std::uint32_t group) {
  return at.n * (at.whole.k / group) + at.k / group;
}

void store16(std::span<std::uint8_t> bytes, std::uint64_t at, std::uint16_t word) {
  bytes[at] = static_cast<std::uint8_t>(word & 0xff);
  bytes[at + 1] = static_cast<std::uint8_t>(word >> 8);
}

void store32(std::span<std::uint8_t> bytes, std::uint64_t at, std::uint32_t word) {
  for (unsigned i = 0; i < 4; ++i) bytes[at + i] = static_cast<std::uint8_t>(word >> (8 * i));
}

std::uint64_t amax_length(const spec::FormatRow& row, Geometry) { return row.columns; }

std::uint64_t activation(std::uint64_t m, std::uint64_t k, std::uint64_t, Geometry whole) {
  return m * whole.k + k;
}

std::uint64_t sum_index(std::uint64_t m, std::uint64_t n, std::uint64_t, Geometry whole) {
  return m * whole.n + n;
}

}  // namespace tritproof::mutants::right
