// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "golden/groups/rows.h"
#include "golden/groups/topic.h"
#include "golden/maker_layout.h"

namespace tritproof::golden {
namespace {

using spec::Format;
using spec::Geometry;
using spec::Op;

Level level_of(unsigned turn) { return turn < 4 ? Level::core : Level::full; }

Geometry shape(const spec::FormatRow& row, unsigned turn) {
  if (row.is_tile()) return grid(row, 1 + turn % 2, 1 + turn / 2 % 2);
  return grid(row, 3 + turn % 5, 1 + turn % 4);
}

// Every stored pattern 3 of a stream, found by the page's formula.
ExpectedRefusal reserved_in(const Sketch& sketch) {
  ExpectedRefusal due = refusal(spec::RefusalName::ReservedCode);
  const auto [n, k] = sketch.geometry();
  for (std::uint64_t i = 0; i < n * k; ++i) {
    const spec::Place place = sketch.code_place(i / k, i % k);
    if ((sketch.bytes()[place.byte] >> place.bit & 3) != 3) continue;
    ++due.count;
    const bool lower =
        !due.place || std::pair(place.byte, place.bit) < std::pair(due.place->byte, due.place->bit);
    if (lower) due.place = place;
  }
  return due;
}

// Any bytes at all; stream and image keep exponents that their multipliers allow.
void any_bytes(Collector& to, const spec::FormatRow& row) {
  for (unsigned turn = 0; turn < 24; ++turn) {
    const std::string seed = "any/" + std::to_string(turn);
    const Geometry geometry = shape(row, turn);
    Parts parts = row.side_table ? any_tensor(row, geometry, seed)
                                 : Parts{random(seed, layout::tensor_bytes(row.id, geometry))};
    const FormatRules of = rules_of(row.id);
    const Topic topic{to,
                      level_of(turn),
                      "any bytes whatever",
                      rules({of.place, of.value, of.scale, of.three, "HALF-6", "HALF-7"}),
                      {"random-bytes"}};
    const Tensor tensor{&row, geometry, {parts, {}}};
    if (turn % 2 == 0) validate(topic, tensor);
    if (row.id == Format::t2s) {
      const Sketch sketch(row, geometry, parts);
      const ExpectedRefusal due = reserved_in(sketch);
      topic.saying("any bytes: a stream with pattern 3 is refused")
          .holding({"T2S-3", "REF-3", "REF-4"})
          .refuse(tensor.asked(Op::decode), due);
      Recipe tiles = tensor.input;
      tiles.parts.pop_back();
      topic.saying("any bytes: a stream with pattern 3 is refused")
          .holding({"T2S-3", "REF-3", "REF-4"})
          .refuse({Op::expand, &row, geometry, tiles}, due);
      continue;
    }
    decode(topic, tensor);
    if (turn % 6 == 0) decode_bf16(topic, tensor);
    if (!row.second_layout || turn % 2 == 0) continue;
    Tensor turned = tensor;
    turned.layout = spec::Layout::other;
    decode(topic.holding(rules({layout_rule(row.id)})), turned);
  }
}

// Ternary codes and ordinary scales, there and back.
void legal_bytes(Collector& to, const spec::FormatRow& row) {
  if (!row.ternary) return;
  for (unsigned turn = 0; turn < 16; ++turn) {
    const std::string seed = "legal/" + std::to_string(turn);
    const Geometry geometry = shape(row, turn);
    const char* scales = turn % 4 == 3 && !row.side_table ? "f16-wide" : "f16-ordinary";
    const Tensor tensor{
        &row, geometry, {image(row, geometry, Trits{seed}, table(scales, seed)), {}}};
    const FormatRules of = rules_of(row.id);
    const Topic topic{to,
                      level_of(turn),
                      "ternary codes and normal scales",
                      rules({of.place, of.value, of.scale}),
                      {}};
    decode(turn == 0 ? topic.at(Level::smoke) : topic, tensor);
    if (turn % 2 == 0) validate(topic, tensor);
    if (turn % 3 == 1) decode_bf16(topic, tensor);
    Ask ask{Op::encode,
            &row,
            geometry,
            {encode_payload(row, geometry, Trits{seed}, table(scales, seed)), {}}};
    if (turn % 2 == 1) continue;
    topic.holding(rules({of.place, of.scale, "REF-7"})).prove(ask);
  }
}

}  // namespace

void draft_random(Collector& to) {
  for (const spec::FormatRow& row : spec::kFormats) {
    any_bytes(to, row);
    legal_bytes(to, row);
  }
}

}  // namespace tritproof::golden
