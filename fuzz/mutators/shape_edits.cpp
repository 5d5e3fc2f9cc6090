// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "fuzz/mutators/spots.h"
#include "props/laws/ask.h"
#include "props/properties/templates.h"

namespace tritproof::fuzz {
namespace {

using spec::Op;

bool change_flags(Draft& draft, Dice& dice) {
  laws::Case& asked = draft.asked();
  spec::Flags& flags = asked.flags;
  switch (asked.op) {
    case Op::convert: flags.clamp = !flags.clamp; return true;
    case Op::replay:
      flags.mode = static_cast<spec::ReplayMode>(dice.below(4));
      flags.narrowing = static_cast<spec::Narrowing>(dice.below(3));
      return true;
    case Op::decode:
    case Op::validate: {
      const bool layout = dice.one_in(draft.row().second_layout ? 2 : 8);
      const bool other = flags.layout == spec::Layout::other;
      if (layout) flags.layout = other ? spec::Layout::standard : spec::Layout::other;
      if (!layout) flags.bf16 = !flags.bf16;
      return true;
    }
    default:
      // REF-9: another layout is refused where there is one.
      flags.layout = dice.one_in(4) ? spec::Layout::other : spec::Layout::standard;
      return true;
  }
}

bool cut(Draft& draft, Dice& dice) {
  Bytes& input = draft.asked().input;
  if (input.empty()) return false;
  const std::uint64_t unit = std::min<std::uint64_t>(draft.row().bytes, input.size());
  const std::uint64_t side = std::min<std::uint64_t>(4 * draft.asked().geometry.n, input.size());
  const std::array<std::uint64_t, 5> sizes{dice.few(input.size()), 1, unit, side, input.size()};
  input.resize(input.size() - dice.pick(sizes));
  return true;
}

bool grow(Draft& draft, Dice& dice) {
  Bytes& input = draft.asked().input;
  const std::array<std::uint64_t, 4> sizes{1, dice.few(64), draft.row().bytes, 4};
  const std::uint64_t more = dice.pick(sizes);
  if (more > draft.most_input() || input.size() > draft.most_input() - more) return false;
  for (std::uint64_t i = 0; i < more; ++i) input.push_back(static_cast<std::uint8_t>(dice.bits()));
  return true;
}

// N or K that the input does not have: off by one, zero, halves and doubles, and so large that
// sizes wrap. Two powers of two with no input wrap to no bytes.
bool odd_geometry(Draft& draft, Dice& dice) {
  laws::Case& asked = draft.asked();
  std::uint64_t& number = dice.coin() ? asked.geometry.n : asked.geometry.k;
  const std::uint64_t unit = &number == &asked.geometry.n ? draft.row().rows : draft.row().columns;
  const std::array<std::uint64_t, 12> numbers{0,
                                              number + 1,
                                              number - 1,
                                              number + unit / 2,
                                              number + unit,
                                              number - unit,
                                              number * 2,
                                              number / 2,
                                              std::uint64_t{1} << 63,
                                              ~std::uint64_t{0},
                                              std::uint64_t{1} << (32 + dice.below(32)),
                                              (std::uint64_t{1} << 63) / unit * unit};
  if (!dice.one_in(6)) {
    number = dice.pick(numbers);
    return true;
  }
  const auto zeros = static_cast<std::uint64_t>(std::countr_zero(draft.row().bytes));
  const std::uint64_t bits = 64 - (dice.one_in(4) ? 0 : zeros);  // bytes wrap, or units do
  const std::uint64_t high = dice.below(30) + 20;
  if (bits - high > 50) return false;
  asked.geometry = {draft.row().rows * (std::uint64_t{1} << high),
                    draft.row().columns * (std::uint64_t{1} << (bits - high))};
  if (dice.coin()) asked.input.clear();
  return true;
}

/// Units down and across: mostly few, now and then so many that narrow counters and offsets wrap.
spec::Geometry some_grid(Draft& draft, Dice& dice) {
  const std::uint64_t room = std::max<std::uint64_t>(draft.most_input() / draft.row().bytes, 1);
  const std::uint64_t way = dice.below(128);
  if (way < 96) return {1 + dice.below(2), 1 + dice.below(2)};
  if (way < 116) return {1 + dice.below(4), 1 + dice.below(5)};
  if (way < 122) return {1 + dice.below(8), 1 + dice.below(8)};
  if (way < 125) return {1, 1 + dice.below(std::min<std::uint64_t>(room, 64))};
  if (way < 127) return {1 + dice.below(std::min<std::uint64_t>(room, 64)), 1};
  const std::uint64_t down = dice.few(32);  // one row may have more columns than a region
  return {down, std::max<std::uint64_t>(1, room / down)};
}

// Whole units, and so many columns that M activations of each have no size.
bool many_activations(Draft& draft, Dice& dice) {
  laws::Case& asked = draft.asked();
  if (asked.op != Op::replay) return false;
  asked.m = std::uint64_t{1} << (8 + dice.below(8));
  asked.geometry = {draft.row().rows, std::uint64_t{draft.row().columns} << (46 + dice.below(6))};
  return true;
}

// Whole units of source and target (CONV-9), unless that itself is to be refused.
spec::Geometry some_geometry(Draft& draft, Choice choice, std::optional<spec::Format> target,
                             Dice& dice) {
  const spec::FormatRow& row = spec::row_of(choice.format);
  const spec::Geometry grid = some_grid(draft, dice);
  spec::Geometry geometry{grid.n * row.rows, grid.k * row.columns};
  const auto fit = [](std::uint64_t number, std::uint64_t unit) {
    return (number + unit - 1) / unit * unit;
  };
  if (choice.op == Op::encode && row.side_table) geometry.k = fit(geometry.k, spec::kScaleGroup);
  if (choice.op != Op::convert || dice.one_in(16)) return geometry;
  geometry.k = fit(geometry.k, spec::kTileColumns);
  if (target && spec::row_of(*target).is_tile()) geometry.n = fit(geometry.n, spec::kTileRows);
  return geometry;
}

std::optional<spec::Format> some_target(spec::Format format, Dice& dice) {
  // CONV-10: q4_1 is its only target, and any other is to be refused.
  if (!spec::row_of(format).ternary)
    return dice.one_in(8) ? dice.pick(spec::kFormats).id : spec::Format::q4_1;
  std::vector<spec::Format> targets;
  for (const spec::FormatRow& row : spec::kFormats)
    if (row.ternary || dice.one_in(16)) targets.push_back(row.id);
  return dice.pick(targets);
}

// Lays the old units and exponents into the new tensor, again and again until it is full.
void keep_content(const laws::Case& old, laws::Case& fresh) {
  const std::uint64_t before = units_of(old), after = units_of(fresh);
  const std::uint64_t bytes = spec::row_of(fresh.format).bytes;
  if (before == 0 || after == 0 || old.format != fresh.format) return;
  for (std::uint64_t u = 0; u < after; ++u)
    std::ranges::copy(
        std::span(old.input).subspan(ahead_of_units(old) + u % before * bytes, bytes),
        fresh.input.begin() + static_cast<std::ptrdiff_t>(ahead_of_units(fresh) + u * bytes));
  const std::uint64_t from = ahead_of_units(old) + before * bytes;
  const std::uint64_t to = ahead_of_units(fresh) + after * bytes;
  const std::uint64_t kept = old.input.size() - from;
  for (std::uint64_t i = to; kept != 0 && i < fresh.input.size(); ++i)
    fresh.input[i] = old.input[from + (i - to) % kept];
}

bool becomes(Draft& draft, Choice choice, Dice& dice) {
  laws::Case& asked = draft.asked();
  const auto target = choice.op != Op::convert ? std::nullopt
                      : choice.format == asked.format && asked.flags.target && dice.coin()
                          ? asked.flags.target
                          : some_target(choice.format, dice);
  const std::uint64_t m = choice.op != Op::replay ? 0
                          : dice.one_in(16)       ? dice.below(7)
                                                  : dice.few(5);
  const bool shape_stays = whole(asked) && choice.format == asked.format && dice.coin();
  const spec::Geometry geometry =
      shape_stays ? asked.geometry : some_geometry(draft, choice, target, dice);
  laws::Case fresh = good_case(choice, geometry, m);
  if (fresh.input.size() > draft.most_input()) return false;
  fresh.flags.target = target;
  if (dice.coin()) keep_content(asked, fresh);
  asked = std::move(fresh);
  return true;
}

bool reshape(Draft& draft, Dice& dice) {
  return becomes(draft, {draft.asked().op, draft.asked().format}, dice);
}

bool ask_otherwise(Draft& draft, Dice& dice) { return becomes(draft, dice.pick(draft.menu), dice); }

constexpr std::array<EditRow, 7> kShapeEdits{{
    {"other flags", 3, change_flags},
    {"cut", 1, cut},
    {"grow", 1, grow},
    {"odd N or K", 2, odd_geometry},
    {"activations without a size", 1, many_activations},
    {"another shape", 4, reshape},
    {"another op, format or target", 4, ask_otherwise},
}};

}  // namespace

std::span<const EditRow> shape_edits() { return kShapeEdits; }

// Back to one unit. Engines keep large inputs for counts that they alone reach, and these would
// take most of the time.
bool shrink_question(Draft& draft) {
  laws::Case& asked = draft.asked();
  constexpr std::uint64_t kFew = 4;
  const std::uint64_t units = units_of(asked);
  if (units <= kFew) return false;
  const spec::FormatRow& row = draft.row();
  const std::uint64_t columns =
      row.is_tile() || asked.op != Op::convert ? row.columns : spec::kTileColumns;
  const bool tiles = asked.flags.target && spec::row_of(*asked.flags.target).is_tile();
  laws::Case fresh =
      good_case({asked.op, asked.format}, {tiles ? spec::kTileRows : row.rows, columns},
                std::min<std::uint64_t>(asked.m, 1));
  fresh.flags = asked.flags;
  keep_content(asked, fresh);
  asked = std::move(fresh);
  return true;
}

laws::Case good_case(Choice choice, spec::Geometry geometry, std::uint64_t m) {
  const Bytes input = props::template_named("good")->build(choice.op, choice.format, geometry, m);
  return {"good", choice.op, choice.format, {}, geometry, m, input};
}

}  // namespace tritproof::fuzz
