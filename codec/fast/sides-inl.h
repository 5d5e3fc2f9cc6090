// SPDX-License-Identifier: Apache-2.0

/// One side of a comparison, at most 32 rows by 256 columns of it, in the form that all ternary
/// formats share: rows of 2-bit codes and float scales.
#if defined(TRITPROOF_FAST_SIDES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TRITPROOF_FAST_SIDES_INL_H
#undef TRITPROOF_FAST_SIDES_INL_H
#else
#define TRITPROOF_FAST_SIDES_INL_H
#endif

#include "codec/fast/count-inl.h"
#include "codec/fast/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {

/// Scales of a side lie by groups of 64 columns if either side has such, else by 128.
inline constexpr std::size_t kMostGroups = 4;

struct Side {
  const Band& band;
  RowPowers powers;
  const Byte* codes = nullptr;  ///< 64 bytes a row: in `room`, or where t2 keeps them
  std::uint64_t threes = 0;
  alignas(64) float scale[kMostGroups][kRows];
  alignas(64) Byte room[kCodeBytes];

  explicit Side(const Band& of) : band(of), powers(ExponentsOf(of)) {}

  /// Whether a code 3 gives +0.0 (T2-3) and counts as reserved.
  [[nodiscard]] bool reserved3() const {
    return spec::row_of(band.format).code3 == spec::Code3::reserved;
  }

  static const std::int32_t* ExponentsOf(const Band& of) {
    static constexpr std::int32_t none[kRows] = {};
    return spec::row_of(of.format).side_table ? of.exponents : none;
  }
};

/// Floats in order of (row, group) into scale[group][row].
HWY_INLINE void SplitPairs(const float* pairs, float (&scale)[kMostGroups][kRows]) {
  for (std::size_t r = 0; r < kRows; r += kLanes) {
    VF first;
    VF second;
    hn::LoadInterleaved2(DF(), pairs + 2 * r, first, second);
    hn::Store(first, DF(), scale[0] + r);
    hn::Store(second, DF(), scale[1] + r);
  }
}

/// Scales of blocks: that of the block in which each group of columns begins.
template <Format format>
void BlockScales(const Band& band, std::size_t c, std::size_t columns, std::size_t group,
                 Side& side) {
  constexpr std::size_t unit = unit_columns(format);
  const Byte* row = band.units + c / unit * unit_bytes(format) + block_scale_at(format);
  Byte halves[kMostGroups][2 * kRows] = {};
  for (std::size_t r = 0; r < band.rows; ++r, row += band.pitch)
    for (std::size_t g = 0; g * group < columns; ++g)
      std::memcpy(halves[g] + 2 * r, row + g * group / unit * unit_bytes(format), 2);
  for (std::size_t g = 0; g * group < columns; ++g) HalfRow<kRows>(halves[g], side.scale[g]);
}

/// The multipliers of a tile, one a row and 128 columns; false if the four of pb16i differ.
inline bool MultiplierGroups(const Byte* tile, Side& side) {
  const bool stream = side.band.format == Format::t2s;
  const Byte* stored = tile + (stream ? kScalesAt : kImageScalesAt);
  const std::size_t group_bytes = stream ? 32 : 128;
  for (std::size_t i = 0; i < 4; ++i) {  // nb, then gb
    const std::size_t r0 = i / 2 * kBlockRows;
    for (std::size_t n = 0; n < kBlockRows; n += kLanes)
      hn::Store(MultiplierScales(stored + group_bytes * i + 2 * n, side.powers, r0 + n), DF(),
                side.scale[i % 2] + r0 + n);
  }
  return stream || EqualMultipliers(tile);
}

/// The scales of each row one after the other, kMostGroups or half of them, and padding.
template <std::size_t groups>
struct RowScales {
  alignas(64) float at[kRows * groups + 4] = {};

  explicit HWY_INLINE RowScales(const Side& side) {
    for (std::size_t r = 0; r < kRows; r += kLanes) {
      const VF first = hn::Load(DF(), side.scale[0] + r);
      const VF second = hn::Load(DF(), side.scale[1] + r);
      if constexpr (groups == 2) {
        hn::StoreInterleaved2(first, second, DF(), at + 2 * r);
      } else {
        const VF third = hn::Load(DF(), side.scale[2] + r);
        const VF fourth = hn::Load(DF(), side.scale[3] + r);
        hn::StoreInterleaved4(first, second, third, fourth, DF(), at + 4 * r);
      }
    }
  }
};

/// Each group of 128 columns as two of 64.
HWY_INLINE void HalveGroups(Side& side) {
  for (std::size_t g = kMostGroups; g-- > 1;)
    std::memcpy(side.scale[g], side.scale[g / 2], sizeof(side.scale[g]));
}

/// Scales of a side by groups of `group` columns; false if it has none that serve so many.
inline bool LoadScales(std::size_t c, std::size_t columns, std::size_t group, Side& side) {
  using enum Format;
  const Band& band = side.band;
  const Byte* tile = band.units + c / kColumns * unit_bytes(band.format);
  bool good = true;
  switch (band.format) {
    case t2: {
      alignas(64) float pairs[2 * kRows];
      HalfRow<2 * kRows>(tile + kScalesAt, pairs);
      SplitPairs(pairs, side.scale);
      break;
    }
    case t2s:
    case pb16i: good = MultiplierGroups(tile, side); break;
    case tq1_0: return BlockScales<tq1_0>(band, c, columns, group, side), true;
    case tq2_0: return BlockScales<tq2_0>(band, c, columns, group, side), true;
    case q2_0: return BlockScales<q2_0>(band, c, columns, group, side), true;
    case pq2_0: return BlockScales<pq2_0>(band, c, columns, group, side), true;
    case ptq1_0: return BlockScales<ptq1_0>(band, c, columns, group, side), true;
    default: return false;
  }
  if (group < spec::kScaleGroup) HalveGroups(side);
  return good;
}

/// Codes 3 of a side's rows, whose codes are ternary in pb16i.
inline std::uint64_t ThreesOf(const Side& side, std::size_t columns) {
  if (side.band.format == Format::pb16i) return 0;
  if (side.band.rows == kRows && columns == kColumns) return CountThrees<kCodeBytes>(side.codes);
  std::uint64_t threes = 0;
  for (std::size_t r = 0; r < side.band.rows; ++r)
    threes += CountThreesSlowly(side.codes + r * kRowBytes, columns / 4);
  return threes;
}

/// Brings columns c to c + columns of a side into the shared form; false if they have none.
inline bool LoadSide(std::size_t c, std::size_t columns, std::size_t group, Side& side) {
  if (!spec::row_of(side.band.format).ternary) return false;
  bool good = true;
  if (columns < kColumns || side.band.rows < kRows) {  // what lies beyond is compared too
    std::memset(side.scale, 0, sizeof(side.scale));
    std::memset(side.room, 0, sizeof(side.room));
  }
  if (side.band.format == Format::t2) {
    side.codes = side.band.units + c / kColumns * unit_bytes(Format::t2);
  } else {
    good = ToRows(side.band, c, columns, side.room);
    side.codes = side.room;
  }
  side.threes = ThreesOf(side, columns);
  return LoadScales(c, columns, group, side) && good;
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_SIDES_INL_H
