// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "codec/reference/numbers.h"
#include "codec/reference/unit.h"

/// Turns a format's two walks (over its codes and over its scales, both in order of byte) into a
/// UnitCodec. A layout is therefore written down once, in the format's own file.
///
/// A Layout type L has: `row`, `walk_codes(layout, visit(byte, position, element))` and
/// `walk_scales(layout, visit(byte, group))`. A position is a bit shift, or a base-3 digit's
/// number.
namespace tritproof::reference {

constexpr std::uint16_t load16(UnitBytes bytes, std::size_t at) {
  return static_cast<std::uint16_t>(bytes[at] | bytes[at + 1] << 8);
}

constexpr void store16(std::span<std::uint8_t> bytes, std::size_t at, std::uint16_t value) {
  bytes[at] = static_cast<std::uint8_t>(value & 0xff);
  bytes[at + 1] = static_cast<std::uint8_t>(value >> 8);
}

/// Digit n, most significant first, of a byte that stands for the fraction byte / 256 (TQ1_0-2).
constexpr int base3_digit(std::uint8_t byte, unsigned n) {
  constexpr std::array<unsigned, 5> power{1, 3, 9, 27, 81};
  return static_cast<int>((((byte * power[n]) & 0xffu) * 3) >> 8);
}

/// The byte that an encoder writes for five digits, the first most significant (TQ1_0-3).
constexpr std::uint8_t base3_byte(unsigned number) {
  return static_cast<std::uint8_t>((number * 256 + 242) / 243);
}

/// The number that a code's bits mean; 2-bit pattern 3 gives 2.
template <spec::FieldKind kind>
constexpr int read_code(std::uint8_t byte, unsigned position) {
  using enum spec::FieldKind;
  if constexpr (kind == code2) return ((byte >> position) & 3) - 1;
  if constexpr (kind == int4) return (((byte >> position) & 15) ^ 8) - 8;
  if constexpr (kind == uint4) return (byte >> position) & 15;
  if constexpr (kind == int8) return static_cast<std::int8_t>(byte);
  if constexpr (kind == base3x5) return base3_digit(byte, position) - 1;
}

/// The kind of a layout's first field of codes; base-3 digits are all read alike.
template <class L>
constexpr spec::FieldKind code_kind() {
  for (const spec::Field& field : spec::fields_of(L::row))
    if (spec::codes_per_byte(field.kind) != 0) return field.kind;
  return {};
}

/// Visits (byte, position, element, code) of every code.
template <class L, class Visit>
void walk_values(UnitBytes unit, spec::Layout layout, Visit visit) {
  const auto as = [&]<spec::FieldKind kind>() {
    L::walk_codes(layout, [&](std::size_t byte, unsigned position, std::size_t element) {
      visit(byte, position, element, read_code<kind>(unit[byte], position));
    });
  };
  // Q4_1-4 reads the same nibbles with a sign.
  if constexpr (requires { L::other_kind; })
    if (layout == spec::Layout::other) return as.template operator()<L::other_kind>();
  as.template operator()<code_kind<L>()>();
}

template <class L>
void codes_by_walk(UnitBytes unit, spec::Layout layout, std::span<std::int8_t> out) {
  walk_values<L>(unit, layout, [out](std::size_t, unsigned, std::size_t element, int code) {
    out[element] = static_cast<std::int8_t>(code);
  });
}

template <class L>
void patterns_by_walk(UnitBytes unit, spec::Layout layout, std::span<std::uint16_t> out) {
  L::walk_scales(layout,
                 [&](std::size_t byte, std::size_t group) { out[group] = load16(unit, byte); });
}

template <class L>
void visit_codes_by_walk(UnitBytes unit, spec::Layout layout,
                         const std::function<void(const CodeAt&)>& visit) {
  constexpr bool digits = code_kind<L>() == spec::FieldKind::base3x5;
  walk_values<L>(unit, layout,
                 [&visit](std::size_t byte, unsigned position, std::size_t element, int code) {
                   visit({static_cast<std::uint32_t>(byte), digits ? 0 : position,
                          static_cast<std::uint32_t>(element), code});
                 });
}

template <class L>
void visit_scales_by_walk(spec::Layout layout,
                          const std::function<void(std::uint32_t, std::uint32_t)>& visit) {
  L::walk_scales(layout, [&](std::size_t byte, std::size_t group) {
    visit(static_cast<std::uint32_t>(byte), static_cast<std::uint32_t>(group));
  });
}

/// One product of code and scale (HALF-5): the scale's number, and nothing added.
template <class L>
void scales_by_pattern(UnitBytes unit, spec::Layout layout, std::span<const std::int32_t> exponents,
                       std::span<float> factor, std::span<float> addend) {
  std::ranges::fill(addend, 0.0f);
  constexpr std::size_t groups_a_row = L::row.columns / L::row.group;
  L::walk_scales(layout, [&](std::size_t byte, std::size_t group) {
    const std::uint16_t pattern = load16(unit, byte);
    if constexpr (L::row.side_table)
      factor[group] =
          scale_by_power(std::bit_cast<std::int16_t>(pattern), exponents[group / groups_a_row]);
    else if constexpr (L::row.second_layout)
      factor[group] = bf16_to_float(pattern);
    else
      factor[group] = half_to_float(pattern);
  });
}

template <class L>
void pack_bits(std::span<const std::int8_t> codes, std::span<const std::uint16_t> patterns,
               std::span<std::uint8_t> unit) {
  constexpr bool nibbles = code_kind<L>() == spec::FieldKind::int4;
  std::ranges::fill(unit, std::uint8_t{0});
  L::walk_codes(spec::Layout::standard, [&](std::size_t byte, unsigned shift, std::size_t element) {
    const unsigned bits =
        nibbles ? codes[element] & 15u : static_cast<unsigned>(codes[element] + 1);
    unit[byte] = static_cast<std::uint8_t>(unit[byte] | bits << shift);
  });
  L::walk_scales(spec::Layout::standard, [&](std::size_t byte, std::size_t group) {
    store16(unit, byte, patterns[group]);
  });
}

template <class L>
void pack_digits(std::span<const std::int8_t> codes, std::span<const std::uint16_t> patterns,
                 std::span<std::uint8_t> unit) {
  std::array<unsigned, L::row.bytes> number{};
  L::walk_codes(spec::Layout::standard, [&](std::size_t byte, unsigned, std::size_t element) {
    number[byte] = number[byte] * 3 + static_cast<unsigned>(codes[element] + 1);
  });
  for (const spec::Field& field : spec::fields_of(L::row)) {
    // TQ1_0-3: a byte of four digits leaves the fifth zero.
    const unsigned shift = field.kind == spec::FieldKind::base3x4 ? 3 : 1;
    for (std::size_t byte = field.offset; byte < field.offset + field.bytes; ++byte)
      unit[byte] = base3_byte(number[byte] * shift);
  }
  L::walk_scales(spec::Layout::standard, [&](std::size_t byte, std::size_t group) {
    store16(unit, byte, patterns[group]);
  });
}

/// Base-3 bytes that are not what an encoder writes for the digits that they decode to (TQ1_0-4).
template <class L>
std::uint64_t count_non_canonical(UnitBytes unit) {
  std::array<unsigned, L::row.bytes> number{};
  std::uint64_t count = 0;
  L::walk_codes(spec::Layout::standard, [&](std::size_t byte, unsigned digit, std::size_t) {
    number[byte] = number[byte] * 3 + static_cast<unsigned>(base3_digit(unit[byte], digit));
  });
  for (const spec::Field& field : spec::fields_of(L::row)) {
    if (spec::codes_per_byte(field.kind) == 0) continue;
    const unsigned shift = field.kind == spec::FieldKind::base3x4 ? 3 : 1;
    for (std::size_t byte = field.offset; byte < field.offset + field.bytes; ++byte)
      count += unit[byte] != base3_byte(number[byte] * shift) ? 1 : 0;
  }
  return count;
}

inline std::uint64_t every_byte_is_canonical(UnitBytes) { return 0; }

/// The codec of a layout; formats that need more than one product replace `scales`.
template <class L>
constexpr UnitCodec codec_by_walk() {
  constexpr bool digits = code_kind<L>() == spec::FieldKind::base3x5;
  UnitCodec codec{codes_by_walk<L>,       patterns_by_walk<L>,     scales_by_pattern<L>,   nullptr,
                  visit_codes_by_walk<L>, visit_scales_by_walk<L>, every_byte_is_canonical};
  if constexpr (digits) {
    codec.pack = pack_digits<L>;
    codec.non_canonical = count_non_canonical<L>;
  } else if constexpr (L::row.ternary) {
    codec.pack = pack_bits<L>;
  }
  return codec;
}

}  // namespace tritproof::reference
