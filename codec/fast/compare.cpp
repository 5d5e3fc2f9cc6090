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

alignas(64) constexpr std::uint32_t kEachFourTimes[16] = {0, 0, 0, 0, 1, 1, 1, 1,
                                                          2, 2, 2, 2, 3, 3, 3, 3};

// Both bits of the tables' four weights: all ones, or 0 for a reserved code 3.
VU Kept(const Side& side) {
  return side.reserved3() ? hn::Load(DU(), kUnlessReserved) : hn::Set(DU(), ~0u);
}

// The words of the four codes under each of kLanes / 4 scales.
HWY_INLINE VI WordsOf(const float* scales, VU kept) {
  const auto each = hn::SetTableIndices(DF(), kEachFourTimes);
  const VF scale = hn::TableLookupLanes(hn::LoadU(DF(), scales), each);
  const VF products = hn::Mul(hn::Load(DF(), kFactors), scale);
  return hn::BitCast(DI(), hn::And(products, hn::BitCast(DF(), kept)));
}

// Both sides' words for every pair of codes under two scales, compared: in every block of 16 bytes,
// byte j + 4 * i is all ones if a's word for code i and b's for code j are the same.
HWY_INLINE VU8 LikePairs(VI a, VI b) {
  const auto like = [a](VI one, std::uint32_t byte) HWY_ATTR {
    const std::uint32_t ones = kLittle ? 0xffu << (8 * byte) : 0xff000000u >> (8 * byte);
    return hn::IfThenElseZero(hn::Eq(a, one), hn::Set(DI(), static_cast<std::int32_t>(ones)));
  };
  const VI low = hn::Or(like(hn::Broadcast<0>(b), 0), like(hn::Broadcast<1>(b), 1));
  const VI high = hn::Or(like(hn::Broadcast<2>(b), 2), like(hn::Broadcast<3>(b), 3));
  return hn::BitCast(DU8(), hn::Or(low, high));
}

// Whether weights are the same among those of a vector of code bytes, by the tables of their pairs.
HWY_INLINE VU8 LikeWeights(const Byte* codes_a, const Byte* codes_b, VU8 tables) {
  const VU low = hn::Set(DU(), 0x33333333u);
  const VU nibble = hn::Set(DU(), 0x0f0f0f0fu);
  const VU a = hn::BitCast(DU(), hn::LoadU(DU8(), codes_a));
  const VU b = hn::BitCast(DU(), hn::LoadU(DU8(), codes_b));
  // No bit that crosses a byte is kept.
  const VU even = SelectBits(low, b, hn::ShiftLeft<2>(a));
  const VU odd = SelectBits(low, hn::ShiftRight<2>(b), a);
  const auto look_up = [&](VU pairs) HWY_ATTR {
    return hn::TableLookupBytes(tables, hn::BitCast(DU8(), hn::And(pairs, nibble)));
  };
  return hn::And(hn::And(look_up(even), look_up(hn::ShiftRight<4>(even))),
                 hn::And(look_up(odd), look_up(hn::ShiftRight<4>(odd))));
}

// Words of the lower half of a vector of four blocks, or of two or one, each block twice.
alignas(64) constexpr std::uint32_t kEachBlockTwice[16] = {0, 1, 2, 3, 0, 1, 2, 3,
                                                           4, 5, 6, 7, 4, 5, 6, 7};

// Of a vector of tables that each serve `blocks` blocks of codes, those of its vector `number`.
template <std::size_t blocks>
HWY_INLINE VU8 TablesFor(VU8 tables, std::size_t number) {
  if constexpr (blocks == 1 || kLanes == 4) return tables;
  const VU half = hn::Set(DU(), static_cast<std::uint32_t>(number * kLanes / 2));
  const VU words = hn::Add(hn::Load(DU(), kEachBlockTwice), half);
  return hn::BitCast(
      DU8(), hn::TableLookupLanes(hn::BitCast(DU(), tables), hn::IndicesFromVec(DU(), words)));
}

// Float path: whether all pairs of weights have the same bits. NaNs may differ and be equal.
template <std::size_t groups>
bool SameWords(const Side& a, const Side& b) {
  constexpr std::size_t blocks = 4 / groups;  // of 16 bytes of codes, to one scale
  const VU kept_a = Kept(a);
  const VU kept_b = Kept(b);
  const RowScales<groups> scales_a(a);
  const RowScales<groups> scales_b(b);
  VU8 like = hn::Set(DU8(), 0xff);
  for (std::size_t i = 0; i < a.band.rows * groups; i += kLanes / 4) {
    const VU8 tables =
        LikePairs(WordsOf(scales_a.at + i, kept_a), WordsOf(scales_b.at + i, kept_b));
    TRITPROOF_UNROLL
    for (std::size_t number = 0; number < blocks; ++number) {
      const std::size_t at = 16 * blocks * i + 4 * kLanes * number;
      like =
          hn::And(like, LikeWeights(a.codes + at, b.codes + at, TablesFor<blocks>(tables, number)));
    }
  }
  return hn::AllTrue(DU8(), hn::Eq(like, hn::Set(DU8(), 0xff)));
}

bool SameFloats(const Side& a, const Side& b, std::size_t group) {
  return group == spec::kScaleGroup ? SameWords<2>(a, b) : SameWords<4>(a, b);
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
    if (SameFloats(a, b, group)) return;
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
