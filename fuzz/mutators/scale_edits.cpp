// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "fuzz/mutators/spots.h"
#include "props/laws/ask.h"

namespace tritproof::fuzz {
namespace {

using spec::FieldKind;
using spec::Op;

void put(laws::Case& asked, std::uint64_t at, std::uint64_t width, std::uint64_t word) {
  laws::store_word(asked.input, at, width, word);
}

/// One stored scale: where it stands, and how it is read.
struct Slot {
  std::uint64_t at = 0;
  FieldKind kind{};
  bool found = false;
};

Slot some_slot(Draft& draft, Dice& dice) {
  const std::uint64_t units = units_of(draft.asked());
  if (units == 0) return {};
  const spec::Field* field = some_field(draft.row(), false, dice);
  const std::uint64_t width = width_of(field->kind);
  const std::uint64_t at = field_offset(draft.asked(), some_unit(units, dice), *field);
  return {at + width * dice.below(field->bytes / width), field->kind, true};
}

// To another class: subnormal, infinite, NaN, -0, the largest.
bool jump_scale(Draft& draft, Dice& dice) {
  const Slot slot = some_slot(draft, dice);
  if (!slot.found) return false;
  put(draft.asked(), slot.at, width_of(slot.kind), edge_pattern(slot.kind, dice));
  return true;
}

bool nudge_scale(Draft& draft, Dice& dice) {
  const Slot slot = some_slot(draft, dice);
  if (!slot.found) return false;
  const std::uint64_t width = width_of(slot.kind);
  std::uint64_t word = laws::load_word(draft.asked().input, slot.at, width);
  switch (dice.below(4)) {
    case 0: word ^= std::uint64_t{1} << dice.below(8 * width); break;
    case 1: word += dice.coin() ? 1 : ~std::uint64_t{0}; break;
    case 2: word = (word & 0xfc00) | dice.below(0x400); break;
    default: word = dice.bits(); break;
  }
  put(draft.asked(), slot.at, width, word);
  return true;
}

bool flood_scales(Draft& draft, Dice& dice) {
  const std::uint64_t units = units_of(draft.asked());
  if (units == 0) return false;
  const spec::Field* field = some_field(draft.row(), false, dice);
  const std::uint64_t width = width_of(field->kind);
  const std::uint16_t word = edge_pattern(field->kind, dice);
  const bool all = dice.coin();
  const std::uint64_t only = some_unit(units, dice);
  for (std::uint64_t u = all ? 0 : only; u < (all ? units : only + 1); ++u)
    for (std::uint64_t i = 0; i < field->bytes; i += width)
      put(draft.asked(), field_offset(draft.asked(), u, *field) + i, width, word);
  return true;
}

/// The scales that a conversion wants alike, at some place of the tensor.
std::vector<std::uint64_t> some_run(Draft& draft, Dice& dice) {
  if (units_of(draft.asked()) == 0 || !draft.row().ternary) return {};
  const auto [n, k] = draft.asked().geometry;
  return scales_of_run(draft.asked(), some_unit(n, dice), dice.below(k));
}

FieldKind run_kind(const spec::FormatRow& row) {
  return row.side_table ? FieldKind::int16 : FieldKind::f16;
}

// All scales of 256 columns alike, so that conversions go on and meet the class.
bool share_scale(Draft& draft, Dice& dice) {
  const auto run = some_run(draft, dice);
  if (run.empty()) return false;
  const bool old = dice.one_in(4);
  const std::uint64_t word = old ? laws::load_word(draft.asked().input, run.front(), 2)
                                 : edge_pattern(run_kind(draft.row()), dice);
  for (const std::uint64_t at : run) put(draft.asked(), at, 2, word);
  return true;
}

// One multiplier of the four (or one scale of a run) unlike the others: by its sign, by a bit, or
// by all of it.
bool break_one(Draft& draft, Dice& dice) {
  const auto run = some_run(draft, dice);
  if (run.size() < 2) return false;
  if (dice.coin()) {
    const std::uint16_t word = edge_pattern(run_kind(draft.row()), dice);
    for (const std::uint64_t at : run) put(draft.asked(), at, 2, word);
  }
  const std::uint64_t at = dice.pick(run);
  const std::uint64_t word = laws::load_word(draft.asked().input, at, 2);
  const std::uint64_t other = dice.coin()   ? word ^ 0x8000
                              : dice.coin() ? word ^ 1
                                            : edge_pattern(run_kind(draft.row()), dice);
  put(draft.asked(), at, 2, other);
  return true;
}

constexpr std::array<std::int32_t, 28> kExponents{-2147483647 - 1,
                                                  2147483647,
                                                  0,
                                                  1,
                                                  -1,
                                                  -14,
                                                  -15,
                                                  -24,
                                                  -25,
                                                  -10,
                                                  -12,
                                                  -126,
                                                  -127,
                                                  -128,
                                                  -133,
                                                  -134,
                                                  -149,
                                                  -150,
                                                  -163,
                                                  -164,
                                                  16,
                                                  15,
                                                  104,
                                                  112,
                                                  113,
                                                  126,
                                                  127,
                                                  128};

// e_ref of one row or of all. The places are those where a product leaves the halves or the floats.
bool set_exponent(Draft& draft, Dice& dice) {
  const laws::Case& asked = draft.asked();
  const std::uint64_t units = units_of(asked);
  const bool stored = asked.op != Op::expand && asked.op != Op::replay && draft.row().side_table;
  if (units == 0 || !stored) return false;
  const std::uint64_t base = units * draft.row().bytes;
  const auto near = static_cast<std::int32_t>(dice.below(5)) - 2;
  const std::uint32_t word = dice.one_in(8) ? static_cast<std::uint32_t>(dice.bits())
                             : dice.coin()  ? static_cast<std::uint32_t>(dice.pick(kExponents)) +
                                                 static_cast<std::uint32_t>(near)
                                           : static_cast<std::uint32_t>(dice.below(320)) - 180;
  const bool all = dice.one_in(4);
  const std::uint64_t only = some_unit(asked.geometry.n, dice);
  for (std::uint64_t n = all ? 0 : only; n < (all ? asked.geometry.n : only + 1); ++n)
    put(draft.asked(), base + 4 * n, 4, word);
  return true;
}

// Multipliers and exponent of one row at edges together: each alone would wait for the other.
bool edge_row(Draft& draft, Dice& dice) {
  laws::Case& asked = draft.asked();
  const bool stored = asked.op != Op::expand && asked.op != Op::replay && draft.row().side_table;
  if (units_of(asked) == 0 || !stored) return false;
  const std::uint64_t n = some_unit(asked.geometry.n, dice);
  const std::uint16_t word = edge_pattern(FieldKind::int16, dice);
  for (const std::uint64_t at : scales_of_run(asked, n, dice.below(asked.geometry.k)))
    put(asked, at, 2, word);
  const std::int32_t exponent = dice.coin() ? 0 : dice.pick(kExponents);
  put(asked, units_of(asked) * draft.row().bytes + 4 * n, 4, static_cast<std::uint32_t>(exponent));
  return true;
}

constexpr std::array<EditRow, 7> kScaleEdits{{
    {"jump a scale to another class", 8, jump_scale},
    {"move a scale by a little", 4, nudge_scale},
    {"one scale everywhere", 2, flood_scales},
    {"one scale for 256 columns", 4, share_scale},
    {"break one scale of a group", 4, break_one},
    {"set an exponent", 6, set_exponent},
    {"a row at edges", 3, edge_row},
}};

}  // namespace

std::span<const EditRow> scale_edits() { return kScaleEdits; }

}  // namespace tritproof::fuzz
