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

/// In every block of four words: word j of vector i becomes word i of vector j.
HWY_INLINE void TransposeFours(VU& a, VU& b, VU& c, VU& d) {
  const hn::ScalableTag<std::uint64_t> d64;
  const auto ab_low = hn::BitCast(d64, hn::InterleaveLower(DU(), a, b));
  const auto ab_high = hn::BitCast(d64, hn::InterleaveUpper(DU(), a, b));
  const auto cd_low = hn::BitCast(d64, hn::InterleaveLower(DU(), c, d));
  const auto cd_high = hn::BitCast(d64, hn::InterleaveUpper(DU(), c, d));
  a = hn::BitCast(DU(), hn::InterleaveLower(d64, ab_low, cd_low));
  b = hn::BitCast(DU(), hn::InterleaveUpper(d64, ab_low, cd_low));
  c = hn::BitCast(DU(), hn::InterleaveLower(d64, ab_high, cd_high));
  d = hn::BitCast(DU(), hn::InterleaveUpper(d64, ab_high, cd_high));
}

#if HWY_MAX_BYTES == 64
/// Blocks 0 and 2, or 1 and 3, of two vectors; Highway has no shuffle of whole blocks.
HWY_INLINE VU EvenBlocks(VU a, VU b) { return VU{_mm512_shuffle_i32x4(a.raw, b.raw, 0x88)}; }
HWY_INLINE VU OddBlocks(VU a, VU b) { return VU{_mm512_shuffle_i32x4(a.raw, b.raw, 0xdd)}; }

/// Block j of vector i becomes block i of vector j.
HWY_INLINE void TransposeBlocks(VU& a, VU& b, VU& c, VU& d) {
  const VU ab_even = EvenBlocks(a, b);
  const VU ab_odd = OddBlocks(a, b);
  const VU cd_even = EvenBlocks(c, d);
  const VU cd_odd = OddBlocks(c, d);
  a = EvenBlocks(ab_even, cd_even);
  b = EvenBlocks(ab_odd, cd_odd);
  c = OddBlocks(ab_even, cd_even);
  d = OddBlocks(ab_odd, cd_odd);
}
#endif

/// Between kLanes consecutive runs of 16 words, as 16 vectors of them, and the same with word w of
/// run b in lane b of vector w. Its own inverse.
HWY_INLINE void TransposeWords(VU (&v)[16]) {
  // Vector b * kParts + i holds the words from i * kLanes on of run b.
  TRITPROOF_UNROLL
  for (std::size_t b = 0; b < kLanes; b += 4) TRITPROOF_UNROLL
  for (std::size_t i = 0; i < kParts; ++i) {
    VU* first = v + b * kParts + i;
    TransposeFours(first[0], first[kParts], first[2 * kParts], first[3 * kParts]);
  }
#if HWY_MAX_BYTES == 64
  TRITPROOF_UNROLL
  for (std::size_t i = 0; i < 4; ++i) TransposeBlocks(v[i], v[i + 4], v[i + 8], v[i + 12]);
#elif HWY_MAX_BYTES == 32
  TRITPROOF_UNROLL
  for (std::size_t i = 0; i < 8; ++i) {
    const VU low = v[i];
    v[i] = hn::ConcatLowerLower(DU(), v[i + 8], low);
    v[i + 8] = hn::ConcatUpperUpper(DU(), v[i + 8], low);
  }
#endif
}

/// Which vector of TransposeWords has word w of all runs.
constexpr std::size_t VectorOfWord(std::size_t w) {
  if (kLanes == 16) return w;
  if (kLanes == 8) return w / 4 % 2 * 8 + w % 4 * 2 + w / 8;
  return w % 4 * 4 + w / 4;
}

/// The code bytes of a t2s tile (T2S-1) to those of a t2 tile (T2-1).
inline void StreamToRows(const Byte* stream, Byte* rows) {
  for (std::size_t nb = 0; nb < 2; ++nb)
    for (std::size_t kb = 0; kb < 16; kb += kLanes) {
      const Byte* from = stream + 1024 * nb + 64 * kb;
      VU flat[16];
      VU v[16];
      TRITPROOF_UNROLL
      for (std::size_t i = 0; i < 16; ++i) flat[i] = LoadWords(from + 4 * kLanes * i);
      TransposeWords(flat);
      TRITPROOF_UNROLL
      for (std::size_t k = 0; k < 16; ++k) v[k] = flat[VectorOfWord(k)];
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
      VU flat[16];
      TRITPROOF_UNROLL
      for (std::size_t k = 0; k < 16; ++k) flat[VectorOfWord(k)] = v[k];
      TransposeWords(flat);
      Byte* to = stream + 1024 * nb + 64 * kb;
      TRITPROOF_UNROLL
      for (std::size_t i = 0; i < 16; ++i) StoreWords(flat[i], to + 4 * kLanes * i);
    }
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_TRANSPOSE_INL_H
