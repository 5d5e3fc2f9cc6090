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

HWY_INLINE VF TableOf(float scale, VU kept) {
  const VF products = hn::Mul(hn::Load(DF(), kFactors), hn::Set(DF(), scale));
  return hn::And(products, hn::BitCast(DF(), kept));
}

// Both sides' words for every pair of codes under two scales, compared: byte i + 4 * j is 0 if a's
// word for code i and b's for code j are the same.
HWY_INLINE void UnlikePairs(VF words_a, VF words_b, Byte* flags) {
  const hn::Rebind<std::int8_t, DI> d8;
  const VI a = hn::BitCast(DI(), words_a);
  const VI b = hn::BitCast(DI(), words_b);
  TRITPROOF_UNROLL
  for (std::size_t at = 0; at < 16; at += kLanes) {
    const auto each = hn::SetTableIndices(DI(), kEachFourTimes + at);
    const VI unlike = hn::VecFromMask(DI(), hn::Ne(a, hn::TableLookupLanes(b, each)));
    hn::StoreU(hn::BitCast(hn::Rebind<Byte, DI>(), hn::DemoteTo(d8, unlike)),
               hn::Rebind<Byte, DI>(), flags + at);
  }
}

// Whether weights differ among those of a vector of code bytes, by the flags of their pairs.
template <class D>
HWY_INLINE hn::Vec<D> UnlikeWeights(D d, const Byte* a, const Byte* b, hn::Vec<D> flags) {
  const hn::Repartition<std::uint16_t, D> d16;  // no bit crosses a byte: they are masked
  const auto low = hn::Set(d, 0x33);
  const auto nibble = hn::Set(d, 0x0f);
  const auto left = hn::LoadU(d, a);
  const auto right = hn::LoadU(d, b);
  const auto up = hn::BitCast(d, hn::ShiftLeft<2>(hn::BitCast(d16, hn::And(right, low))));
  const auto down = hn::And(hn::BitCast(d, hn::ShiftRight<2>(hn::BitCast(d16, left))), low);
  const auto even = hn::Or(hn::And(left, low), up);
  const auto odd = hn::Or(down, hn::AndNot(low, right));
  const auto high = [&](hn::Vec<D> v) HWY_ATTR {
    return hn::And(hn::BitCast(d, hn::ShiftRight<4>(hn::BitCast(d16, v))), nibble);
  };
  return hn::Or(hn::Or(hn::TableLookupBytes(flags, hn::And(even, nibble)),
                       hn::TableLookupBytes(flags, high(even))),
                hn::Or(hn::TableLookupBytes(flags, hn::And(odd, nibble)),
                       hn::TableLookupBytes(flags, high(odd))));
}

// Float path: whether all pairs of weights have the same bits. NaNs may differ and be equal. The
// columns are whole groups: only q2_0 has units of 64, and its groups are of 64.
template <std::size_t group_bytes>
bool SameGroups(const Side& a, const Side& b, std::size_t columns) {
  const hn::CappedTag<std::uint8_t, group_bytes> d;
  const VU kept_a = Kept(a);
  const VU kept_b = Kept(b);
  auto unlike = hn::Zero(d);
  for (std::size_t r = 0; r < a.band.rows; ++r)
    for (std::size_t g = 0; g * group_bytes < columns / 4; ++g) {
      alignas(16) Byte pairs[16];
      UnlikePairs(TableOf(a.scale[g][r], kept_a), TableOf(b.scale[g][r], kept_b), pairs);
      const auto flags = hn::LoadDup128(d, pairs);
      const std::size_t at = r * kRowBytes + g * group_bytes;
      for (std::size_t i = 0; i < group_bytes; i += hn::Lanes(d))
        unlike = hn::Or(unlike, UnlikeWeights(d, a.codes + at + i, b.codes + at + i, flags));
    }
  return hn::AllTrue(d, hn::Eq(unlike, hn::Zero(d)));
}

bool SameFloats(const Side& a, const Side& b, std::size_t columns, std::size_t group) {
  return group == spec::kScaleGroup ? SameGroups<32>(a, b, columns) : SameGroups<16>(a, b, columns);
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
