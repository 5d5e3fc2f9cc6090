// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "fuzz/mutators/spots.h"
#include "fuzz/place.h"
#include "props/domains/build.h"

namespace tritproof::fuzz {
namespace {

using spec::FieldKind;

// The bytes that no encoder writes.
std::vector<std::uint8_t> odd_bytes_of(FieldKind kind) {
  std::vector<std::uint8_t> odd;
  for (unsigned byte = 0; byte < 256; ++byte)
    if (!canonical_base3(static_cast<std::uint8_t>(byte), kind))
      odd.push_back(static_cast<std::uint8_t>(byte));
  return odd;
}

std::uint8_t odd_byte(FieldKind kind, Dice& dice) {
  static const auto five = odd_bytes_of(FieldKind::base3x5);
  static const auto four = odd_bytes_of(FieldKind::base3x4);
  return dice.pick(kind == FieldKind::base3x5 ? five : four);
}

std::uint8_t with_bits(std::uint8_t byte, unsigned shift, unsigned width, std::uint64_t value) {
  const unsigned mask = ((1u << width) - 1) << shift;
  return static_cast<std::uint8_t>((byte & ~mask) | (static_cast<unsigned>(value) << shift & mask));
}

std::uint8_t other_code(std::uint8_t byte, FieldKind kind, Dice& dice) {
  switch (kind) {
    case FieldKind::code2:
      return with_bits(byte, 2 * static_cast<unsigned>(dice.below(4)), 2, dice.below(4));
    case FieldKind::int4:
    case FieldKind::uint4:
      return with_bits(byte, 4 * static_cast<unsigned>(dice.below(2)), 4, dice.below(16));
    default: return static_cast<std::uint8_t>(dice.bits());
  }
}

/// The bytes of a code field in some unit, or nothing.
struct Codes {
  std::span<std::uint8_t> bytes;
  FieldKind kind{};
};

Codes some_codes(Draft& draft, Dice& dice) {
  const std::uint64_t units = units_of(draft.asked());
  if (units == 0) return {};
  const spec::Field* field = some_field(draft.row(), true, dice);
  const std::uint64_t at = field_offset(draft.asked(), some_unit(units, dice), *field);
  return {std::span(draft.asked().input).subspan(at, field->bytes), field->kind};
}

bool edit_code(Draft& draft, Dice& dice) {
  const auto [bytes, kind] = some_codes(draft, dice);
  if (bytes.empty()) return false;
  for (std::uint64_t left = dice.few(8); left > 0; --left) {
    std::uint8_t& byte = bytes[dice.below(bytes.size())];
    byte = other_code(byte, kind, dice);
  }
  return true;
}

// The 2-bit pattern 3: reserved, or +2.
bool plant_threes(Draft& draft, Dice& dice) {
  const auto [bytes, kind] = some_codes(draft, dice);
  if (bytes.empty() || kind != FieldKind::code2) return false;
  for (std::uint64_t left = dice.few(16); left > 0; --left) {
    std::uint8_t& byte = bytes[dice.below(bytes.size())];
    byte = with_bits(byte, 2 * static_cast<unsigned>(dice.below(4)), 2, 3);
  }
  return true;
}

bool odd_digits(Draft& draft, Dice& dice) {
  const auto [bytes, kind] = some_codes(draft, dice);
  if (bytes.empty() || (kind != FieldKind::base3x5 && kind != FieldKind::base3x4)) return false;
  for (std::uint64_t left = dice.few(4); left > 0; --left)
    bytes[dice.below(bytes.size())] = odd_byte(kind, dice);
  return true;
}

std::uint8_t same_codes(FieldKind kind, Dice& dice) {
  const bool base3 = kind == FieldKind::base3x5 || kind == FieldKind::base3x4;
  if (base3 && dice.one_in(4)) return odd_byte(kind, dice);
  const auto code = static_cast<int>(dice.below(4)) - 1;
  return props::equal_codes(kind, base3 && code == 2 ? 1 : code);
}

// One code everywhere, in a unit or in all: sums and counts become large.
bool flood_codes(Draft& draft, Dice& dice) {
  const std::uint64_t units = units_of(draft.asked());
  if (units == 0) return false;
  const spec::Field* field = some_field(draft.row(), true, dice);
  const std::uint8_t byte = same_codes(field->kind, dice);
  const bool all = dice.coin();
  const std::uint64_t only = some_unit(units, dice);
  for (std::uint64_t u = all ? 0 : only; u < (all ? units : only + 1); ++u)
    std::ranges::fill(std::span(draft.asked().input)
                          .subspan(field_offset(draft.asked(), u, *field), field->bytes),
                      byte);
  return true;
}

std::span<std::uint8_t> unit_of(Draft& draft, std::uint64_t unit) {
  const std::uint64_t at = ahead_of_units(draft.asked()) + unit * draft.row().bytes;
  return std::span(draft.asked().input).subspan(at, draft.row().bytes);
}

bool swap_units(Draft& draft, Dice& dice) {
  const std::uint64_t units = units_of(draft.asked());
  if (units < 2) return false;
  const std::uint64_t one = some_unit(units, dice);
  const std::uint64_t other = (one + 1 + dice.below(units - 1)) % units;
  std::ranges::swap_ranges(unit_of(draft, one), unit_of(draft, other));
  return true;
}

bool copy_unit(Draft& draft, Dice& dice) {
  const std::uint64_t units = units_of(draft.asked());
  if (units < 2) return false;
  const std::uint64_t one = some_unit(units, dice);
  const std::uint64_t other = (one + 1 + dice.below(units - 1)) % units;
  std::ranges::copy(unit_of(draft, one), unit_of(draft, other).begin());
  return true;
}

constexpr std::array<EditRow, 6> kCodeEdits{{
    {"edit a code", 6, edit_code},
    {"plant pattern 3", 6, plant_threes},
    {"plant a byte that no encoder writes", 6, odd_digits},
    {"one code everywhere", 2, flood_codes},
    {"exchange two units", 1, swap_units},
    {"copy a unit", 1, copy_unit},
}};

}  // namespace

std::span<const EditRow> code_edits() { return kCodeEdits; }

}  // namespace tritproof::fuzz
