// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "spec/formats.h"

/// What can be asked of a subject, and of which format. Numbers are those of the frame protocol.
namespace tritproof::spec {

enum class Op : std::uint16_t {
  decode = 1,
  validate = 2,
  encode = 3,
  quantise = 4,
  expand = 5,
  convert = 6,
  replay = 7,
};

inline constexpr std::array<std::string_view, 7> kOpNames{
    "decode", "validate", "encode", "quantise", "expand", "convert", "replay"};

constexpr std::string_view name_of(Op op) { return kOpNames[static_cast<std::size_t>(op) - 1]; }

constexpr std::optional<Op> op_named(std::string_view name) {
  for (std::size_t i = 0; i < kOpNames.size(); ++i)
    if (kOpNames[i] == name) return static_cast<Op>(i + 1);
  return std::nullopt;
}

constexpr std::optional<Op> op_numbered(std::uint64_t number) {
  if (number == 0 || number > kOpNames.size()) return std::nullopt;
  return static_cast<Op>(number);
}

/// Whether the rules define this op for this format at all.
constexpr bool defined(Op op, Format format) {
  const FormatRow& row = row_of(format);
  switch (op) {
    case Op::decode:
    case Op::validate: return true;
    case Op::encode: return row.ternary;
    case Op::quantise: return row.gguf_id != 0;
    case Op::expand: return format == Format::t2s;
    case Op::convert: return row.ternary || format == Format::q4_1 || format == Format::q4_k;
    case Op::replay: return row.side_table;
  }
  return false;
}

/// How the replay sums (REPLAY rules); the numbers are those of the request's flags.
enum class ReplayMode : std::uint8_t { i64 = 0, wrap32 = 1, sat32_step = 2, sat32_end = 3 };
enum class Narrowing : std::uint8_t { exact = 0, wrap16 = 1, sat16 = 2 };
enum class Layout : std::uint8_t { standard = 0, other = 1 };

/// The flags of a request (FRAME-6), unpacked.
struct Flags {
  bool bf16 = false;   ///< decode answers bf16
  bool clamp = false;  ///< convert clamps +2 to +1
  Layout layout = Layout::standard;
  std::optional<Format> target;  ///< of convert
  ReplayMode mode = ReplayMode::i64;
  Narrowing narrowing = Narrowing::exact;

  friend bool operator==(const Flags&, const Flags&) = default;
};

/// N rows by K columns.
struct Geometry {
  std::uint64_t n = 0;
  std::uint64_t k = 0;

  friend bool operator==(const Geometry&, const Geometry&) = default;
};

/// What validate answers, in the order of its six words (REF-6).
struct Counts {
  std::uint64_t reserved = 0;       ///< codes
  std::uint64_t code3 = 0;          ///< codes
  std::uint64_t non_canonical = 0;  ///< bytes
  std::uint64_t non_finite = 0;     ///< scales
  std::uint64_t zero = 0;           ///< scales
  std::uint64_t subnormal = 0;      ///< scales

  friend bool operator==(const Counts&, const Counts&) = default;
};

}  // namespace tritproof::spec
