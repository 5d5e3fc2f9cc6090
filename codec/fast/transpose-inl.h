// SPDX-License-Identifier: Apache-2.0

/// Codes of t2s, which follow n, into rows that follow k as in t2, and back: 16 x 16 two-bit cells
/// change places by exchanging the bits of register numbers and cell numbers, never one by one.
#if defined(TRITPROOF_FAST_TRANSPOSE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TRITPROOF_FAST_TRANSPOSE_INL_H
#undef TRITPROOF_FAST_TRANSPOSE_INL_H
#else
#define TRITPROOF_FAST_TRANSPOSE_INL_H
#endif

#include "codec/fast/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {

/// Exchanges one bit of the register number, of weight `apart`, with one of the cell number, whose
/// cells are `bits` apart; `low` are the bits of the cells in which it is 0.
template <std::size_t apart, int bits>
HWY_INLINE void ExchangeBit(VU (&v)[16], std::uint32_t low) {
  const VU keep = hn::Set(DU(), low);
  TRITPROOF_UNROLL
  for (std::size_t i = 0; i < 16; ++i) {
    if ((i & apart) != 0) continue;
    const VU a = v[i];
    const VU b = v[i + apart];
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
    // One instruction selects by bits.
    v[i] = hn::IfVecThenElse(keep, a, hn::ShiftLeft<bits>(b));
    v[i + apart] = hn::IfVecThenElse(keep, hn::ShiftRight<bits>(a), b);
#else
    const VU change = hn::And(hn::Xor(hn::ShiftRight<bits>(a), b), keep);
    v[i] = hn::Xor(a, hn::ShiftLeft<bits>(change));
    v[i + apart] = hn::Xor(b, change);
#endif
  }
}

/// In every lane: cell j of word i becomes cell i of word j.
HWY_INLINE void TransposeCells(VU (&v)[16]) {
  ExchangeBit<8, 16>(v, 0x0000ffffu);
  ExchangeBit<4, 8>(v, 0x00ff00ffu);
  ExchangeBit<2, 4>(v, 0x0f0f0f0fu);
  ExchangeBit<1, 2>(v, 0x33333333u);
}

/// Room to separate 16 words of each of kLanes blocks in two steps of four.
struct WordStreams {
  alignas(64) std::uint32_t word[4][4 * kLanes];
};

/// Word k of each of kLanes blocks of 64 bytes into v[k].
HWY_INLINE void LoadBlocks(const Byte* blocks, VU (&v)[16]) {
  WordStreams streams;
  TRITPROOF_UNROLL
  for (std::size_t q = 0; q < 4; ++q) {
    VU s[4];
    LoadWords4(blocks + 16 * kLanes * q, s);
    TRITPROOF_UNROLL
    for (std::size_t i = 0; i < 4; ++i) hn::Store(s[i], DU(), streams.word[i] + kLanes * q);
  }
  TRITPROOF_UNROLL
  for (std::size_t i = 0; i < 4; ++i)
    hn::LoadInterleaved4(DU(), streams.word[i], v[i], v[4 + i], v[8 + i], v[12 + i]);
}

/// The inverse of LoadBlocks.
HWY_INLINE void StoreBlocks(const VU (&v)[16], Byte* blocks) {
  WordStreams streams;
  TRITPROOF_UNROLL
  for (std::size_t i = 0; i < 4; ++i)
    hn::StoreInterleaved4(v[i], v[4 + i], v[8 + i], v[12 + i], DU(), streams.word[i]);
  TRITPROOF_UNROLL
  for (std::size_t q = 0; q < 4; ++q) {
    VU s[4];
    TRITPROOF_UNROLL
    for (std::size_t i = 0; i < 4; ++i) s[i] = hn::Load(DU(), streams.word[i] + kLanes * q);
    StoreWords4(s, blocks + 16 * kLanes * q);
  }
}

/// The code bytes of a t2s tile (T2S-1) to those of a t2 tile (T2-1).
inline void StreamToRows(const Byte* stream, Byte* rows) {
  for (std::size_t nb = 0; nb < 2; ++nb)
    for (std::size_t kb = 0; kb < 16; kb += kLanes) {
      VU v[16];
      LoadBlocks(stream + 1024 * nb + 64 * kb, v);
      TransposeCells(v);
      TRITPROOF_UNROLL
      for (std::size_t n = 0; n < 16; ++n)
        StoreWords(v[n], rows + kRowBytes * (kBlockRows * nb + n) + 4 * kb);
    }
}

/// The inverse of StreamToRows.
inline void RowsToStream(const Byte* rows, Byte* stream) {
  for (std::size_t nb = 0; nb < 2; ++nb)
    for (std::size_t kb = 0; kb < 16; kb += kLanes) {
      VU v[16];
      TRITPROOF_UNROLL
      for (std::size_t n = 0; n < 16; ++n)
        v[n] = LoadWords(rows + kRowBytes * (kBlockRows * nb + n) + 4 * kb);
      TransposeCells(v);
      StoreBlocks(v, stream + 1024 * nb + 64 * kb);
    }
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_TRANSPOSE_INL_H
