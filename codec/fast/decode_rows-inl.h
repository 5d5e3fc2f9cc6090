// SPDX-License-Identifier: Apache-2.0

/// Decoders of the formats whose codes follow K: t2 and the blocks of two bits.
#if defined(TRITPROOF_FAST_DECODE_ROWS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TRITPROOF_FAST_DECODE_ROWS_INL_H
#undef TRITPROOF_FAST_DECODE_ROWS_INL_H
#else
#define TRITPROOF_FAST_DECODE_ROWS_INL_H
#endif

#include "codec/fast/weights-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {

/// 64 weights from 16 bytes of four consecutive codes each. One load for all of them where that can
/// be: loads among stores wait for some of these.
template <class Out>
HWY_INLINE void DecodeSixteenBytes(const Byte* codes, VF table, typename Out::Word* to) {
  if constexpr (kLanes == 4) {
    TRITPROOF_UNROLL
    for (std::size_t line = 0; line < 2; ++line)
      Store32Codes<Out>(
          table,
          [&](std::size_t j) HWY_ATTR {
            return SpreadCodes(Load32(codes + 8 * line + 4 * (j / kParts)), j % kParts);
          },
          to + 32 * line);
  } else {
    const VU all = SwapIfBig(hn::BitCast(DU(), hn::LoadDup128(DU8(), codes)));
    const VU words[4] = {hn::Broadcast<0>(all), hn::Broadcast<1>(all), hn::Broadcast<2>(all),
                         hn::Broadcast<3>(all)};
    TRITPROOF_UNROLL
    for (std::size_t line = 0; line < 2; ++line)
      Store32Codes<Out>(
          table,
          [&](std::size_t j) HWY_ATTR {
            return words[2 * line + j / kParts] >>
                   hn::LoadU(DU(), kCodeShifts + j % kParts * kLanes);
          },
          to + 32 * line);
  }
}

/// `lines` times 32 weights from four consecutive codes a byte (T2-1, Q2_0-2, PQ2_0-2).
template <class Out, std::size_t lines>
HWY_INLINE void DecodePacked(const Byte* codes, VF table, typename Out::Word* to) {
  static_assert(lines % 2 == 0);
  TRITPROOF_UNROLL
  for (std::size_t line = 0; line < lines; line += 2)
    DecodeSixteenBytes<Out>(codes + 8 * line, table, to + 32 * line);
}

template <class Out>
void DecodeT2(const Band& band, typename Out::Word* to, std::size_t stride) {
  const Byte* tile = band.units;
  for (std::size_t c = 0; c < band.columns; c += kColumns, tile += unit_bytes(Format::t2)) {
    alignas(64) float scales[2 * kRows];
    HalfRow<2 * kRows>(tile + kScalesAt, scales);
    for (std::size_t g = 0; g < 2 * kRows; ++g) {  // T2-4: two scales a row
      const VF table = Out::Finish(CodeWeights<true>(Out::FromHalf(hn::Set(DF(), scales[g]))));
      DecodePacked<Out, 4>(tile + 32 * g, table, to + g / 2 * stride + c + g % 2 * 128);
    }
  }
}

/// A block of q2_0 or pq2_0.
template <class Out, Format format>
HWY_INLINE void DecodePackedBlock(const Byte* block, typename Out::Word* to) {
  const VF table = BlockTable<Out, format>(block);
  DecodePacked<Out, unit_columns(format) / 32>(block + block_codes_at(format), table, to);
}

/// TQ2_0-1: the four codes of a byte are 32 elements apart.
template <class Out>
HWY_INLINE void DecodeTq2Block(const Byte* block, typename Out::Word* to) {
  const VF table = BlockTable<Out, Format::tq2_0>(block);
  TRITPROOF_UNROLL
  for (std::size_t half = 0; half < 2; ++half) {
    VU bytes[2 * kParts];
    TRITPROOF_UNROLL
    for (std::size_t j = 0; j < 2 * kParts; ++j)
      bytes[j] = LoadBytes(block + 32 * half + j * kLanes);
    TRITPROOF_UNROLL
    for (std::size_t i = 0; i < 4; ++i) {
      Store32Codes<Out>(
          table, [&](std::size_t j) HWY_ATTR { return bytes[j]; }, to + 128 * half + 32 * i);
      TRITPROOF_UNROLL
      for (std::size_t j = 0; j < 2 * kParts; ++j) bytes[j] = hn::ShiftRight<2>(bytes[j]);
    }
  }
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_DECODE_ROWS_INL_H
