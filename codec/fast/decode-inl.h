// SPDX-License-Identifier: Apache-2.0

/// Decoding a band of any format.
#if defined(TRITPROOF_FAST_DECODE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TRITPROOF_FAST_DECODE_INL_H
#undef TRITPROOF_FAST_DECODE_INL_H
#else
#define TRITPROOF_FAST_DECODE_INL_H
#endif

#include "codec/fast/decode_rows-inl.h"
#include "codec/fast/decode_tiles-inl.h"
#include "codec/fast/digits-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {

/// A band of blocks, each by `block(bytes, weights)`.
template <Format format, class Word, void (*block)(const Byte*, Word*)>
void DecodeBlocks(const Band& band, Word* to, std::size_t stride) {
  for (std::size_t r = 0; r < band.rows; ++r) {
    const Byte* from = band.units + r * band.pitch;
    Word* row = to + r * stride;
    for (std::size_t c = 0; c < band.columns; c += unit_columns(format), from += unit_bytes(format))
      block(from, row + c);
  }
}

template <class Out>
void DecodeBand(const Band& band, typename Out::Word* to, std::size_t stride) {
  using Word = typename Out::Word;
  using enum Format;
  switch (band.format) {
    case t2: return DecodeT2<Out>(band, to, stride);
    case t2s: return DecodeT2s<Out>(band, to, stride);
    case pb16i: return DecodePb16i<Out>(band, to, stride);
    case q4_1: return DecodeQ4_1<Out>(band, to, stride);
    case q4_k: return DecodeQ4_k<Out>(band, to, stride);
    case q8: return DecodeQ8<Out>(band, to, stride);
    case tq1_0: return DecodeBlocks<tq1_0, Word, DecodeDigitBlock<Out, tq1_0>>(band, to, stride);
    case tq2_0: return DecodeBlocks<tq2_0, Word, DecodeTq2Block<Out>>(band, to, stride);
    case q2_0: return DecodeBlocks<q2_0, Word, DecodePackedBlock<Out, q2_0>>(band, to, stride);
    case pq2_0: return DecodeBlocks<pq2_0, Word, DecodePackedBlock<Out, pq2_0>>(band, to, stride);
    case ptq1_0: return DecodeBlocks<ptq1_0, Word, DecodeDigitBlock<Out, ptq1_0>>(band, to, stride);
  }
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_DECODE_INL_H
