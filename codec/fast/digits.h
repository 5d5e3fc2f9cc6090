// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "codec/fast/layouts.h"

/// Where the digits of tq1_0 and ptq1_0 are, as the kernels want to know it.
namespace tritproof::fast {

/// 32 consecutive elements of a base-3 block: the byte that holds each, and the power of 3 that
/// brings its digit to the front (TQ1_0-1, TQ1_0-2, PTQ1_0-1).
struct DigitLine {
  std::array<Byte, 32> byte{};
  std::array<std::uint16_t, 32> power{};
};

/// A field of base-3 bytes: digit n of its byte b is element n * bytes + b from `first` on.
struct DigitField {
  std::size_t offset = 0;
  std::size_t bytes = 0;
  std::size_t digits = 0;
};

template <Format format>
constexpr auto digit_lines() {
  constexpr std::array<DigitField, 3> fields =
      format == Format::tq1_0 ? std::array<DigitField, 3>{{{0, 32, 5}, {32, 16, 5}, {48, 4, 4}}}
                              : std::array<DigitField, 3>{{{0, 16, 5}, {16, 8, 5}, {24, 2, 4}}};
  constexpr std::array<std::uint16_t, 5> powers{1, 3, 9, 27, 81};
  std::array<DigitLine, spec::row_of(format).columns / 32> lines{};
  std::size_t element = 0;
  for (const DigitField& field : fields)
    for (std::size_t digit = 0; digit < field.digits; ++digit)
      for (std::size_t b = 0; b < field.bytes; ++b, ++element) {
        lines[element / 32].byte[element % 32] = static_cast<Byte>(field.offset + b);
        lines[element / 32].power[element % 32] = powers[digit];
      }
  return lines;
}

template <Format format>
inline constexpr auto kDigitLines = digit_lines<format>();
static_assert(kDigitLines<Format::tq1_0>.size() == 8 && kDigitLines<Format::ptq1_0>.size() == 4);
static_assert(kDigitLines<Format::tq1_0>[7].byte[31] == 51);
static_assert(kDigitLines<Format::tq1_0>[7].power[31] == 27);
static_assert(kDigitLines<Format::ptq1_0>[3].byte[31] == 25);
static_assert(kDigitLines<Format::ptq1_0>[3].power[23] == 81);

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

/// What brings the digits of all lines to the front, by line and lane.
template <Format format>
struct DigitPowers {
  alignas(64) std::uint16_t line[kDigitLines<format>.size()][32];
};

// Defined out of sight: of products with constants that it knows the compiler makes shifts and
// additions, which are slower.
extern const DigitPowers<Format::tq1_0> kTq1Paired;
extern const DigitPowers<Format::tq1_0> kTq1Ordered;
extern const DigitPowers<Format::ptq1_0> kPtq1Paired;
extern const DigitPowers<Format::ptq1_0> kPtq1Ordered;

template <Format format, Lanes lanes>
const DigitPowers<format>& PowersOf() {
  constexpr bool paired = lanes == Lanes::paired;
  if constexpr (format == Format::tq1_0)
    return paired ? kTq1Paired : kTq1Ordered;
  else
    return paired ? kPtq1Paired : kPtq1Ordered;
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

}  // namespace tritproof::fast
