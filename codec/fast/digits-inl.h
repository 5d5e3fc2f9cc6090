// SPDX-License-Identifier: Apache-2.0

/// Digits of base-3 bytes (TQ1_0-2): a product with a power of 3 in the upper half of 16 bits drops
/// what exceeds the byte, and the upper half of three times that is the digit.
#if defined(TRITPROOF_FAST_DIGITS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TRITPROOF_FAST_DIGITS_INL_H
#undef TRITPROOF_FAST_DIGITS_INL_H
#else
#define TRITPROOF_FAST_DIGITS_INL_H
#endif

#include "codec/fast/weights-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {

/// How the 32 elements of a line lie in the 16-bit lanes.
enum class Lanes : std::uint8_t {
  paired,   ///< elements i and 16 + i in the lower and the upper half of word i
  ordered,  ///< one after the other in memory
};

template <Lanes lanes>
constexpr std::size_t LaneOf(std::size_t element) {
  if (lanes == Lanes::ordered) return element;
  const bool upper = element >= 16;
  return 2 * (element % 16) + (upper == kLittle ? 1 : 0);
}

/// What brings the digits of a line to the front.
struct LinePowers {
  alignas(64) std::uint16_t lane[32];
};

template <Lanes lanes>
constexpr LinePowers PowersOf(const DigitLine& line) {
  LinePowers powers{};
  for (std::size_t i = 0; i < 32; ++i)
    powers.lane[LaneOf<lanes>(i)] = static_cast<std::uint16_t>(line.power[i] << 8);
  return powers;
}

/// Whether two lines read the same bytes.
constexpr bool SameBytes(const DigitLine& a, const DigitLine& b) { return a.byte == b.byte; }

/// A place that gives 0.
inline constexpr Byte kNowhere = 0x80;

/// Where 16 elements of a line, from `first` on, find their bytes: within 16 bytes of the block.
struct Window {
  std::size_t start = 0;
  alignas(64) Byte place[64] = {};
};

template <Format format, Lanes lanes>
constexpr Window WindowOf(const DigitLine& line, std::size_t first) {
  Window window;
  window.start = unit_bytes(format) - 16;
  for (std::size_t i = first; i < first + 16; ++i)
    window.start = std::min<std::size_t>(window.start, line.byte[i]);
  for (Byte& place : window.place) place = kNowhere;
  for (std::size_t i = first; i < first + 16; ++i)
    window.place[2 * LaneOf<lanes>(i) + (kLittle ? 0 : 1)] =
        static_cast<Byte>(line.byte[i] - window.start);
  return window;
}

constexpr Window Together(const Window& low, const Window& high) {
  Window both = low;
  for (std::size_t i = 0; i < 64; ++i)
    if (both.place[i] == kNowhere) both.place[i] = high.place[i];
  return both;
}

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
  static constexpr LinePowers powers = PowersOf<lanes>(lines[line]);
  VU16 digits[kParts];
  TRITPROOF_UNROLL
  for (std::size_t part = 0; part < kParts; ++part) {
    const VU16 power = hn::Load(DU16(), powers.lane + 2 * kLanes * part);
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
