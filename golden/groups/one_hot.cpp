// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "golden/groups/rows.h"
#include "golden/groups/topic.h"

namespace tritproof::golden {
namespace {

using spec::Op;

// The stored bits of a code as such a format keeps it.
unsigned bits_of(const spec::FormatRow& row, int code) {
  switch (code_kind(row)) {
    case spec::FieldKind::int4:
    case spec::FieldKind::uint4: return static_cast<unsigned>(code) & 15u;
    case spec::FieldKind::int8: return static_cast<unsigned>(code) & 255u;
    default: return static_cast<unsigned>(code + 1);
  }
}

std::vector<int> lone_codes(const spec::FormatRow& row) {
  if (!row.ternary) return {row.id == spec::Format::q8 ? -128 : 15};
  if (row.id == spec::Format::pb16i) return {1, -8};
  if (row.code3 == spec::Code3::plus_two || row.id == spec::Format::t2) return {1, 2};
  return {1, -1};
}

Parts zeros(const spec::FormatRow& row, spec::Geometry geometry) {
  if (row.ternary) return image(row, geometry, Constant{0}, table("f16-positive", "one-hot"));
  Fill fill{"one-hot", table("bf16-positive", ""), all_codes(0)};
  fill.added = same16(0x0000);
  return filled(row, geometry, fill);
}

struct Spot {
  std::uint64_t n = 0;
  std::uint64_t k = 0;
};

// First and last of tile, row, byte, run, group and half.
bool is_edge(const spec::FormatRow& row, Spot spot) {
  constexpr std::uint64_t kRows[] = {0, 15, 16, 31};
  constexpr std::uint64_t kColumns[] = {0,   3,   4,   15,  16,  31,  32,  63,  64,  79, 80,
                                        119, 120, 121, 127, 128, 159, 160, 239, 240, 255};
  constexpr std::uint64_t kTileColumns[] = {0, 3, 4, 127, 128, 255};
  if (!row.is_tile()) return std::ranges::count(kColumns, spot.k) != 0;
  return std::ranges::count(kRows, spot.n) != 0 && std::ranges::count(kTileColumns, spot.k) != 0;
}

// Places of the full level: every second of a block, and of a tile a lattice over rows and columns.
bool is_due(const spec::FormatRow& row, Spot spot) {
  return row.is_tile() ? (spot.n * 5 + spot.k) % 128 == 0 : spot.k % 2 == 1;
}

void lone(const Topic& topic, const spec::FormatRow& row, Spot spot) {
  const Sketch base(row, grid(row), zeros(row, grid(row)));
  const std::vector<int> all = lone_codes(row);
  // One code in turn, or all of them where it counts.
  const bool one = topic.level != Level::core || (spot.k % 2 == 1 && spot.k + 1 != row.columns);
  for (const int code : one ? std::vector<int>{all[(spot.n + spot.k) % all.size()]} : all) {
    Sketch sketch = base;
    sketch.code(spot.n, spot.k, bits_of(row, code));
    const Topic here = topic.saying("one code " + std::to_string(code) + " among zeros, at row " +
                                    std::to_string(spot.n) + ", column " + std::to_string(spot.k));
    decode(here, tensor_of(sketch));
    if (row.second_layout && topic.level == Level::core && (spot.n + spot.k) % 2 == 1) {
      Sketch other(row, grid(row), zeros(row, grid(row)), spec::Layout::other);
      other.code(spot.n, spot.k, bits_of(row, code));
      decode(here.holding(rules({layout_rule(row.id)})), tensor_of(other, spec::Layout::other));
    }
  }
}

void every_spot(Collector& to, const spec::FormatRow& row) {
  for (std::uint64_t n = 0; n < row.rows; ++n)
    for (std::uint64_t k = 0; k < row.columns; ++k) {
      const bool edge = is_edge(row, {n, k});
      if (!edge && !is_due(row, {n, k})) continue;
      const bool corner = (n == 0 && k == 0) || (n + 1 == row.rows && k + 1 == row.columns);
      const Level level = corner && row.is_tile() ? Level::smoke : edge ? Level::core : Level::full;
      const FormatRules of = rules_of(row.id);
      lone({to, level, "",
            rules({of.place, of.value, row.code3 == spec::Code3::none ? "" : of.three})},
           row, {n, k});
    }
}

// The corners of each unit of a grid.
void corners(Collector& to, const spec::FormatRow& row) {
  const spec::Geometry geometry = grid(row, 2, 3);
  const Sketch base(row, geometry, zeros(row, geometry));
  for (std::uint64_t unit = 0; unit < 6; ++unit)
    for (const bool last : {false, true}) {
      Sketch sketch = base;
      const std::uint64_t n = unit / 3 * row.rows + (last ? row.rows - 1 : 0);
      const std::uint64_t k = unit % 3 * row.columns + (last ? row.columns - 1 : 0);
      sketch.code(n, k, bits_of(row, 1));
      const FormatRules of = rules_of(row.id);
      const Topic topic{to, last == (unit % 2 == 0) ? Level::full : Level::core,
                        "one +1 at the " + std::string(last ? "last" : "first") +
                            " element of unit " + std::to_string(unit) + " of 2 x 3",
                        rules({of.units, of.place})};
      decode(topic, tensor_of(sketch));
    }
}

}  // namespace

void draft_one_hot(Collector& to) {
  for (const spec::FormatRow& row : spec::kFormats) {
    every_spot(to, row);
    corners(to, row);
  }
}

}  // namespace tritproof::golden
