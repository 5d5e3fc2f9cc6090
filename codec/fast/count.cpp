// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codec/fast/count.cpp"
#include <hwy/foreach_target.h>

#include "codec/fast/count-inl.h"
#include "codec/fast/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {
namespace {

void CountT2(const Byte* tile, spec::Counts& counts) {
  AskFor<unit_bytes(Format::t2)>(tile + 2 * unit_bytes(Format::t2));
  counts.reserved += CountThrees<kCodeBytes>(tile);
  CountClasses<kHalf>(tile + kScalesAt, 2 * kRows, counts);
}

// Zero and subnormal scales among `count` multipliers of rows r and up: ms * 2^e_ref (REF-6).
void CountMultipliers(const Byte* at, std::size_t count, const RowPowers& powers, std::size_t r,
                      spec::Counts& counts) {
  const VF least_normal = hn::BitCast(DF(), hn::Set(DU(), 0x00800000u));
  for (std::size_t i = 0; i < count; i += kLanes) {
    const VF scale = hn::Abs(MultiplierScales(at + 2 * i, powers, r + i % kBlockRows));
    const std::size_t zeros = hn::CountTrue(DF(), hn::Eq(scale, hn::Zero(DF())));
    counts.zero += zeros;
    counts.subnormal += hn::CountTrue(DF(), hn::Lt(scale, least_normal)) - zeros;
  }
}

void CountT2s(const Byte* tile, const RowPowers& powers, spec::Counts& counts) {
  AskFor<unit_bytes(Format::t2s)>(tile + 2 * unit_bytes(Format::t2s));
  counts.reserved += CountThrees<kCodeBytes>(tile);
  for (std::size_t nb = 0; nb < 2; ++nb)
    CountMultipliers(tile + kScalesAt + 64 * nb, 32, powers, nb * kBlockRows, counts);
}

void CountPb16i(const Byte* tile, const RowPowers& powers, spec::Counts& counts) {
  for (std::size_t nb = 0; nb < 2; ++nb)
    CountMultipliers(tile + kImageScalesAt + 256 * nb, 128, powers, nb * kBlockRows, counts);
}

// Calls `tile(bytes)` for every tile.
template <class Tile>
void EachTile(const Band& band, const Tile& tile) {
  const Byte* from = band.units;
  for (std::size_t c = 0; c < band.columns; c += kColumns, from += unit_bytes(band.format))
    tile(from);
}

template <Format format, class Codes>
void CountBlocks(const Band& band, spec::Counts& counts, const Codes& codes) {
  GatheredScales scales(counts);
  for (std::size_t r = 0; r < band.rows; ++r) {
    const Byte* block = band.units + r * band.pitch;
    for (std::size_t c = 0; c < band.columns; c += unit_columns(format)) {
      scales.Add(block + block_scale_at(format));
      codes(block);
      block += unit_bytes(format);
    }
  }
  scales.Flush();
}

template <Format format>
void CountTwoBitBlocks(const Band& band, spec::Counts& counts) {
  CountBlocks<format>(band, counts, [&](const Byte* block) HWY_ATTR {
    counts.code3 += CountThrees<unit_columns(format) / 4>(block + block_codes_at(format));
  });
}

template <Format format>
void CountDigitBlocks(const Band& band, spec::Counts& counts) {
  constexpr std::size_t five = field_at(format, 1);  // bytes of five digits, then those of four
  CountBlocks<format>(band, counts, [&](const Byte* block) HWY_ATTR {
    counts.non_canonical += CountNeverWritten<five>(block);
    for (std::size_t i = five; i < field_at(format, 2); ++i)
      counts.non_canonical += NeverWrittenOfFour(block[i]) ? 1 : 0;
  });
}

}  // namespace

void Count(const Band& band, spec::Counts& counts) {
  using enum Format;
  switch (band.format) {
    case t2: return EachTile(band, [&](const Byte* tile) HWY_ATTR { CountT2(tile, counts); });
    case t2s:
    case pb16i: {
      const RowPowers powers(band.exponents);
      const auto count = band.format == t2s ? CountT2s : CountPb16i;
      return EachTile(band, [&](const Byte* tile) HWY_ATTR { count(tile, powers, counts); });
    }
    case q4_1:
    case q8:
      return EachTile(band, [&](const Byte* tile)
                                HWY_ATTR { CountClasses<kBfloat>(tile, kRuns * kRows, counts); });
    case q4_k:  // S, then M
      return EachTile(band, [&](const Byte* tile) HWY_ATTR {
        CountClasses<kBfloat>(tile + field_at(q4_k, 3), 2 * kRows, counts);
      });
    case tq1_0: return CountDigitBlocks<tq1_0>(band, counts);
    case tq2_0: return CountTwoBitBlocks<tq2_0>(band, counts);
    case q2_0: return CountTwoBitBlocks<q2_0>(band, counts);
    case pq2_0: return CountTwoBitBlocks<pq2_0>(band, counts);
    case ptq1_0: return CountDigitBlocks<ptq1_0>(band, counts);
  }
}

void SeeMagnitudes(const Band& band, Magnitudes& seen) {
  // In both formats 16 rows' multipliers follow each other, half a tile's after the other's.
  const bool stream = band.format == Format::t2s;
  const std::size_t first = stream ? kScalesAt : kImageScalesAt;
  const std::size_t half = stream ? 64 : 256;
  const hn::CappedTag<std::uint16_t, 8> d;
  const hn::RebindToSigned<decltype(d)> di;
  EachTile(band, [&](const Byte* tile) HWY_ATTR {
    for (std::size_t at = 0; at < 2 * half; at += 2 * hn::Lanes(d)) {
      const std::size_t r = at / half * kBlockRows + at / 2 % kBlockRows;
      const auto magnitude = hn::BitCast(d, hn::Abs(LoadWords16(di, tile + first + at)));
      hn::StoreU(hn::Or(hn::LoadU(d, seen.of_row + r), magnitude), d, seen.of_row + r);
    }
  });
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
