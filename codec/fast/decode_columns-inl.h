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

/// Columns whose words are in registers while the rows that they hold are decoded: as many as there
/// is room for, as caches do not like rows to be written in short pieces.
inline constexpr std::size_t kChunk = kLanes == 16 ? kColumns : 8 * kLanes;

/// Columns that share a lane while t2s rows are decoded, so that whole rows of a tile are written
/// even where few registers hold their codes, and the rows whose codes are then held.
inline constexpr std::size_t kShare = kLanes == 16 ? 1 : 4;
inline constexpr std::size_t kHeld = kLanes == 16 ? 16 : 8;
inline constexpr std::size_t kHeldRows = kBlockRows / kShare;
inline constexpr std::size_t kStreamChunk = kShare * kHeld * kLanes;

/// In every lane: byte i of word j becomes byte j of word i.
template <std::size_t count>
HWY_INLINE void ExchangeBytes(VU (&w)[count]) {
  static_assert(count == 4 || count == 1);
  if constexpr (count == 1) return;
  const auto exchange = [](VU& a, VU& b, auto bits, std::uint32_t low) HWY_ATTR {
    const VU change = hn::And(hn::Xor(hn::ShiftRight<bits()>(a), b), hn::Set(DU(), low));
    a = hn::Xor(a, hn::ShiftLeft<bits()>(change));
    b = hn::Xor(b, change);
  };
  TRITPROOF_UNROLL
  for (std::size_t i = 0; i < count / 2; ++i)
    exchange(w[i], w[i + count / 2], std::integral_constant<int, 16>(), 0x0000ffffu);
  TRITPROOF_UNROLL
  for (std::size_t i = 0; i < count; i += 2)
    exchange(w[i], w[i + 1], std::integral_constant<int, 8>(), 0x00ff00ffu);
}

/// The words of kStreamChunk columns of half a t2s tile (T2S-1), by rows that are held at a time.
HWY_INLINE void HoldColumns(const Byte* words, VU (&held)[kShare][kHeld]) {
  TRITPROOF_UNROLL
  for (std::size_t i = 0; i < kHeld; ++i) {
    VU w[kShare];
    TRITPROOF_UNROLL
    for (std::size_t s = 0; s < kShare; ++s)
      w[s] = LoadWords(words + 4 * kLanes * (kShare * i + s));
    ExchangeBytes(w);
    TRITPROOF_UNROLL
    for (std::size_t s = 0; s < kShare; ++s) held[s][i] = w[s];
  }
}

/// kHeldRows rows from the words that hold them; the scales are those of 16 rows for 128 columns,
/// then for the others.
template <class Out>
HWY_INLINE void DecodeHeldRows(const VU (&held)[kHeld], const float* scales, typename Out::Word* to,
                               std::size_t stride) {
  VU words[kHeld];
  TRITPROOF_UNROLL
  for (std::size_t i = 0; i < kHeld; ++i) words[i] = held[i];
  for (std::size_t r = 0; r < kHeldRows; ++r, to += stride) {
    VF tables[kStreamChunk / 128];
    TRITPROOF_UNROLL
    for (std::size_t i = 0; i < std::size(tables); ++i)
      tables[i] = Out::Finish(CodeWeights<true>(hn::Set(DF(), scales[i * kBlockRows + r])));
    TRITPROOF_UNROLL
    for (std::size_t line = 0; line < kStreamChunk / 32; ++line)
      Store32Codes<Out>(
          tables[line / 4],
          [&](std::size_t j) HWY_ATTR {
            const std::size_t i = 2 * kParts * line + j;
            const VU v = words[i / kShare];
            switch (i % kShare) {
              case 0: return v;
              case 1: return hn::ShiftRight<8>(v);
              case 2: return hn::ShiftRight<16>(v);
              default: return hn::ShiftRight<24>(v);
            }
          },
          to + 32 * line);
    TRITPROOF_UNROLL
    for (VU& v : words) v = hn::ShiftRight<2>(v);  // the next row's codes to the front
  }
}

template <class Out>
void DecodeT2s(const Band& band, typename Out::Word* to, std::size_t stride) {
  const RowPowers powers(band.exponents);
  const Byte* tile = band.units;
  for (std::size_t c = 0; c < band.columns; c += kColumns, tile += unit_bytes(Format::t2s)) {
    alignas(64) float scales[2 * kRows];
    StreamScales(tile, powers, scales);
    for (std::size_t r = 0; r < kRows; r += kBlockRows)
      for (std::size_t chunk = 0; chunk < kColumns; chunk += kStreamChunk) {
        VU held[kShare][kHeld];
        HoldColumns(tile + r * kRowBytes + 4 * chunk, held);
        for (std::size_t s = 0; s < kShare; ++s)
          DecodeHeldRows<Out>(held[s], scales + 2 * r + chunk / 128 * kBlockRows + s * kHeldRows,
                              to + (r + s * kHeldRows) * stride + c + chunk, stride);
      }
  }
}

