// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "golden/groups/convert.h"
#include "golden/groups/replay.h"
#include "golden/groups/rows.h"

namespace tritproof::golden {
namespace {

using spec::Code3;
using spec::Format;
using spec::Geometry;
using spec::Op;
using spec::RefusalName;

// Counts above 255, of every class of scale.
void many_scales(Collector& to, const spec::FormatRow& row) {
  const Geometry geometry = grid(row, row.is_tile() ? 8 : 300);
  for (const std::uint16_t pattern : std::initializer_list<std::uint16_t>{
           0x0000, 0x8000, 0x0001, 0x7c00, 0x7f80, 0x7fff, 0x0080}) {
    if (row.side_table && pattern != 0) continue;
    const Topic topic{
        to, Level::core, "hundreds of scales of one class are all counted", {"REF-6"}};
    validate(
        topic,
        {&row, geometry, {filled(row, geometry, {"many", same16(pattern), all_codes(0)}), {}}});
  }
}

// Counts above 65,535, of codes and of bytes.
void many_codes(Collector& to, const spec::FormatRow& row) {
  const bool digits = code_kind(row) == spec::FieldKind::base3x5;
  if (row.code3 == Code3::none && !digits) return;
  const Geometry geometry = grid(row, row.is_tile() ? 9 : 66560 / (digits ? 32 : row.columns));
  const Fill fill{"many", same16(row.side_table ? 1 : 0x3c00),
                  tiled({static_cast<std::uint8_t>(digits ? 0xed : 0xff)})};
  const Topic topic{to, Level::core, "more than 65,535 are all counted", {"REF-6", "REF-4"}};
  validate(topic, {&row, geometry, {filled(row, geometry, fill), {}}});
}

RefusalName three_of(const spec::FormatRow& row) {
  return row.code3 == Code3::reserved ? RefusalName::ReservedCode : RefusalName::PlusTwo;
}

// One code 3 in a tile or block that a short loop, a batch or a small number does not reach.
void late_codes(Collector& to, const spec::FormatRow& row) {
  if (row.code3 == Code3::none) return;
  const Geometry geometry = row.is_tile() ? grid(row, 3, 5) : Geometry{96, 1280};
  // The side table is a part of its own, so that it can be left out.
  const Parts parts = row.side_table ? filled(row, geometry, {"late", same16(1), legal_codes()})
                                     : image(row, geometry, Trits{"late"}, same16(0x3e01));
  const Sketch clean(row, geometry, parts);
  for (const std::uint64_t tile : {2u, 4u, 5u, 14u}) {
    Sketch sketch = clean;
    const std::uint64_t n = tile / 5 * 32 + tile, k = tile % 5 * 256 + 200 + tile;
    sketch.code(n, k, 3);
    const ExpectedRefusal due = refusal(three_of(row), 1, sketch.code_place(n, k));
    const Topic topic{to, Level::core,
                      "one code 3, in tile " + std::to_string(tile) + " of 3 x 5 alone",
                      rules({row.code3 == Code3::reserved ? "CONV-4" : "CONV-5", "REF-3"})};
    const Tensor tensor = tensor_of(sketch);
    validate(topic, tensor);
    for (const Format target : {Format::tq1_0, Format::t2})
      topic.refuse(conversion(tensor, target), due);
    if (row.id != Format::t2s) continue;
    const Topic stream = topic.holding({"T2S-3", "REF-3"});
    stream.refuse(tensor.asked(Op::decode), due);
    Recipe tiles = tensor.input;
    tiles.parts.pop_back();
    stream.refuse({Op::expand, &row, geometry, tiles}, due);
    tiles.parts.insert(tiles.parts.begin(), repeat({0x01}, geometry.k));
    for (Edit& edit : tiles.edits) edit.offset += geometry.k;
    ExpectedRefusal later = due;
    later.place->byte += geometry.k;
    stream.refuse({Op::replay, &row, geometry, tiles, {}, 1}, later);
  }
}

// Two codes 3 of which the first stored is not the first element.
void stored_order(Collector& to, const spec::FormatRow& row) {
  if (row.code3 == Code3::none) return;
  const Geometry geometry{32, 512};
  const Sketch clean(row, geometry, image(row, geometry, Trits{"order"}, same16(0x3e01)));
  struct Spot {
    std::uint64_t n, k;
  };
  constexpr std::pair<Spot, Spot> kPairs[] = {
      {{0, 1}, {0, 32}}, {{0, 31}, {0, 128}},   {{0, 127}, {0, 96}}, {{0, 16}, {16, 0}},
      {{1, 1}, {0, 5}},  {{0, 256}, {31, 255}}, {{3, 2}, {2, 3}}};
  for (const auto& [one, other] : kPairs) {
    Sketch sketch = clean;
    sketch.code(one.n, one.k, 3).code(other.n, other.k, 3);
    spec::Place first = sketch.code_place(one.n, one.k);
    const spec::Place second = sketch.code_place(other.n, other.k);
    if (std::pair(second.byte, second.bit) < std::pair(first.byte, first.bit)) first = second;
    const Topic topic{to, Level::core, "of two codes 3 the one in the lower byte is told first",
                      rules({row.code3 == Code3::reserved ? "CONV-4" : "CONV-5", "REF-3"})};
    for (const Format target : {Format::ptq1_0, Format::t2})
      topic.refuse(conversion(tensor_of(sketch), target), refusal(three_of(row), 2, first));
  }
}

// An image whose only fault lies far back.
void late_faults_of_an_image(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::pb16i);
  const Geometry geometry = grid(row, 2, 6);
  const Sketch clean(row, geometry, image(row, geometry, Trits{"late"}, same16(0x3e01)));
  for (const std::uint64_t tile : {1u, 4u, 5u, 6u, 11u}) {
    const std::uint64_t n = tile / 6 * 32 + 2 * tile, k = tile % 6 * 256 + 160;
    Sketch multipliers = clean, codes_of = clean;
    const std::uint64_t at = multipliers.scale_place(n, k).byte;
    multipliers.put(at, static_cast<std::uint8_t>(clean.bytes()[at] ^ 1));
    codes_of.code(n, k, 4);
    const std::string where = "in tile " + std::to_string(tile) + " of 2 x 6 alone";
    for (const Format target : {Format::t2s, Format::t2, Format::q2_0}) {
      const std::string rule = target == Format::t2s ? "CONV-8" : "CONV-7";
      Topic{to, Level::core, "a multiplier differs " + where, {rule, "REF-3"}}.refuse(
          conversion(tensor_of(multipliers), target),
          refusal(RefusalName::UnequalMultipliers, 1, multipliers.scale_place(n, k)));
      Topic{to, Level::core, "an int4 code is wide " + where, {rule, "REF-3"}}.refuse(
          conversion(tensor_of(codes_of), target),
          refusal(RefusalName::NotTernary, 1, codes_of.code_place(n, k)));
    }
  }
}

}  // namespace

void draft_corners(Collector& to) {
  for (const spec::FormatRow& row : spec::kFormats) {
    many_scales(to, row);
    many_codes(to, row);
    late_codes(to, row);
    stored_order(to, row);
  }
  late_faults_of_an_image(to);
}

}  // namespace tritproof::golden
