// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "golden/vector.h"

/// What a question's payload holds, counted from its bytes. Flags are read off these.
namespace tritproof::golden {

enum class ScaleClass : std::uint8_t {
  positive,
  negative,
  zero,
  negative_zero,
  subnormal,
  negative_subnormal,
  infinite,
  negative_infinite,
  nan,
};
inline constexpr std::size_t kScaleClasses = 9;

/// Which codes occur: bits of a mask.
enum CodeBit : std::uint8_t { kMinus = 1, kNought = 2, kPlus = 4, kThree = 8, kWide = 16 };

struct CodeFacts {
  std::uint64_t total = 0;
  std::uint64_t three = 0;  ///< 2-bit pattern 3
  std::uint8_t kinds = 0;   ///< CodeBits that occur
  int least = 0;            ///< lowest and highest value
  int most = 0;
  bool plane = false;                 ///< +1 and -1 are a bit of the element's index
  bool lone = false;                  ///< one code differs from all the others
  bool lone_at_edge = false;          ///< and it is the first or last of its unit
  bool late_three = false;            ///< the first pattern 3 is not in the first unit
  std::uint64_t different_bytes = 0;  ///< of the fields that hold codes
  std::uint64_t unwritten_qs = 0;     ///< bytes that no encoder writes
  std::uint64_t unwritten_qh = 0;
};

struct ScaleFacts {
  std::uint64_t total = 0;
  std::uint64_t different = 0;                            ///< stored patterns
  std::array<std::uint64_t, kScaleClasses> of{};          ///< scales of each class
  std::array<std::uint8_t, kScaleClasses> codes_under{};  ///< CodeBits under each class
  bool edge = false;                                      ///< least or largest of a class of halves
  bool beyond_bf16 = false;                               ///< a finite half that bf16 does not hold
  bool several_binades = false;                           ///< halves of one row differ in exponent
  bool zero_row = false;                                  ///< every half of a row is zero
  bool full_multiplier = false;                           ///< +-32767 or -32768
  bool zero_multiplier = false;                           ///< over a code that is not 0
  bool unequal_multipliers = false;
  bool wide_byte = false;      ///< q4_k: a scale or minimum byte above 127
  bool added = false;          ///< an added term other than 0
  bool two_roundings = false;  ///< fusing product and sum would show
  bool overflowing = false;    ///< a finite scale times a code passes the largest float
};

struct ExponentFacts {
  bool any = false;
  std::int32_t least = std::numeric_limits<std::int32_t>::max();
  std::int32_t most = std::numeric_limits<std::int32_t>::min();
  bool wild_over_zeros = false;  ///< out of range over multipliers that are all 0
};

/// Of a decode that answers bf16.
struct Bf16Facts {
  bool tie = false;
  bool to_infinity = false;
  bool nan = false;
};

struct QuantiseFacts {
  bool tie = false;             ///< x * id is exactly half
  bool vanishing_half = false;  ///< x is amax / 2 and x * id is less than half
  bool overflowing = false;     ///< amax >= 65520
  bool underflowing = false;    ///< 2^-128 < amax <= 2^-25
  bool subnormal = false;       ///< d is a subnormal half
  bool tiny = false;            ///< 0 < amax <= 2^-128
  bool nonfinite = false;
  bool zero_block = false;
  bool negative = false;  ///< the largest magnitude is a negative number's
  bool rounded = false;   ///< amax is finite and no half
  bool at_edge = false;   ///< only the first or last element of a block has it
};

struct ReplayFacts {
  bool least_activation = false;
  bool most_activation = false;
  bool narrowed = false;      ///< wrap16 would show
  bool past_int32 = false;    ///< an exact sum beyond int32
  bool step_differs = false;  ///< clamping at each step is not clamping at the end
};

struct Facts {
  const Question* question = nullptr;
  const spec::FormatRow* row = nullptr;
  bool nothing = false;      ///< N, K or (replay) M is 0
  bool whole = false;        ///< N and K are whole units of the format
  bool countable = false;    ///< and the byte count fits
  std::int64_t surplus = 0;  ///< bytes beyond what the geometry needs; where it is countable
  std::uint64_t unit_rows = 0;
  std::uint64_t unit_columns = 0;
  bool walked = false;  ///< all below was read; not from a payload of the wrong size or a huge one
  std::optional<spec::RefusalName> refusal;  ///< the reference's, of a payload of any size but huge
  std::uint64_t refused = 0;                 ///< its count
  CodeFacts codes;
  ScaleFacts scales;
  ExponentFacts exponents;
  Bf16Facts bf16;
  QuantiseFacts quantise;
  ReplayFacts replay;

  [[nodiscard]] bool is(spec::Op op) const { return question->op == op; }
  [[nodiscard]] bool is(spec::Format format) const { return question->format == format; }
  [[nodiscard]] bool converts_to(spec::Format format) const {
    return is(spec::Op::convert) && question->options.target == format;
  }
  [[nodiscard]] bool refuses(spec::RefusalName name) const { return refusal == name; }
  [[nodiscard]] std::uint64_t scales_of(ScaleClass of) const {
    return scales.of[static_cast<std::size_t>(of)];
  }
  [[nodiscard]] bool under(ScaleClass scale, std::uint8_t kinds) const {
    return (scales.codes_under[static_cast<std::size_t>(scale)] & kinds) != 0;
  }
};

/// Payloads above this are not walked: what they hold is what smaller ones hold.
inline constexpr std::size_t kMostWalkedBytes = 4u << 20;

Facts facts_of(const Question& question, std::span<const std::uint8_t> payload);

}  // namespace tritproof::golden
