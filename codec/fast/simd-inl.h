// SPDX-License-Identifier: Apache-2.0

/// Small steps that the kernels share, compiled once for each target. Vectors of 32-bit lanes hold
/// values: bytes become words and words bytes only through the functions here, which know the
/// machine's byte order.
#if defined(TRITPROOF_FAST_SIMD_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TRITPROOF_FAST_SIMD_INL_H
#undef TRITPROOF_FAST_SIMD_INL_H
#else
#define TRITPROOF_FAST_SIMD_INL_H
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <bit>
#include <cstring>

#include "codec/fast/fast.h"
#include "codec/fast/layouts.h"

// Arrays of vectors stay in registers only if the loops over them go. The portable target has no
// registers to gain.
#undef TRITPROOF_UNROLL
#if HWY_TARGET == HWY_EMU128
#define TRITPROOF_UNROLL
#elif HWY_COMPILER_CLANG
#define TRITPROOF_UNROLL _Pragma("clang loop unroll(full)")
#else
#define TRITPROOF_UNROLL _Pragma("GCC unroll 32")
#endif

// What a loop over columns does. UBSan's checks would be exits of that loop, and many exits take
// clang long to compile.
#undef TRITPROOF_LOOP_BODY
#define TRITPROOF_LOOP_BODY HWY_INLINE
#if HWY_COMPILER_CLANG
#if __has_feature(undefined_behavior_sanitizer)
#undef TRITPROOF_LOOP_BODY
#define TRITPROOF_LOOP_BODY HWY_NOINLINE
#endif
#endif

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DF = hn::ScalableTag<float>;
using DU = hn::ScalableTag<std::uint32_t>;
using DI = hn::ScalableTag<std::int32_t>;
using DU16 = hn::ScalableTag<std::uint16_t>;
using DU8 = hn::ScalableTag<std::uint8_t>;
using VF = hn::Vec<DF>;
using VU = hn::Vec<DU>;
using VI = hn::Vec<DI>;
using VU16 = hn::Vec<DU16>;
using VU8 = hn::Vec<DU8>;

/// Bytes, as many as a vector of words has lanes.
using DBytes = hn::Rebind<std::uint8_t, DU>;
using DHalves = hn::Rebind<std::uint16_t, DU>;

/// Lanes of a vector of words: 4, 8 or 16, always a part of a group of 16 elements.
inline constexpr std::size_t kLanes = hn::MaxLanes(DU());
static_assert(16 % kLanes == 0);
inline constexpr std::size_t kParts = 16 / kLanes;

inline constexpr std::uint32_t kCanonicalNaN = 0x7fc00000u;  // HALF-6

HWY_INLINE std::uint16_t Load16(const Byte* at) {
  return static_cast<std::uint16_t>(at[0] | at[1] << 8);
}

HWY_INLINE std::uint32_t Load32(const Byte* at) {
  std::uint32_t word;
  std::memcpy(&word, at, 4);
  return kLittle ? word : __builtin_bswap32(word);
}

/// The lanes' four bytes in the other order on a big-endian machine.
HWY_INLINE VU SwapIfBig(VU v) {
  if constexpr (kLittle) return v;
  const VU ends = hn::Or(hn::ShiftLeft<24>(v), hn::ShiftRight<24>(v));
  const VU low = hn::And(hn::ShiftLeft<8>(v), hn::Set(DU(), 0x00ff0000u));
  const VU high = hn::And(hn::ShiftRight<8>(v), hn::Set(DU(), 0x0000ff00u));
  return hn::Or(ends, hn::Or(low, high));
}

/// Little-endian words of any alignment.
HWY_INLINE VU LoadWords(const Byte* at) {
  return SwapIfBig(hn::BitCast(DU(), hn::LoadU(DU8(), at)));
}

HWY_INLINE void StoreWords(VU words, Byte* at) {
  hn::StoreU(hn::BitCast(DU8(), SwapIfBig(words)), DU8(), at);
}

/// Words of bytes, for functions that want pointers to words. The portable target reads through
/// such pointers, so they have to be good ones.
template <std::size_t count>
class WordsAt {
 public:
  explicit HWY_INLINE WordsAt(const Byte* at) : at_(at) {
    if constexpr (kCopies) std::memcpy(copy_, at, sizeof(copy_));
  }
  HWY_INLINE const std::uint32_t* get() const {
    return kCopies ? copy_ : reinterpret_cast<const std::uint32_t*>(at_);
  }

 private:
  static constexpr bool kCopies = HWY_TARGET == HWY_EMU128;
  const Byte* at_;
  std::uint32_t copy_[kCopies ? count : 1];
};

