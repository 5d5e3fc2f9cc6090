// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codec/fast/compare.cpp"
#include <hwy/foreach_target.h>

#include "codec/fast/kernels.h"
#include "codec/fast/sides-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {
namespace {

// A part of two bands that is looked at in one go: rows from `row`, columns from `column`.
struct Part {
  std::size_t row = 0;
  std::size_t column = 0;
  std::size_t columns = 0;
};

// Columns of a band as a band.
Band Columns(const Band& band, const Part& part) {
  Band cut = band;
  cut.units += part.column / unit_columns(band.format) * unit_bytes(band.format);
  cut.columns = part.columns;
  return cut;
}

// Both bits of the tables' four weights: all ones, or 0 for a reserved code 3.
VU Kept(const Side& side) {
  return side.reserved3() ? hn::Load(DU(), kUnlessReserved) : hn::Set(DU(), ~0u);
}

HWY_INLINE VF TableOf(float scale, VU kept) {
  const VF products = hn::Mul(hn::Load(DF(), kFactors), hn::Set(DF(), scale));
  return hn::And(products, hn::BitCast(DF(), kept));
}

// The bits in which 16 * `words` weights of two rows differ, or-ed together.
HWY_INLINE VU DifferingBits(const Byte* a, const Byte* b, VF table_a, VF table_b,
                            std::size_t words) {
  VU bits = hn::Zero(DU());
  for (std::size_t w = 0; w < words; ++w) {
    const std::uint32_t codes_a = Load32(a + 4 * w);
    const std::uint32_t codes_b = Load32(b + 4 * w);
    TRITPROOF_UNROLL
    for (std::size_t part = 0; part < kParts; ++part) {
      const VF left = LookUp4(table_a, SpreadCodes(codes_a, part));
      const VF right = LookUp4(table_b, SpreadCodes(codes_b, part));
      bits = hn::Or(bits, hn::Xor(hn::BitCast(DU(), left), hn::BitCast(DU(), right)));
    }
  }
  return bits;
}

#if HWY_MAX_BYTES == 64
// Codes of two rows side by side, four bits a pair, that of the first row below: those of even and
// those of odd columns.
struct RowPairs {
  alignas(64) std::uint32_t even[kColumns / 16];
  alignas(64) std::uint32_t odd[kColumns / 16];
};

HWY_INLINE void PairRows(const Byte* a, const Byte* b, RowPairs& pairs) {
  const VU low = hn::Set(DU(), 0x33333333u);
  const VU first = LoadWords(a);
  const VU second = LoadWords(b);
  hn::Store(hn::IfVecThenElse(low, first, hn::ShiftLeft<2>(second)), DU(), pairs.even);
  hn::Store(hn::IfVecThenElse(low, hn::ShiftRight<2>(first), second), DU(), pairs.odd);
}

// The bits in which the weights of 16 pairs differ. Both tables are looked up by the same index:
// one repeats its four weights, the other repeats each.
HWY_INLINE VU DifferingPairs(const std::uint32_t* pairs, VF table_a, VF table_b) {
  alignas(64) constexpr std::uint32_t shifts[16] = {0,  0,  4,  4,  8,  8,  12, 12,
                                                    16, 16, 20, 20, 24, 24, 28, 28};
  std::uint64_t two;
  std::memcpy(&two, pairs, sizeof(two));
  const VU words = hn::BitCast(DU(), hn::Set(hn::ScalableTag<std::uint64_t>(), two));
  const auto index = hn::IndicesFromVec(DF(), words >> hn::Load(DU(), shifts));
  const VU left = hn::BitCast(DU(), hn::TableLookupLanes(table_a, index));
  return hn::Xor(left, hn::BitCast(DU(), hn::TableLookupLanes(table_b, index)));
}

// The same as SameFloats for whole tiles with two scales a row: half the shifts.
bool SameTileFloats(const Side& a, const Side& b) {
  alignas(64) constexpr std::uint32_t each[16] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
  const auto repeat = hn::SetTableIndices(DF(), each);
  const VU kept_a = Kept(a);
  const VU kept_b = Kept(b);
  VU bits = hn::Zero(DU());
  for (std::size_t r = 0; r < kRows; ++r) {
    RowPairs pairs;
    PairRows(a.codes + r * kRowBytes, b.codes + r * kRowBytes, pairs);
    TRITPROOF_UNROLL
    for (std::size_t g = 0; g < 2; ++g) {
      const VF table_a = TableOf(a.scale[g][r], kept_a);
      const VF table_b = hn::TableLookupLanes(TableOf(b.scale[g][r], kept_b), repeat);
      TRITPROOF_UNROLL
      for (std::size_t w = 8 * g; w < 8 * (g + 1); w += 2) {
        bits = hn::Or(bits, DifferingPairs(pairs.even + w, table_a, table_b));
        bits = hn::Or(bits, DifferingPairs(pairs.odd + w, table_a, table_b));
      }
    }
  }
  return hn::AllTrue(DU(), hn::Eq(bits, hn::Zero(DU())));
}
#endif

// Float path: whether all pairs of weights have the same bits. NaNs may differ and be equal.
bool SameFloats(const Side& a, const Side& b, std::size_t columns, std::size_t group) {
#if HWY_MAX_BYTES == 64
  if (a.band.rows == kRows && columns == kColumns && group == spec::kScaleGroup)
    return SameTileFloats(a, b);
#endif
  const VU kept_a = Kept(a);
  const VU kept_b = Kept(b);
  VU bits = hn::Zero(DU());
  for (std::size_t r = 0; r < a.band.rows; ++r)
    for (std::size_t c = 0; c < columns; c += group) {
      const std::size_t at = r * kRowBytes + c / 4;
      const VF table_a = TableOf(a.scale[c / group][r], kept_a);
      const VF table_b = TableOf(b.scale[c / group][r], kept_b);
      const std::size_t words = std::min(group, columns - c) / 16;
      bits = hn::Or(bits, DifferingBits(a.codes + at, b.codes + at, table_a, table_b, words));
    }
  return hn::AllTrue(DU(), hn::Eq(bits, hn::Zero(DU())));
}

// Whether the codes of two sides are the same.
bool SameRows(const Side& a, const Side& b, std::size_t columns) {
  if (a.band.rows != kRows || columns != kColumns) {
    for (std::size_t r = 0; r < a.band.rows; ++r)
      if (std::memcmp(a.codes + r * kRowBytes, b.codes + r * kRowBytes, columns / 4) != 0)
        return false;
    return true;
  }
  VU8 unlike = hn::Zero(DU8());
  for (std::size_t i = 0; i < kCodeBytes; i += hn::Lanes(DU8()))
    unlike = hn::Or(unlike, hn::Xor(hn::LoadU(DU8(), a.codes + i), hn::LoadU(DU8(), b.codes + i)));
  return hn::AllTrue(DU8(), hn::Eq(unlike, hn::Zero(DU8())));
}

// Code path: whether codes and scales are the same and give the same weights. Where they are not,
// the weights may still be.
bool SameCodes(const Side& a, const Side& b, std::size_t columns, std::size_t group) {
  if (a.threes + b.threes != 0 && a.reserved3() != b.reserved3()) return false;
  if (!SameRows(a, b, columns)) return false;
  const VI infinity = hn::Set(DI(), 0x7f800000);
  auto same = hn::Eq(infinity, infinity);
  for (std::size_t c = 0; c < columns; c += group)
    for (std::size_t r = 0; r < kRows; r += kLanes) {
      const VI left = hn::BitCast(DI(), hn::Load(DF(), a.scale[c / group] + r));
      const VI right = hn::BitCast(DI(), hn::Load(DF(), b.scale[c / group] + r));
      const VI magnitude = hn::And(left, hn::Set(DI(), 0x7fffffff));
      same = hn::And(same, hn::And(hn::Eq(left, right), hn::Lt(magnitude, infinity)));
    }
  return hn::AllTrue(DI(), same);
}

// HALF-6
std::uint32_t Canonical(float weight) {
  const auto word = std::bit_cast<std::uint32_t>(weight);
  return (word & 0x7fffffffu) > 0x7f800000u ? kCanonicalNaN : word;
}

// Weight by weight: how many differ, and which comes first.
void CompareExactly(const Band& a, const Band& b, const Part& part, Comparison& result) {
  float left[kRows * kColumns];
  float right[kRows * kColumns];
  DecodeFloats(Columns(a, part), left, kColumns);
  DecodeFloats(Columns(b, part), right, kColumns);
  for (std::size_t r = 0; r < a.rows; ++r)
    for (std::size_t c = 0; c < part.columns; ++c) {
      const std::uint32_t word_a = Canonical(left[r * kColumns + c]);
      const std::uint32_t word_b = Canonical(right[r * kColumns + c]);
      if (word_a == word_b) continue;
      const Difference found{part.row + r, part.column + c, word_a, word_b};
      // Parts come as tiles do; a row of blocks spans several of them.
      const bool earlier = !is_tile(a.format) && found.row < result.first.row;
      if (result.differing++ == 0 || earlier) result.first = found;
    }
}

void ComparePart(Side& a, Side& b, const Part& part, Path path, Comparison& result) {
  const bool fine = a.band.format == Format::q2_0 || b.band.format == Format::q2_0;
  const std::size_t group = fine ? 64 : 128;
  const bool good_a = LoadSide(part.column, part.columns, group, a);
  const bool good_b = LoadSide(part.column, part.columns, group, b);
  if (a.reserved3()) result.reserved_a += a.threes;
  if (b.reserved3()) result.reserved_b += b.threes;
  if (good_a && good_b) {
    if (path == Path::codes && SameCodes(a, b, part.columns, group)) return;
    if (SameFloats(a, b, part.columns, group)) return;
  }
  CompareExactly(a.band, b.band, part, result);
}

// 32 rows or fewer of bands of blocks.
Band Rows(const Band& band, std::size_t row) {
  Band cut = band;
  if (is_tile(band.format)) return cut;
  cut.units += row * band.pitch;
  cut.rows = std::min(band.rows - row, kRows);
  return cut;
}

}  // namespace

Comparison Compare(const Band& a, const Band& b, Path path) {
  Comparison result;
  for (std::size_t row = 0; row < a.rows; row += kRows) {
    const Band rows_a = Rows(a, row);
    const Band rows_b = Rows(b, row);
    Side left(rows_a);
    Side right(rows_b);
    for (std::size_t c = 0; c < a.columns; c += kColumns)
      ComparePart(left, right, {row, c, std::min(a.columns - c, kColumns)}, path, result);
  }
  return result;
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
