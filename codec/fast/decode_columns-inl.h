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

/// The words of a tile by row group: group g, column k at word[g * 256 + k].
struct ColumnWords {
  alignas(64) std::uint32_t word[8 * kColumns];

  HWY_INLINE std::uint32_t* Of(std::size_t group) { return word + group * kColumns; }
};

/// Separates `per_column` words a column into as many groups.
template <std::size_t per_column>
HWY_INLINE void Separate(const Byte* from, std::size_t first_group, ColumnWords& to) {
  const auto store = [&](VU v, std::size_t group, std::size_t k)
                         HWY_ATTR { hn::Store(v, DU(), to.Of(first_group + group) + k); };
  for (std::size_t k = 0; k < kColumns; k += kLanes) {
    const Byte* at = from + 4 * per_column * k;
    VU v[4];
    if constexpr (per_column == 2)
      LoadWords2(at, v[0], v[1]);
    else
      LoadWords4(at, v);
    if constexpr (per_column <= 4) {
      TRITPROOF_UNROLL
      for (std::size_t i = 0; i < per_column; ++i) store(v[i], i, k);
    } else {  // eight: the even and the odd halves of four
      VU w[4];
      LoadWords4(at + 16 * kLanes, w);
      TRITPROOF_UNROLL
      for (std::size_t i = 0; i < 4; ++i) {
        store(hn::ConcatEven(DU(), w[i], v[i]), i, k);
        store(hn::ConcatOdd(DU(), w[i], v[i]), i + 4, k);
      }
    }
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

/// 32 columns of a row.
template <class Out, CodeBits kind, std::size_t row>
HWY_INLINE void DecodeRun(const std::uint32_t* words, VF factor, VF addend,
                          typename Out::Word* to) {
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
  // A vector holds all 16 products, and a permutation looks at the lowest four bits.
  if constexpr (kind.bits == 4) {
    const VF codes = hn::Load(DF(), kNibbles[kind.is_signed]);
    const VF table = Out::Finish(Weigh<kind>(codes, factor, addend));
    return Out::Store32Weights(
        [&](std::size_t j) HWY_ATTR {
          const VU index = hn::ShiftRight<4 * row>(hn::Load(DU(), words + j * kLanes));
          return hn::TableLookupLanes(table, hn::IndicesFromVec(DF(), index));
        },
        to);
  }
#endif
  Out::Store32Weights(
      [&](std::size_t j) HWY_ATTR {
        const VF codes = CodeFloats<kind, row>(hn::Load(DU(), words + j * kLanes));
        return Out::Finish(Weigh<kind>(codes, factor, addend));
      },
      to);
}

/// Row `row` of a group of words and all rows after it; `r` is the group's first row.
template <class Out, CodeBits kind, std::size_t row>
HWY_INLINE void DecodeGroupRows(const std::uint32_t* words, const RunScales& scales, std::size_t r,
                                typename Out::Word* to, std::size_t stride) {
  TRITPROOF_UNROLL_WIDE
  for (std::size_t run = 0; run < kRuns; ++run) {
    const VF factor = hn::Set(DF(), scales.factor[run][r]);
    const VF addend = kind.adds ? hn::Set(DF(), scales.addend[run][r]) : factor;
    DecodeRun<Out, kind, row>(words + 32 * run, factor, addend, to + 32 * run);
  }
  if constexpr ((row + 1) * kind.bits < 32)
    DecodeGroupRows<Out, kind, row + 1>(words, scales, r + 1, to + stride, stride);
}

/// A tile from its words and scales.
template <class Out, CodeBits kind>
void DecodeWords(ColumnWords& words, const RunScales& scales, typename Out::Word* to,
                 std::size_t stride) {
  constexpr std::size_t rows_a_word = 32 / kind.bits;
  for (std::size_t r = 0; r < kRows; r += rows_a_word)
    DecodeGroupRows<Out, kind, 0>(words.Of(r / rows_a_word), scales, r, to + r * stride, stride);
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_DECODE_COLUMNS_INL_H
