// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

/// SRS: shift, round, saturate; how an accumulator leaves a core.
namespace tritproof::xdna {

/// By name, not by number: the numbers of the control register differ between core generations.
enum class Rounding : std::uint8_t {
  floor,
  ceil,
  sym_floor,  ///< towards zero
  sym_ceil,   ///< away from zero
  neg_inf,    ///< nearest, halves towards minus infinity
  pos_inf,    ///< nearest, halves towards plus infinity
  sym_zero,   ///< nearest, halves towards zero
  sym_inf,    ///< nearest, halves away from zero
  conv_even,  ///< nearest, halves to even
  conv_odd,   ///< nearest, halves to odd
};
inline constexpr std::array<std::string_view, 10> kRoundingNames{
    "floor",   "ceil",     "sym_floor", "sym_ceil",  "neg_inf",
    "pos_inf", "sym_zero", "sym_inf",   "conv_even", "conv_odd"};

enum class Saturation : std::uint8_t {
  none,       ///< high bits are cut
  saturate,   ///< clamped to all values of the type
  symmetric,  ///< the same without the lowest value
};
inline constexpr std::array<std::string_view, 3> kSaturationNames{"none", "saturate", "symmetric"};

struct SrsMode {
  unsigned shift = 0;                        ///< 0 to 63
  Rounding rounding = Rounding::floor;       ///< the core's own default
  Saturation saturation = Saturation::none;  ///< the core's own default
};

/// What leaves, and whether it did not fit (the core's sticky flag).
struct SrsValue {
  std::int64_t value = 0;
  bool overflow = false;
};

/// Whether a value of sign `negative` that lies between `down` and down + 1 goes up.
constexpr bool rounds_up(Rounding rounding, std::int64_t down, bool negative, bool at_half,
                         bool above_half) {
  switch (rounding) {
    case Rounding::floor: return false;
    case Rounding::ceil: return true;
    case Rounding::sym_floor: return negative;
    case Rounding::sym_ceil: return !negative;
    case Rounding::neg_inf: return above_half;
    case Rounding::pos_inf: return above_half || at_half;
    case Rounding::sym_zero: return above_half || (at_half && negative);
    case Rounding::sym_inf: return above_half || (at_half && !negative);
    case Rounding::conv_even: return above_half || (at_half && down % 2 != 0);
    case Rounding::conv_odd: return above_half || (at_half && down % 2 == 0);
  }
  return false;
}

/// The low `bits` of a value, read as two's complement; bits from 1 to 64.
constexpr std::int64_t wrapped(std::int64_t value, unsigned bits) {
  const unsigned unused = 64 - bits;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << unused) >> unused;
}

/// accumulator -> integer of `bits` (8, 16 or 32).
constexpr SrsValue srs(std::int64_t accumulator, SrsMode mode, unsigned bits) {
  const std::int64_t down = accumulator >> mode.shift;
  const std::uint64_t rest =
      static_cast<std::uint64_t>(accumulator) - (static_cast<std::uint64_t>(down) << mode.shift);
  const std::uint64_t half = mode.shift == 0 ? 0 : std::uint64_t{1} << (mode.shift - 1);
  const bool up =
      rest != 0 && rounds_up(mode.rounding, down, accumulator<0, rest == half, rest> half);
  const std::int64_t rounded = down + (up ? 1 : 0);
  const std::int64_t most = (std::int64_t{1} << (bits - 1)) - 1;
  const std::int64_t least = mode.saturation == Saturation::symmetric ? -most : -most - 1;
  const bool overflow = rounded < least || rounded > most;
  if (mode.saturation == Saturation::none) return {wrapped(rounded, bits), overflow};
  return {std::clamp(rounded, least, most), overflow};
}

}  // namespace tritproof::xdna
