// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/replay.h"
#include "golden/groups/rows.h"

namespace tritproof::golden {
namespace {

using spec::Op;

std::string words_of(std::uint64_t down, std::uint64_t across) {
  return std::to_string(down) + " x " + std::to_string(across) + " units";
}

void all_ops(const Topic& topic, const spec::FormatRow& row, spec::Geometry geometry,
             const std::string& seed) {
  const FormatRules of = rules_of(row.id);
  const Tensor tensor{&row, geometry, {good_tensor(row, geometry, seed), {}}};
  const Topic reading = topic.holding(rules({of.units, of.place, of.scale, of.value}));
  const Topic written = topic.at(std::max(topic.level, Level::core));
  decode(reading, tensor);
  validate(reading.at(units_of(row, geometry) % 4 == 1 ? written.level : Level::full), tensor);
  if (units_of(row, geometry) % 2 == 0) decode_bf16(reading.at(Level::full), tensor);
  if (row.second_layout)
    decode(written.holding(rules({of.units, layout_rule(row.id)})),
           {&row, geometry, tensor.input, spec::Layout::other});
  if (spec::defined(Op::encode, row.id)) {
    Ask ask{Op::encode, &row, geometry, {}};
    ask.input.parts = encode_payload(row, geometry, Trits{seed}, table("f16-ordinary", seed));
    written.holding(rules({of.units, of.scale, "REF-7", "REF-8"})).prove(ask);
  }
  if (spec::defined(Op::quantise, row.id)) {
    Ask ask{Op::quantise, &row, geometry, {}};
    ask.input.parts = {words(table("f32-ordinary", seed), geometry.n * geometry.k)};
    written.at(units_of(row, geometry) % 4 == 1 ? written.level : Level::full)
        .holding(rules({row.columns == 128 ? "QUANT-2" : "QUANT-1", of.units}))
        .quantise(ask);
  }
  if (row.id == spec::Format::t2s)
    written.holding({"T2S-4", "T2S-5", "T2-5"})
        .agree({Op::expand, &row, geometry, {stream_or_image_tiles(row, geometry, seed), {}}});
  if (!row.side_table) return;
  written.holding(rules({"REPLAY-1", "T2-5", of.scale, "REPLAY-6"}))
      .agree(replay_of(row, geometry, 3, random(seed + "/A", 3 * geometry.k),
                       stream_or_image_tiles(row, geometry, seed)));
}

void grids(Collector& to, const spec::FormatRow& row) {
  for (std::uint64_t down = 1; down <= 3; ++down)
    for (std::uint64_t across = 1; across <= 5; ++across) {
      const bool few = (down == 1) != (across == 1) || down * across > 10;
      const Level level = down == 2 && across == 3 ? Level::smoke : few ? Level::core : Level::full;
      all_ops({to, level, words_of(down, across)}, row, grid(row, down, across),
              "grid/" + words_of(down, across));
    }
}

// Rows and columns of units that a small index, a batch or a byte does not hold.
void long_ones(Collector& to, const spec::FormatRow& row) {
  struct Shape {
    std::uint64_t down, across;
  };
  constexpr Shape kShapes[] = {{1, 8}, {1, 17}, {1, 34}, {9, 1}};
  constexpr Shape kBlocks[] = {{300, 3}, {1, 257}};
  for (const auto& [down, across] : kShapes)
    all_ops({to, Level::core, words_of(down, across)}, row, grid(row, down, across),
            "grid/" + words_of(down, across));
  if (row.is_tile()) return;
  for (const auto& [down, across] : kBlocks)
    all_ops({to, Level::core, words_of(down, across)}, row, grid(row, down, across),
            "grid/" + words_of(down, across));
}

// A scale of its own for every group, under one code everywhere.
void distinct_scales(Collector& to, const spec::FormatRow& row) {
  for (const spec::Geometry geometry : {grid(row), grid(row, 2, 3)})
    for (const int code : {-1, 1}) {
      const FormatRules of = rules_of(row.id);
      const bool smoke = units_of(row, geometry) == 1 && code == 1;
      const Topic topic{to, smoke ? Level::smoke : Level::core,
                        "no two scales alike under code " + std::to_string(code),
                        rules({of.scale, of.units})};
      Fill fill{"distinct", Rising{static_cast<std::uint16_t>(row.ternary ? 0x3401 : 0x3e01)},
                all_codes(row.ternary ? code
                          : code < 0  ? 15
                                      : 1)};
      fill.added = Rising{0x3d01};
      if (row.side_table) fill.exponents = table("e-ordinary", "distinct");
      const Tensor tensor{&row, geometry, {filled(row, geometry, fill), {}}};
      decode(topic, tensor);
      validate(topic.at(Level::core), tensor);
      if (row.second_layout)
        decode(topic.at(Level::core).holding(rules({of.scale, layout_rule(row.id)})),
               {&row, geometry, tensor.input, spec::Layout::other});
      if (!row.ternary) continue;
      Ask ask{Op::encode, &row, geometry, {}};
      ask.input.parts = encode_payload(row, geometry, Constant{code}, Rising{0x3c01});
      topic.at(Level::core)
          .holding(rules({of.scale, "REF-7", row.side_table ? "PB16I-7" : ""}))
          .prove(ask);
    }
}

}  // namespace

void draft_grids(Collector& to) {
  for (const spec::FormatRow& row : spec::kFormats) {
    grids(to, row);
    long_ones(to, row);
    distinct_scales(to, row);
  }
}

}  // namespace tritproof::golden
