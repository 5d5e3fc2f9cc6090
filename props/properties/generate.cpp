// SPDX-License-Identifier: Apache-2.0
#include "props/properties/generate.h"

#include <rapidcheck/gen/Arbitrary.h>
#include <rapidcheck/gen/Container.h>
#include <rapidcheck/gen/Create.h>
#include <rapidcheck/gen/Numeric.h>
#include <rapidcheck/gen/Transform.h>
#include <rapidcheck/gen/Tuple.h>

#include <algorithm>

#include "props/domains/build.h"
#include "props/properties/regions.h"

namespace tritproof::props {
namespace {

using spec::FieldKind;

/// What one edit is to do; where exactly follows from the geometry.
enum class Action : std::uint8_t { any_code, third_code, scale_class, any_scale, exponent, size };
enum class Where : std::uint8_t { any, first, last, last_unit };

struct Pick {
  Action action{};
  Where where{};
  std::uint32_t place = 0;
  std::uint32_t value = 0;
};

constexpr std::array<Action, 16> kActions{
    Action::any_code,    Action::any_code,    Action::any_code,    Action::any_code,
    Action::third_code,  Action::third_code,  Action::third_code,  Action::scale_class,
    Action::scale_class, Action::scale_class, Action::scale_class, Action::any_scale,
    Action::any_scale,   Action::any_scale,   Action::exponent,    Action::exponent};

rc::Gen<Pick> picks() {
  const auto number = [](std::uint32_t most) { return rc::gen::inRange<std::uint32_t>(0, most); };
  return rc::gen::apply(
      [](std::uint32_t action, std::uint32_t where, std::uint32_t place, std::uint32_t value) {
        // Sizes are rare: an input of the wrong size shows nothing else.
        const Action what = action >= 252 ? Action::size : kActions[action % 16];
        return Pick{what, where < 8 ? Where::any : static_cast<Where>(where - 7), place, value};
      },
      number(256), number(11), number(1u << 20), number(1u << 20));
}

bool fits(const Region& region, Action action) {
  switch (action) {
    case Action::any_code:
    case Action::third_code: return region.role != Role::scales && region.role != Role::exponents;
    case Action::scale_class:
    case Action::any_scale: return region.role == Role::scales;
    case Action::exponent: return region.role == Role::exponents;
    case Action::size: return false;
  }
  return false;
}

// The byte, word or float that a pick writes into a region.
std::uint32_t any_value(const Region& region, const Pick& pick) {
  if (region.role == Role::ternary) return (pick.value + 255) % 3 == 0 ? 0xff : pick.value % 2;
  return pick.value * 2654435761u >> (32 - 8 * region.width());
}

std::uint32_t code_value(const Region& region, const Pick& pick) {
  constexpr std::array<std::uint8_t, 8> thirds{0x57, 0x5d, 0x75, 0xd5, 0xff, 0x03, 0xc0, 0x0f};
  constexpr std::array<std::uint8_t, 8> odd{0x01, 0x14, 0x28, 0x3c, 0x4f, 0x9e, 0xd9, 0xed};
  constexpr std::array<std::uint8_t, 8> beyond{2, 0xfe, 3, 0x7f, 0x80, 1, 0, 0xff};
  constexpr std::array<std::uint8_t, 4> ends{0x80, 0x7f, 0, 1};
  constexpr std::array<std::uint32_t, 8> numbers{0x7fc00000, 0x7f800000, 0xff800000, 0x00000001,
                                                 0x80000000, 0x477ff000, 0x00200000, 0x7f800001};
  if (region.role == Role::ternary) return beyond[pick.value % 8];
  if (region.role == Role::activations) return ends[pick.value % 4];
  if (region.role == Role::numbers) return numbers[pick.value % 8];
  if (region.kind == FieldKind::base3x5 || region.kind == FieldKind::base3x4)
    return odd[pick.value % 8];
  return thirds[pick.value % 8];
}

std::uint32_t scale_value(const Region& region, const Pick& pick) {
  constexpr std::array<std::uint16_t, 8> multipliers{0, 1, 0xffff, 0x7fff, 0x8000, 2049, 3, 0x8001};
  if (region.kind == FieldKind::uint8) return pick.value % 2 == 0 ? 0 : 255;
  if (region.kind == FieldKind::int16) return multipliers[pick.value % 8];
  const auto edges = region.kind == FieldKind::bf16 ? edge_bfloats() : edge_halves();
  return edges[pick.value % edges.size()];
}

std::uint32_t exponent_value(const Pick& pick) {
  constexpr std::array<std::int32_t, 12> exponents{
      -2147483647 - 1, -165, -150, -149, -140, -24, 0, 15, 112, 113, 128, 2147483647};
  return static_cast<std::uint32_t>(exponents[pick.value % exponents.size()]);
}

std::uint32_t value_of(const Region& region, const Pick& pick) {
  switch (pick.action) {
    case Action::third_code: return code_value(region, pick);
    case Action::scale_class: return scale_value(region, pick);
    case Action::exponent: return exponent_value(pick);
    default: return any_value(region, pick);
  }
}

// The ends are those of any field of the first or last unit, so that each field gets its share.
Edit edit_in(std::vector<Region> regions, const Pick& pick) {
  const std::uint64_t unit = pick.where == Where::first ? 0 : regions.back().unit;
  if (pick.where != Where::any)
    std::erase_if(regions, [unit](const Region& region) { return region.unit != unit; });
  const Region& region = regions[pick.place % regions.size()];
  const std::uint64_t width = region.width();
  const std::uint64_t items = region.bytes / width;
  std::uint64_t item = pick.place / regions.size() % items;
  if (pick.where == Where::first) item = 0;
  if (pick.where == Where::last) item = items - 1;
  const Edit::Kind kind = width == 1   ? Edit::Kind::byte
                          : width == 2 ? Edit::Kind::word
                                       : Edit::Kind::dword;
  return {kind, region.offset + item * width, value_of(region, pick)};
}

Edit sized(const spec::FormatRow& row, const Pick& pick) {
  const std::array<std::uint32_t, 4> sizes{1, 2, row.bytes, 4};
  return {pick.place % 2 == 0 ? Edit::Kind::cut : Edit::Kind::grow, 0, sizes[pick.value % 4]};
}

std::vector<Edit> resolve(const Sketch& sketch, const std::vector<Pick>& picks) {
  const auto all = regions_of(sketch.op, sketch.format, sketch.geometry, sketch.m);
  std::vector<Edit> edits;
  for (const Pick& pick : picks) {
    std::vector<Region> regions;
    for (const Region& region : all)
      if (fits(region, pick.action)) regions.push_back(region);
    if (pick.action == Action::size)
      edits.push_back(sized(spec::row_of(sketch.format), pick));
    else if (!regions.empty())
      edits.push_back(edit_in(std::move(regions), pick));
  }
  return edits;
}

spec::Flags flags_of(spec::Op op, const spec::FormatRow& row, std::uint32_t roll) {
  spec::Flags flags;
  const bool reads = op == spec::Op::decode || op == spec::Op::validate;
  if (reads && row.second_layout && roll % 2 == 1) flags.layout = spec::Layout::other;
  flags.bf16 = op == spec::Op::decode && roll % 16 >= 14;
  if (op == spec::Op::replay) {
    flags.mode = static_cast<spec::ReplayMode>(roll % 4);
    flags.narrowing = static_cast<spec::Narrowing>(roll / 4 % 3);
  }
  if (op != spec::Op::convert) return flags;
  flags.clamp = row.code3 != spec::Code3::none && roll % 2 == 1;
  flags.target =
      row.ternary ? spec::kFormats[roll / 2 % spec::kFormats.size()].id : spec::Format::q4_1;
  return flags;
}

// One unit mostly; else up to 3 x 5 of them. q2_0 and ptq1_0 convert in whole 256 k only.
spec::Geometry geometry_of(spec::Op op, const spec::FormatRow& row, std::uint32_t roll) {
  spec::Geometry geometry = grid(row, 1, 1);
  if (roll >= (row.is_tile() ? 61 : 48)) geometry = grid(row, 1 + roll % 3, 1 + roll % 5);
  if (op == spec::Op::convert && !row.is_tile())
    geometry = {roll % 4 == 3 ? std::uint64_t{32} : 1 + roll % 3, 256 * (1 + roll / 48)};
  return geometry;
}

}  // namespace

rc::Gen<Sketch> sketches(spec::Op op, spec::Format format, std::string from) {
  const auto make = [op, format, from](std::uint32_t shape, std::uint32_t roll,
                                       const std::vector<Pick>& edits) {
    const spec::FormatRow& row = spec::row_of(format);
    Sketch sketch{op, format, flags_of(op, row, roll), geometry_of(op, row, shape), 0, from, {}};
    if (op == spec::Op::replay) sketch.m = 1 + roll % 2;
    sketch.edits = resolve(sketch, edits);
    return sketch;
  };
  // A fixed size: RapidCheck's growing one would begin with cases that are all alike.
  return rc::gen::apply(
      make, rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::uint32_t>(0, 64)),
      rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::uint32_t>(0, 1024)),
      rc::gen::resize(
          8, rc::gen::container<std::vector<Pick>>(rc::gen::resize(rc::kNominalSize, picks()))));
}

}  // namespace tritproof::props
