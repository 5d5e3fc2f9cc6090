// SPDX-License-Identifier: Apache-2.0

/// Between the two-bit codes of t2s and the four-bit codes of pb16i, which lie in the same order.
#if defined(TRITPROOF_FAST_NIBBLES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TRITPROOF_FAST_NIBBLES_INL_H
#undef TRITPROOF_FAST_NIBBLES_INL_H
#else
#define TRITPROOF_FAST_NIBBLES_INL_H
#endif

#include "codec/fast/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {

using DHalfBytes = hn::Rebind<std::uint8_t, DU16>;

/// Two codes to two nibbles: f(v) = v - 1 modulo 16 (T2S-4).
struct NibbleTables {
  alignas(16) Byte widened[16];  ///< of a low code and a high code
  alignas(16) Byte low[16];      ///< the code of a nibble, or kNotTernary
  alignas(16) Byte high[16];     ///< the same two bits up
};

inline constexpr Byte kNotTernary = 0x80;

constexpr NibbleTables MakeNibbleTables() {
  NibbleTables tables{};
  const auto widened = [](unsigned code) { return (code + 15) % 16; };
  for (unsigned i = 0; i < 16; ++i) {
    tables.widened[i] = static_cast<Byte>(widened(i % 4) | widened(i / 4) << 4);
    const unsigned code = (i + 1) % 16;
    tables.low[i] = code < 3 ? static_cast<Byte>(code) : kNotTernary;
    tables.high[i] = code < 3 ? static_cast<Byte>(code << 2) : kNotTernary;
  }
  return tables;
}
inline constexpr NibbleTables kNibbleTables = MakeNibbleTables();
static_assert(kNibbleTables.widened[0b0010] == 0xf1 && kNibbleTables.widened[0b0001] == 0xf0);

HWY_INLINE VU8 TableOf16(const Byte* table) { return hn::LoadDup128(DU8(), table); }

/// The code bytes of a t2s tile to the 4,096 of its image. Answers a vector whose even bits show
/// whether a code was reserved.
HWY_INLINE VU WidenCodes(const Byte* codes, Byte* nibbles) {
  const VU8 table = TableOf16(kNibbleTables.widened);
  const VU16 mask = hn::Set(DU16(), 0x0f0f);
  VU both = hn::Zero(DU());
  for (std::size_t i = 0; i < kCodeBytes; i += hn::Lanes(DU8())) {
    both = hn::Or(both, BothBits(LoadWords(codes + i)));
    TRITPROOF_UNROLL
    for (std::size_t half = i; half < i + hn::Lanes(DU8()); half += hn::Lanes(DU16())) {
      const VU16 bytes = hn::PromoteTo(DU16(), hn::LoadU(DHalfBytes(), codes + half));
      // The lower pair of codes belongs into the byte that comes first in memory.
      const VU16 pairs = kLittle ? hn::Or(bytes, hn::ShiftLeft<4>(bytes))
                                 : hn::Or(hn::ShiftLeft<8>(bytes), hn::ShiftRight<4>(bytes));
      const VU8 index = hn::BitCast(DU8(), hn::And(pairs, mask));
      hn::StoreU(hn::TableLookupBytes(table, index), DU8(), nibbles + 2 * half);
    }
  }
  return both;
}

HWY_INLINE bool AnyThree(VU both) {
  const VU threes = hn::And(both, hn::Set(DU(), 0x55555555u));
  return !hn::AllTrue(DU(), hn::Eq(threes, hn::Zero(DU())));
}

/// Nibbles to codes, the four of each 16 bits in the byte that comes first in memory; what is not
/// ternary shows in `seen`.
HWY_INLINE VU8 NarrowFours(const Byte* nibbles, VU8& seen) {
  const VU16 v = hn::BitCast(DU16(), hn::LoadU(DU8(), nibbles));
  const VU8 even = hn::BitCast(DU8(), hn::And(v, hn::Set(DU16(), 0x0f0f)));
  // A shift down by four, on units that have less to do than those that shift and shuffle.
  const VU16 odd_bits = hn::And(v, hn::Set(DU16(), 0xf0f0));
  const VU8 odd = hn::BitCast(DU8(), hn::MulHigh(odd_bits, hn::Set(DU16(), 0x1000)));
  const VU8 low = hn::TableLookupBytes(TableOf16(kNibbleTables.low), even);
  const VU8 high = hn::TableLookupBytes(TableOf16(kNibbleTables.high), odd);
  const VU8 pairs = hn::Or(low, high);
  seen = hn::Or(seen, pairs);
  const VU16 two = hn::BitCast(DU16(), pairs);
  return hn::BitCast(
      DU8(), kLittle ? hn::Or(two, hn::ShiftRight<4>(two)) : hn::Or(two, hn::ShiftLeft<12>(two)));
}

/// The 4,096 code bytes of a pb16i tile to those of a t2s tile; false if a code is not ternary.
HWY_INLINE bool NarrowCodes(const Byte* nibbles, Byte* codes) {
  constexpr std::size_t step = hn::MaxLanes(DU8());
  VU8 seen = hn::Zero(DU8());
  for (std::size_t i = 0; i < kCodeBytes; i += step) {
    const VU8 first = NarrowFours(nibbles + 2 * i, seen);
    const VU8 second = NarrowFours(nibbles + 2 * i + step, seen);
    hn::StoreU(hn::ConcatEven(DU8(), second, first), DU8(), codes + i);
  }
  const VU8 bad = hn::And(seen, hn::Set(DU8(), kNotTernary));
  return hn::AllTrue(DU8(), hn::Eq(bad, hn::Zero(DU8())));
}

/// Whether the four multipliers of each 128 k of a pb16i tile are the same (PB16I-2).
HWY_INLINE bool EqualMultipliers(const Byte* image) {
  const hn::CappedTag<std::uint8_t, 32> d;  // those of 16 rows are 32 bytes
  auto unlike = hn::Zero(d);
  for (std::size_t group = 0; group < 4; ++group)
    for (std::size_t i = 0; i < 32; i += hn::Lanes(d)) {
      const Byte* at = image + kImageScalesAt + 128 * group + i;
      const auto first = hn::LoadU(d, at);
      for (std::size_t s = 1; s < 4; ++s)
        unlike = hn::Or(unlike, hn::Xor(first, hn::LoadU(d, at + 32 * s)));
    }
  return hn::AllTrue(d, hn::Eq(unlike, hn::Zero(d)));
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_NIBBLES_INL_H