/// Of each `per_column` words the one numbered `which`, from kLanes columns.
template <std::size_t per_column, std::size_t which>
HWY_INLINE VU EveryWord(const Byte* at) {
  if constexpr (per_column == 1) {
    return LoadWords(at);
  } else {
    constexpr std::size_t half = per_column / 2;
    const VU low = EveryWord<half, which % half>(at);
    const VU high = EveryWord<half, which % half>(at + 4 * kLanes * half);
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
  Out::Store32Weights(
      [&](std::size_t j) HWY_ATTR {
        return Out::Finish(Weigh<kind>(CodeFloats<kind, row>(words[j]), factor, addend));
      },
      to);
}

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

/// Columns c to c + kChunk of the rows of word `which` and of all words after it in a column.
template <class Out, CodeBits kind, std::size_t per_column, std::size_t which>
TRITPROOF_LOOP_BODY void DecodeGroups(const Byte* codes, const float* factors, const float* addends,
                                      typename Out::Word* to, std::size_t stride) {
  constexpr std::size_t rows_a_word = 32 / kind.bits;
  VU words[kChunk / kLanes];
  TRITPROOF_UNROLL
  for (std::size_t i = 0; i < kChunk / kLanes; ++i)
    words[i] = EveryWord<per_column, which>(codes + 4 * per_column * kLanes * i);
  DecodeGroupRows<Out, kind, 0>(words, factors, addends, to, stride);
  if constexpr (which + 1 < per_column)
    DecodeGroups<Out, kind, per_column, which + 1>(
        codes, factors + rows_a_word, addends + rows_a_word, to + rows_a_word * stride, stride);
}

/// The words numbered `which` of kColumns columns.
template <std::size_t per_column, std::size_t known = 0>
HWY_INLINE void LoadGroup(const Byte* codes, std::size_t which, VU (&words)[kColumns / kLanes]) {
  if constexpr (known + 1 < per_column)
    if (which != known) return LoadGroup<per_column, known + 1>(codes, which, words);
  TRITPROOF_UNROLL
  for (std::size_t i = 0; i < kColumns / kLanes; ++i)
    words[i] = EveryWord<per_column, known>(codes + 4 * per_column * kLanes * i);
}

/// Rows of nibbles where a vector holds all 16 products: a permutation looks at the lowest four
/// bits. All rows are stored by the same instructions, so that the machine foresees the next row.
template <class Out, CodeBits kind, std::size_t per_column>
HWY_INLINE void DecodeNibbleRows(const Byte* codes, const float* factors, const float* addends,
                                 typename Out::Word* to, std::size_t stride) {
  const VF values = hn::Load(DF(), kNibbles[kind.is_signed]);
  for (std::size_t which = 0; which < per_column; ++which) {
    VU words[kColumns / kLanes];
    LoadGroup<per_column>(codes, which, words);
    VU shift = hn::Zero(DU());
    for (std::size_t row = 0; row < 8; ++row, ++factors, ++addends, to += stride) {
      TRITPROOF_UNROLL
      for (std::size_t i = 0; i < kRuns; ++i) {
        const VF factor = hn::Set(DF(), factors[i * kRows]);
        const VF addend = kind.adds ? hn::Set(DF(), addends[i * kRows]) : factor;
        const VF table = Out::Finish(Weigh<kind>(values, factor, addend));
        Out::Store32Weights(
            [&](std::size_t j) HWY_ATTR {
              return hn::TableLookupLanes(
                  table, hn::IndicesFromVec(DF(), hn::Shr(words[2 * i + j], shift)));
            },
            to + 32 * i);
      }
      shift = hn::Add(shift, hn::Set(DU(), 4));  // the next row's codes
    }
  }
}

/// A tile from its scales and its words, `per_column` of which follow each other in each column.
template <class Out, CodeBits kind, std::size_t per_column>
void DecodeWords(const Byte* codes, const RunScales& scales, typename Out::Word* to,
                 std::size_t stride) {
  constexpr std::size_t rows = 32 / kind.bits * per_column;
  for (std::size_t r = 0; r < kRows; r += rows, codes += 4 * per_column * kColumns) {
    const float* factors = &scales.factor[0][r];
    const float* addends = &scales.addend[0][r];
    typename Out::Word* first = to + r * stride;
    if constexpr (kLanes == 16 && kind.bits == 4)
      DecodeNibbleRows<Out, kind, per_column>(codes, factors, addends, first, stride);
    else
      for (std::size_t c = 0; c < kColumns; c += kChunk)
        DecodeGroups<Out, kind, per_column, 0>(codes + 4 * per_column * c, factors + c / 32 * kRows,
                                               addends + c / 32 * kRows, first + c, stride);
  }
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_DECODE_COLUMNS_INL_H
