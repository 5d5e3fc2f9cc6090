// SPDX-License-Identifier: Apache-2.0

/// Digits of base-3 bytes (TQ1_0-2): a product with a power of 3 in the upper half of 16 bits drops
/// what exceeds the byte, and the upper half of three times that is the digit.
#if defined(TRITPROOF_FAST_DIGITS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TRITPROOF_FAST_DIGITS_INL_H
#undef TRITPROOF_FAST_DIGITS_INL_H
#else
#define TRITPROOF_FAST_DIGITS_INL_H
#endif

#include "codec/fast/digits.h"
#include "codec/fast/weights-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {

/// The bytes that a window gives to one vector.
HWY_INLINE VU16 LookThrough(const Byte* block, const Window& window, std::size_t part) {
  const VU8 bytes = hn::LoadDup128(DU8(), block + window.start);
  const VU8 place = hn::Load(DU8(), window.place + 4 * kLanes * part);
  return hn::BitCast(DU16(), hn::TableLookupBytesOr0(bytes, place));
}

/// The bytes of a line, one in each 16-bit lane.
template <Format format, Lanes lanes, std::size_t line>
HWY_INLINE void LoadLine(const Byte* block, VU16 (&bytes)[kParts]) {
  static constexpr Window low = WindowOf<format, lanes>(kDigitLines<format>[line], 0);
  static constexpr Window high = WindowOf<format, lanes>(kDigitLines<format>[line], 16);
  static constexpr Window both = Together(low, high);
  constexpr bool together = low.start == high.start;
  TRITPROOF_UNROLL
  for (std::size_t part = 0; part < kParts; ++part)
    bytes[part] = together ? LookThrough(block, both, part)
                           : hn::Or(LookThrough(block, low, part), LookThrough(block, high, part));
}

/// Calls `take(line, digits)` for all lines from `line` on.
template <Format format, Lanes lanes, std::size_t line, class Take>
HWY_INLINE void EachLine(const Byte* block, VU16 (&bytes)[kParts], const Take& take) {
  constexpr const auto& lines = kDigitLines<format>;
  VU16 digits[kParts];
  TRITPROOF_UNROLL
  for (std::size_t part = 0; part < kParts; ++part) {
    const VU16 power = hn::Load(DU16(), PowersOf<format, lanes>().line[line] + 2 * kLanes * part);
    digits[part] = hn::MulHigh(hn::Mul(bytes[part], power), hn::Set(DU16(), 3));
  }
  take(line, digits);
  if constexpr (line + 1 < lines.size()) {
    if constexpr (!SameBytes(lines[line], lines[line + 1]))
      LoadLine<format, lanes, line + 1>(block, bytes);
    EachLine<format, lanes, line + 1>(block, bytes, take);
  }
}

template <Format format, Lanes lanes, class Take>
HWY_INLINE void EachDigitLine(const Byte* block, const Take& take) {
  VU16 bytes[kParts];
  LoadLine<format, lanes, 0>(block, bytes);
  EachLine<format, lanes, 0>(block, bytes, take);
}

/// A block of tq1_0 or ptq1_0.
template <class Out, Format format>
HWY_INLINE void DecodeDigitBlock(const Byte* block, typename Out::Word* to) {
  const VF table = BlockTable<Out, format>(block);
  EachDigitLine<format, Lanes::paired>(
      block, [&](std::size_t line, const VU16(&digits)[kParts]) HWY_ATTR {
        Store32Codes<Out>(
            table,
            [&](std::size_t j) HWY_ATTR {
              const VU pair = hn::BitCast(DU(), digits[j % kParts]);
              return j < kParts ? pair : hn::ShiftRight<16>(pair);
            },
            to + 32 * line);
      });
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_DIGITS_INL_H