/// Words 4i to 4i + 3 into lane i of four vectors.
HWY_INLINE void LoadWords4(const Byte* at, VU (&v)[4]) {
  hn::LoadInterleaved4(DU(), WordsAt<4 * kLanes>(at).get(), v[0], v[1], v[2], v[3]);
  TRITPROOF_UNROLL
  for (VU& words : v) words = SwapIfBig(words);
}

/// One byte, or one little-endian 16-bit word, a lane.
HWY_INLINE VU LoadBytes(const Byte* at) { return hn::PromoteTo(DU(), hn::LoadU(DBytes(), at)); }

HWY_INLINE VU LoadHalves(const Byte* at) {
  std::uint16_t raw[kLanes];
  std::memcpy(raw, at, sizeof(raw));
  const VU words = hn::PromoteTo(DU(), hn::LoadU(DHalves(), raw));
  if constexpr (kLittle) return words;
  return hn::Or(hn::ShiftRight<8>(words), hn::And(hn::ShiftLeft<8>(words), hn::Set(DU(), 0xff00u)));
}

/// A product in each 16-bit half of the lanes, modulo 2^16.
HWY_INLINE VU Multiply16(VU a, VU b) {
  return hn::BitCast(DU(), hn::Mul(hn::BitCast(DU16(), a), hn::BitCast(DU16(), b)));
}

/// The lower halves of all lanes of a, then of b. These are int16 that the lanes extend.
HWY_INLINE VU16 LowerHalves(VI a, VI b) {
#if HWY_MAX_BYTES == 64
  return hn::ConcatEven(DU16(), hn::BitCast(DU16(), b), hn::BitCast(DU16(), a));
#else
  const hn::ScalableTag<std::int16_t> d16;
  const auto packed = hn::BitCast(DU16(), hn::ReorderDemote2To(d16, a, b));
  if constexpr (kLanes == 4) return packed;
  // Packing goes by blocks of 16 bytes.
  alignas(32) constexpr std::uint32_t order[8] = {0, 1, 4, 5, 2, 3, 6, 7};
  const VU words = hn::BitCast(DU(), packed);
  return hn::BitCast(DU16(), hn::TableLookupLanes(words, hn::SetTableIndices(DU(), order)));
#endif
}

/// Entries of a table of four, repeated over the lanes, by the lowest two bits of each index; the
/// bits above may be anything.
HWY_INLINE VF LookUp4(VF table, VU index) {
  // Wider permutations look at the lowest bits alone.
  if constexpr (kLanes == 4) index = hn::And(index, hn::Set(DU(), 3));
  return hn::TableLookupLanes(table, hn::IndicesFromVec(DF(), index));
}

inline constexpr std::uint32_t kCodeShifts[16] = {0,  2,  4,  6,  8,  10, 12, 14,
                                                  16, 18, 20, 22, 24, 26, 28, 30};
inline constexpr std::uint32_t kCodeFactors[4] = {64, 16, 4, 1};

/// Sixteen 2-bit codes, four consecutive ones a byte, kLanes of them: code `part * kLanes + i` in
/// the lowest bits of lane i.
HWY_INLINE VU SpreadCodes(std::uint32_t word, std::size_t part) {
  if constexpr (kLanes == 4) {
    // No shift differs between lanes here; a product of at most 14 bits does the same.
    const VU byte = hn::Set(DU(), (word >> (8 * part)) & 0xff);
    return hn::ShiftRight<6>(Multiply16(byte, hn::LoadU(DU(), kCodeFactors)));
  } else {
    return hn::Set(DU(), word) >> hn::LoadU(DU(), kCodeShifts + part * kLanes);
  }
}

/// Asks for `bytes` bytes that will be read a few tiles later: the machine looks ahead in a stream
/// of its own, but not far enough where much is done with what comes. Any address may be asked for.
template <std::size_t bytes>
HWY_INLINE void AskFor(const Byte* at) {
  TRITPROOF_UNROLL
  for (std::size_t i = 0; i < bytes; i += 64) hwy::Prefetch(at + i);
}

/// Twice every byte.
HWY_INLINE VU DoubleBytes(VU v) {
  const VU8 bytes = hn::BitCast(DU8(), v);
  return hn::BitCast(DU(), hn::Add(bytes, bytes));
}

/// Bits of `yes` where the mask has them, else of `no`.
HWY_INLINE VU SelectBits(VU mask, VU yes, VU no) {
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
  return hn::IfVecThenElse(mask, yes, no);  // one instruction
#else
  return hn::Or(hn::And(mask, yes), hn::AndNot(mask, no));
#endif
}

/// The codes' bits that are set in both: bit 0 of each code 3, the bits between of no meaning.
template <class V>
HWY_INLINE V BothBits(V codes) {
  return hn::And(codes, hn::ShiftRight<1>(codes));
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_SIMD_INL_H
