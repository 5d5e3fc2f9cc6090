// SPDX-License-Identifier: Apache-2.0

/// Codes of pb16i into rows that follow k as in t2. A ternary nibble needs two of its bits, so that
/// two k share a byte from the first step on; then the bits of register numbers and of places
/// change with each other, as in transpose-inl.h.
#if defined(TRITPROOF_FAST_IMAGE_ROWS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TRITPROOF_FAST_IMAGE_ROWS_INL_H
#undef TRITPROOF_FAST_IMAGE_ROWS_INL_H
#else
#define TRITPROOF_FAST_IMAGE_ROWS_INL_H
#endif

#include "codec/fast/transpose-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {

/// Bits that show codes that are not ternary, gathered over a tile.
struct NotTernaryBits {
  VU high;  ///< a nibble's bit 3 or 2 unlike the bit below
  VU low;   ///< 2 in a nibble's lower bits

  HWY_INLINE NotTernaryBits() : high(hn::Zero(DU())), low(hn::Zero(DU())) {}
  HWY_INLINE void SeeNibbles(VU v) { high = hn::Or(high, hn::Xor(v, DoubleBytes(v))); }
  [[nodiscard]] HWY_INLINE bool None() const {
    const VU bad =
        hn::Or(hn::And(high, hn::Set(DU(), 0xccccccccu)), hn::And(low, hn::Set(DU(), 0xaaaaaaaau)));
    return hn::AllTrue(DU(), hn::Eq(bad, hn::Zero(DU())));
  }
};

/// The lowest bits of k in the number of an image's 16-byte blocks that count as registers here.
inline constexpr std::size_t kImageLow = 4 * kParts;

/// 32 vectors of an image as 16: nibbles of k and k + 1 in one, lower k first, vectors 32 k apart
/// interleaved byte by byte.
HWY_INLINE void LoadImage(const Byte* nibbles, VU (&v)[16], NotTernaryBits& seen) {
  const VU low = hn::Set(DU(), 0x33333333u);
  TRITPROOF_UNROLL
  for (std::size_t i = 0; i < 16; ++i) {
    const std::size_t number = i / kImageLow * 2 * kImageLow + i % kImageLow;
    const VU8 a = hn::LoadU(DU8(), nibbles + 4 * kLanes * number);
    const VU8 b = hn::LoadU(DU8(), nibbles + 4 * kLanes * (number + kImageLow));
    seen.SeeNibbles(hn::BitCast(DU(), a));
    seen.SeeNibbles(hn::BitCast(DU(), b));
    const VU even = hn::BitCast(DU(), hn::InterleaveLower(DU8(), a, b));
    const VU odd = hn::BitCast(DU(), hn::InterleaveUpper(DU8(), a, b));
    v[i] = SelectBits(low, even, hn::ShiftLeft<2>(odd));
  }
}

/// Exchanges a bit of the register number, of weight `apart`, with the lowest bit of the number of
/// a 16-byte block in its vector.
template <std::size_t apart>
HWY_INLINE void ExchangeBlocks([[maybe_unused]] VU (&v)[16]) {
#if HWY_MAX_BYTES >= 32
  TRITPROOF_UNROLL
  for (std::size_t i = 0; i < 16; ++i) {
    if ((i & apart) != 0) continue;
    const VU a = v[i];
    const VU b = v[i + apart];
#if HWY_MAX_BYTES == 64
    v[i] = EvenBlocks(a, b);
    v[i + apart] = OddBlocks(a, b);
#else
    v[i] = hn::ConcatLowerLower(DU(), b, a);
    v[i + apart] = hn::ConcatUpperUpper(DU(), b, a);
#endif
  }
#endif
}

/// Interleaves the bytes of vectors whose numbers differ by `apart`: in every block of 16 bytes the
/// highest bit of a byte's number changes with the bit of the register number, which becomes the
/// lowest.
template <std::size_t apart>
HWY_INLINE void InterleaveBytes(VU (&v)[16]) {
  TRITPROOF_UNROLL
  for (std::size_t i = 0; i < 16; ++i) {
    if ((i & apart) != 0) continue;
    const VU8 a = hn::BitCast(DU8(), v[i]);
    const VU8 b = hn::BitCast(DU8(), v[i + apart]);
    v[i] = hn::BitCast(DU(), hn::InterleaveLower(DU8(), a, b));
    v[i + apart] = hn::BitCast(DU(), hn::InterleaveUpper(DU8(), a, b));
  }
}

/// From the order of LoadImage to one row a vector, row i % 4p * 4 / p + i / 4p in vector i, where
/// p is kParts.
HWY_INLINE void ImageVectorsToRows(VU (&v)[16]) {
  // The bits of a vector's number, from the highest, as bits of k: 7, 6, 4, 3 with four blocks a
  // vector, 6, 4, 3, 2 with two and 4, 3, 2, 1 with one.
  if constexpr (kLanes == 16) ExchangeBlocks<4>(v);
  if constexpr (kLanes == 8) ExchangeBlocks<8>(v);
  ExchangeBit<kLanes == 16  ? 4
              : kLanes == 8 ? 8
                            : 1,
              4>(v, 0x0f0f0f0fu);  // k's bit 1 and n's bit 0
  if constexpr (kLanes == 16) ExchangeBlocks<8>(v);
  InterleaveBytes<kImageLow / 2>(v);
  InterleaveBytes<kImageLow / 4>(v);
  InterleaveBytes<kLanes == 16 ? 8 : kLanes == 8 ? 1 : 2>(v);
}

/// The 4,096 code bytes of a pb16i tile (PB16I-1) to those of a t2 tile (T2-1); false if a code is
/// not ternary.
inline bool ImageToRows(const Byte* nibbles, Byte* rows) {
  NotTernaryBits seen;
  const VU fives = hn::Set(DU(), 0x55555555u);
  for (std::size_t part = 0; part < 2 * kParts; ++part, nibbles += 128 * kLanes) {
    VU v[16];
    LoadImage(nibbles, v, seen);
    ImageVectorsToRows(v);
    Byte* to = rows + part / kParts * kBlockRows * kRowBytes + 4 * kLanes * (part % kParts);
    TRITPROOF_UNROLL
    for (std::size_t i = 0; i < 16; ++i) {
      const VU twice = DoubleBytes(v[i]);
      seen.low = hn::Or(seen.low, hn::AndNot(twice, v[i]));
      const VU codes = hn::Xor(v[i], hn::Or(twice, fives));  // 3, 0, 1 to 0, 1, 2 (T2-2)
      const std::size_t n = i % kImageLow * (16 / kImageLow) + i / kImageLow;
      hn::StoreU(hn::BitCast(DU8(), codes), DU8(), to + kRowBytes * n);
    }
  }
  return seen.None();
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_IMAGE_ROWS_INL_H
