// SPDX-License-Identifier: Apache-2.0

/// The tiles of pb16i, q4_1, q4_k and q8: how each fills the words and scales of
/// decode_columns-inl.h.
#if defined(TRITPROOF_FAST_DECODE_TILES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TRITPROOF_FAST_DECODE_TILES_INL_H
#undef TRITPROOF_FAST_DECODE_TILES_INL_H
#else
#define TRITPROOF_FAST_DECODE_TILES_INL_H
#endif

#include "codec/fast/decode_columns-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {

inline constexpr CodeBits kSignedNibble{4, true, false};
inline constexpr CodeBits kNibblePlus{4, false, true};
inline constexpr CodeBits kSignedNibblePlus{4, true, true};
inline constexpr CodeBits kSignedByte{8, true, false};

/// Calls `tile(bytes, words, scales, weights)` for every tile of a band.
template <Format format, class Word, class Tile>
HWY_INLINE void EachTile(const Band& band, Word* to, const Tile& tile) {
  ColumnWords words;
  RunScales scales;
  const Byte* from = band.units;
  for (std::size_t c = 0; c < band.columns; c += kColumns, from += unit_bytes(format))
    tile(from, words, scales, to + c);
}

/// PB16I-1: 8 rows a word, two words a column; PB16I-2: half a tile's multipliers after the
/// other's.
template <class Out>
void DecodePb16i(const Band& band, typename Out::Word* to, std::size_t stride) {
  const RowPowers powers(band.exponents);
  EachTile<Format::pb16i>(
      band, to,
      [&](const Byte* tile, ColumnWords& words, RunScales& scales, typename Out::Word* out)
          HWY_ATTR {
            for (std::size_t nb = 0; nb < 2; ++nb) {
              Separate<2>(tile + 2048 * nb, 2 * nb, words);
              for (std::size_t i = 0; i < 128; i += kLanes) {
                const std::size_t r = nb * kBlockRows + i % kBlockRows;
                const Byte* at = tile + kImageScalesAt + 256 * nb + 2 * i;
                hn::Store(MultiplierScales(at, powers, r), DF(), &scales.factor[i / kBlockRows][r]);
              }
            }
            DecodeWords<Out, kSignedNibble>(words, scales, out, stride);
          });
}

/// 256 bfloats as they are stored, by run and then row.
HWY_INLINE void LoadRunBfloats(const Byte* from, float (&to)[kRuns][kRows]) {
  for (std::size_t i = 0; i < kRuns * kRows; i += kLanes)
    hn::Store(LoadBfloats(from + 2 * i), DF(), &to[0][0] + i);
}

/// 256 bfloats stored by row and then run (Q4_1-4).
HWY_INLINE void LoadRowBfloats(const Byte* from, float (&to)[kRuns][kRows]) {
  for (std::size_t i = 0; i < kRuns * kRows; ++i)
    to[i % kRuns][i / kRuns] = std::bit_cast<float>(std::uint32_t{Load16(from + 2 * i)} << 16);
}

/// Q4_1-1, Q4_1-2; the other layout has signed nibbles and scales row by row (Q4_1-4).
template <class Out>
void DecodeQ4_1(const Band& band, typename Out::Word* to, std::size_t stride) {
  const bool other = band.layout == spec::Layout::other;
  EachTile<Format::q4_1>(band, to,
                         [&](const Byte* tile, ColumnWords& words, RunScales& scales,
                             typename Out::Word* out) HWY_ATTR {
                           const auto load = other ? LoadRowBfloats : LoadRunBfloats;
                           load(tile, scales.factor);
                           load(tile + field_at(Format::q4_1, 1), scales.addend);
                           const Byte* codes = tile + field_at(Format::q4_1, 2);
                           Separate<2>(codes, 0, words);
                           Separate<2>(codes + 2048, 2, words);
                           if (other)
                             DecodeWords<Out, kSignedNibblePlus>(words, scales, out, stride);
                           else
                             DecodeWords<Out, kNibblePlus>(words, scales, out, stride);
                         });
}

/// Q4_K-2, Q4_K-4: S * scale and M * min, each rounded before the code comes in.
HWY_INLINE void TwoLevels(const Byte* bfloats, const Byte* integers, float (&to)[kRuns][kRows]) {
  for (std::size_t run = 0; run < kRuns; ++run)
    for (std::size_t r = 0; r < kRows; r += kLanes) {
      const VU integer = LoadBytes(integers + run * kRows + r);
      const VF level = hn::ConvertTo(DF(), hn::BitCast(DI(), integer));
      hn::Store(hn::Mul(LoadBfloats(bfloats + 2 * r), level), DF(), &to[run][r]);
    }
}

template <class Out>
void DecodeQ4_k(const Band& band, typename Out::Word* to, std::size_t stride) {
  constexpr Format format = Format::q4_k;
  EachTile<format>(
      band, to,
      [&](const Byte* tile, ColumnWords& words, RunScales& scales, typename Out::Word* out)
          HWY_ATTR {
            TwoLevels(tile + field_at(format, 3), tile + field_at(format, 0), scales.factor);
            TwoLevels(tile + field_at(format, 4), tile + field_at(format, 1), scales.addend);
            Separate<4>(tile + field_at(format, 2), 0, words);
            DecodeWords<Out, kNibblePlus>(words, scales, out, stride);
          });
}

/// Q8-1; the other layout keeps 16 rows of a column together, half a tile after the other (Q8-4).
template <class Out>
void DecodeQ8(const Band& band, typename Out::Word* to, std::size_t stride) {
  const bool other = band.layout == spec::Layout::other;
  EachTile<Format::q8>(band, to,
                       [&](const Byte* tile, ColumnWords& words, RunScales& scales,
                           typename Out::Word* out) HWY_ATTR {
                         LoadRunBfloats(tile, scales.factor);
                         const Byte* codes = tile + field_at(Format::q8, 1);
                         if (other) {
                           Separate<4>(codes, 0, words);
                           Separate<4>(codes + 4096, 4, words);
                         } else {
                           Separate<8>(codes, 0, words);
                         }
                         DecodeWords<Out, kSignedByte>(words, scales, out, stride);
                       });
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_DECODE_TILES_INL_H
