// SPDX-License-Identifier: Apache-2.0

/// Decoders of the tiles whose codes follow n: a word holds the codes of several rows in one
/// column, and a shift brings one row's to the front of all its columns at once.
#if defined(TRITPROOF_FAST_DECODE_COLUMNS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TRITPROOF_FAST_DECODE_COLUMNS_INL_H
#undef TRITPROOF_FAST_DECODE_COLUMNS_INL_H
#else
#define TRITPROOF_FAST_DECODE_COLUMNS_INL_H
#endif

#include "codec/fast/weights-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {

/// Every lane shifted right by the same run-time count.
HWY_INLINE VU ShiftDown(VU v, std::size_t bits) {
  if constexpr (kLanes == 4) return hn::ShiftRightSame(v, static_cast<int>(bits));
  return v >> hn::Set(DU(), static_cast<std::uint32_t>(bits));
}

/// T2S-1: 16 rows a word; the words of a half tile are in order of k.
template <class Out>
void DecodeT2s(const Band& band, typename Out::Word* to, std::size_t stride) {
  const RowPowers powers(band.exponents);
  const Byte* tile = band.units;
  for (std::size_t c = 0; c < band.columns; c += kColumns, tile += unit_bytes(Format::t2s)) {
    alignas(64) float scales[2 * kRows];
    StreamScales(tile, powers, scales);
    for (std::size_t r = 0; r < kRows; ++r)
      for (std::size_t gb = 0; gb < 2; ++gb) {
        const std::size_t nb = r / kBlockRows;
        const float scale = scales[(2 * nb + gb) * kBlockRows + r % kBlockRows];
        const VF table = Out::Finish(CodeWeights<true>(hn::Set(DF(), scale)));
        const Byte* words = tile + 1024 * nb + 512 * gb;
        typename Out::Word* row = to + r * stride + c + 128 * gb;
        TRITPROOF_UNROLL
        for (std::size_t line = 0; line < 4; ++line)
          Store32Codes<Out>(
              table,
              [&](std::size_t j) HWY_ATTR {
                const VU v = LoadWords(words + 128 * line + 4 * kLanes * j);
                return ShiftDown(v, 2 * (r % kBlockRows));
              },
              row + 32 * line);
      }
  }
}

/// Of each `per_column` words the one numbered `which`, from kLanes columns.
template <std::size_t per_column>
HWY_INLINE VU EveryWord(const Byte* at, std::size_t which) {
  if constexpr (per_column == 1) {
    return LoadWords(at);
  } else {
    constexpr std::size_t half = per_column / 2;
    const VU low = EveryWord<half>(at, which % half);
    const VU high = EveryWord<half>(at + 4 * kLanes * half, which % half);
    return which < half ? hn::ConcatEven(DU(), high, low) : hn::ConcatOdd(DU(), high, low);
  }
}

/// A scale, and perhaps an addend, for each 32 columns and row of a tile.
struct RunScales {
  alignas(64) float factor[kRuns][kRows];
  alignas(64) float addend[kRuns][kRows];
};

/// What the bits of a code mean.
struct CodeBits {
  std::size_t bits;
  bool is_signed;
  bool adds;  ///< product plus addend, each rounded (Q4_1-3, Q4_K-4)
};

template <CodeBits kind>
HWY_INLINE VF Weigh(VF codes, VF factor, VF addend) {
  const VF products = hn::Mul(codes, factor);
  if constexpr (!kind.adds) return products;
  return hn::Add(products, addend);
}

/// The codes of row `row` of a group of words, as floats.
template <CodeBits kind, std::size_t row>
HWY_INLINE VF CodeFloats(VU words) {
  const VU top = hn::ShiftLeft<32 - kind.bits*(row + 1)>(words);
  if constexpr (kind.is_signed)
    return hn::ConvertTo(DF(), hn::ShiftRight<32 - kind.bits>(hn::BitCast(DI(), top)));
  return hn::ConvertTo(DF(), hn::BitCast(DI(), hn::ShiftRight<32 - kind.bits>(top)));
}

alignas(64) inline constexpr float kNibbles[2][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1}};

/// 32 columns of a row, from the words of as many columns.
template <class Out, CodeBits kind, std::size_t row>
HWY_INLINE void DecodeRun(const VU* words, VF factor, VF addend, typename Out::Word* to) {
#if HWY_MAX_BYTES == 64
  // A vector holds all 16 products, and a permutation looks at the lowest four bits.
  if constexpr (kind.bits == 4) {
    const VF codes = hn::Load(DF(), kNibbles[kind.is_signed]);
    const VF table = Out::Finish(Weigh<kind>(codes, factor, addend));
    return Out::Store32Weights(
        [&](std::size_t j) HWY_ATTR {
          const VU index = hn::ShiftRight<4 * row>(words[j]);
          return hn::TableLookupLanes(table, hn::IndicesFromVec(DF(), index));
        },
        to);
  }
#endif
  Out::Store32Weights(
      [&](std::size_t j) HWY_ATTR {
        return Out::Finish(Weigh<kind>(CodeFloats<kind, row>(words[j]), factor, addend));
      },
      to);
}

/// Columns whose words are in registers while the rows that they hold are decoded: as many as there
/// is room for, as caches do not like rows to be written in short pieces.
inline constexpr std::size_t kChunk = kLanes == 16 ? kColumns : 8 * kLanes;

/// Row `row` of a group of words and all rows after it; `factors` and `addends` are the row's,
/// those of further 32 columns kRows apart.
template <class Out, CodeBits kind, std::size_t row>
HWY_INLINE void DecodeGroupRows(const VU* words, const float* factors, const float* addends,
                                typename Out::Word* to, std::size_t stride) {
  TRITPROOF_UNROLL
  for (std::size_t i = 0; i < kChunk / 32; ++i) {
    const VF factor = hn::Set(DF(), factors[i * kRows]);
    const VF addend = kind.adds ? hn::Set(DF(), addends[i * kRows]) : factor;
    DecodeRun<Out, kind, row>(words + 2 * kParts * i, factor, addend, to + 32 * i);
  }
  if constexpr ((row + 1) * kind.bits < 32)
    DecodeGroupRows<Out, kind, row + 1>(words, factors + 1, addends + 1, to + stride, stride);
}

/// A tile from its scales and its words, `per_column` of which follow each other in each column.
template <class Out, CodeBits kind, std::size_t per_column>
void DecodeWords(const Byte* codes, const RunScales& scales, typename Out::Word* to,
                 std::size_t stride) {
  constexpr std::size_t rows_a_word = 32 / kind.bits;
  for (std::size_t r = 0; r < kRows; r += rows_a_word, to += rows_a_word * stride) {
    const std::size_t group = r / rows_a_word;
    const Byte* from = codes + group / per_column * per_column * 4 * kColumns;
    for (std::size_t c = 0; c < kColumns; c += kChunk) {
      VU words[kChunk / kLanes];
      TRITPROOF_UNROLL
      for (std::size_t i = 0; i < kChunk / kLanes; ++i)
        words[i] =
            EveryWord<per_column>(from + 4 * per_column * (c + kLanes * i), group % per_column);
      DecodeGroupRows<Out, kind, 0>(words, &scales.factor[c / 32][r], &scales.addend[c / 32][r],
                                    to + c, stride);
    }
  }
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_DECODE_COLUMNS_INL_H
