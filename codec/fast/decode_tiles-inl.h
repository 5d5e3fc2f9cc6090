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

/// Calls `tile(bytes, scales, weights)` for every tile of a band.
template <Format format, class Word, class Tile>
HWY_INLINE void EachTile(const Band& band, Word* to, const Tile& tile) {
  RunScales scales;
  const Byte* from = band.units;
  for (std::size_t c = 0; c < band.columns; c += kColumns, from += unit_bytes(format))
    tile(from, scales, to + c);
}

/// PB16I-1: 8 rows a word, two words a column; PB16I-2: half a tile's multipliers after the
/// other's.
template <class Out>
void DecodePb16i(const Band& band, typename Out::Word* to, std::size_t stride) {
  const RowPowers powers(band.exponents);
  EachTile<Format::pb16i>(
      band, to, [&](const Byte* tile, RunScales& scales, typename Out::Word* out) HWY_ATTR {
        for (std::size_t i = 0; i < 256; i += kLanes) {
          const std::size_t r = i / 128 * kBlockRows + i % kBlockRows;
          const VF factors = MultiplierScales(tile + kImageScalesAt + 2 * i, powers, r);
          hn::Store(factors, DF(), &scales.factor[i % 128 / kBlockRows][r]);
        }
        DecodeWords<Out, kSignedNibble, 2>(tile, scales, out, stride);
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
  constexpr Format format = Format::q4_1;
  EachTile<format>(
      band, to, [&](const Byte* tile, RunScales& scales, typename Out::Word* out) HWY_ATTR {
        const bool other = band.layout == spec::Layout::other;
        const auto load = other ? LoadRowBfloats : LoadRunBfloats;
        load(tile, scales.factor);
        load(tile + field_at(format, 1), scales.addend);
        const auto decode =
            other ? DecodeWords<Out, kSignedNibblePlus, 2> : DecodeWords<Out, kNibblePlus, 2>;
        decode(tile + field_at(format, 2), scales, out, stride);
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

/// Q4_K-1: four words a column.
template <class Out>
void DecodeQ4_k(const Band& band, typename Out::Word* to, std::size_t stride) {
  constexpr Format format = Format::q4_k;
  EachTile<format>(
      band, to, [&](const Byte* tile, RunScales& scales, typename Out::Word* out) HWY_ATTR {
        TwoLevels(tile + field_at(format, 3), tile + field_at(format, 0), scales.factor);
        TwoLevels(tile + field_at(format, 4), tile + field_at(format, 1), scales.addend);
        DecodeWords<Out, kNibblePlus, 4>(tile + field_at(format, 2), scales, out, stride);
      });
}

/// Words of a run of columns, four or eight a column, to those of a row group after the other's.
HWY_INLINE void Separate4(const Byte* from, Byte* to) {
  for (std::size_t k = 0; k < kColumns; k += kLanes) {
    VU v[4];
    LoadWords4(from + 16 * k, v);
    TRITPROOF_UNROLL
    for (std::size_t i = 0; i < 4; ++i) StoreWords(v[i], to + 4 * (kColumns * i + k));
  }
}

HWY_INLINE void Separate8(const Byte* from, Byte* to) {
  for (std::size_t k = 0; k < kColumns; k += kLanes) {
    VU v[4];
    VU w[4];
    LoadWords4(from + 32 * k, v);
    LoadWords4(from + 32 * k + 16 * kLanes, w);
    TRITPROOF_UNROLL
    for (std::size_t i = 0; i < 4; ++i) {
      StoreWords(hn::ConcatEven(DU(), w[i], v[i]), to + 4 * (kColumns * i + k));
      StoreWords(hn::ConcatOdd(DU(), w[i], v[i]), to + 4 * (kColumns * (i + 4) + k));
    }
  }
}

/// Q8-1: four rows a word, eight words a column; the other layout keeps 16 rows of a column
/// together, half a tile after the other (Q8-4).
template <class Out>
void DecodeQ8(const Band& band, typename Out::Word* to, std::size_t stride) {
  constexpr Format format = Format::q8;
  alignas(64) Byte words[kRows * kColumns];
  EachTile<format>(band, to,
                   [&](const Byte* tile, RunScales& scales, typename Out::Word* out) HWY_ATTR {
                     LoadRunBfloats(tile, scales.factor);
                     const Byte* codes = tile + field_at(format, 1);
                     if (band.layout == spec::Layout::standard) {
                       Separate8(codes, words);
                     } else {
                       Separate4(codes, words);
                       Separate4(codes + 4096, words + 4096);
                     }
                     DecodeWords<Out, kSignedByte, 1>(words, scales, out, stride);
                   });
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_DECODE_TILES_INL_H
