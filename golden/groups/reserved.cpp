// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/rows.h"
#include "golden/groups/topic.h"

namespace tritproof::golden {
namespace {

using spec::Code3;
using spec::Format;
using spec::Op;
using spec::RefusalName;

enum class Where : std::uint8_t { first, middle, last, two, all };
constexpr std::string_view kWhere[] = {"at the first place", "in the middle", "at the last place",
                                       "at two places", "everywhere"};

struct Spoilt {
  Sketch sketch;
  std::uint64_t count = 0;
  spec::Place first;
};

// Pattern 3 at some places; `every` is the sketch of a tensor that holds nothing else.
Spoilt spoil(Sketch clean, Where where, const Sketch& every) {
  const auto [n, k] = clean.geometry();
  switch (where) {
    case Where::first: clean.code(0, 0, 3); return {clean, 1, clean.code_place(0, 0)};
    case Where::middle:
      clean.code(n / 2, k / 2 + 1, 3);
      return {clean, 1, clean.code_place(n / 2, k / 2 + 1)};
    case Where::last:
      clean.code(n - 1, k - 1, 3);
      return {clean, 1, clean.code_place(n - 1, k - 1)};
    case Where::two: {
      // In each of these formats the first of two elements of a row is stored before the last.
      clean.code(0, 1, 3).code(n - 1, k - 1, 3);
      return {clean, 2, clean.code_place(0, 1)};
    }
    case Where::all: return {every, n * k, every.code_place(0, 0)};
  }
  return {clean, 0, {}};
}

Parts tensor_parts(const spec::FormatRow& row, spec::Geometry geometry, std::uint16_t scale,
                   FieldPart codes_of) {
  Fill fill{"reserved", same16(scale), std::move(codes_of)};
  return filled(row, geometry, fill);
}

RefusalName name_of(const spec::FormatRow& row) {
  return row.code3 == Code3::reserved ? RefusalName::ReservedCode : RefusalName::PlusTwo;
}

// Every conversion of a spoilt tensor is refused, whatever the scales are; clamping is for +2.
// Scales that no multiplier holds, and the later classes, meet fewer targets.
void converted(const Topic& topic, const Spoilt& spoilt, bool plain_scale, bool every_target) {
  const spec::FormatRow& row = spoilt.sketch.row();
  const Tensor tensor = tensor_of(spoilt.sketch);
  const bool reserved = row.code3 == Code3::reserved;
  for (const spec::FormatRow& to : spec::kFormats) {
    if (!to.ternary || (!plain_scale && to.side_table)) continue;
    if (!every_target && to.id != (plain_scale ? Format::pb16i : Format::pq2_0)) continue;
    if (every_target && spoilt.count == 2 && to.id != Format::t2) continue;
    const Topic refused = topic.saying("every conversion of a source with pattern 3 is refused")
                              .holding(rules({reserved ? "CONV-4" : "CONV-5", "REF-3", "REF-4",
                                              to.id == row.id ? "CONV-9" : ""}));
    refused.refuse(conversion(tensor, to.id), refusal(name_of(row), spoilt.count, spoilt.first));
    if (reserved) {
      refused.holding({"CONV-4", "CONV-6"})
          .refuse(conversion(tensor, to.id, true),
                  refusal(name_of(row), spoilt.count, spoilt.first));
    } else {
      topic.saying("clamping makes +1 of +2 and changes nothing else")
          .holding(rules({"CONV-6", "CONV-2"}))
          .prove(conversion(tensor, to.id, true));
    }
  }
}

void t2_and_ggml(Collector& to, const spec::FormatRow& row) {
  const FormatRules of = rules_of(row.id);
  const spec::Geometry geometry{32, 256};
  for (const auto& [name, word] : kHalfClasses)
    for (std::size_t i = 0; i < std::size(kWhere); ++i) {
      const Sketch clean(row, geometry, tensor_parts(row, geometry, word, legal_codes()));
      const Sketch every(row, geometry, tensor_parts(row, geometry, word, tiled({0xff})));
      const Spoilt spoilt = spoil(clean, static_cast<Where>(i), every);
      // Before the full level each class is asked with one sign, and not at every place.
      const bool negative = word >= 0x8000 && word != 0xfc00;
      if (i == 1 && negative) continue;
      const bool smoke = i == 0 && (word == 0x3c00 || word == 0x7e00);
      const bool full = i == 1 || (i != 4 && negative) || (i == 3 && word != 0x3c00);
      const Topic topic{to, level_if(smoke, !full),
                        "pattern 3 " + std::string(kWhere[i]) + ", scales " + std::string(name),
                        rules({of.three, of.counts, row.code3 == Code3::reserved ? "" : "HALF-5"})};
      decode(topic, tensor_of(spoilt.sketch));
      validate(topic.at(i == 4 || word == 0x7e00 ? Level::core : Level::full),
               tensor_of(spoilt.sketch));
      const bool finite = (word & 0x7c00) != 0x7c00;
      const Level later = word == 0x3c00 || (i == 0 && word < 0x8000) ? Level::core : Level::full;
      if (word < 0x8000 || i == 4)
        converted(topic.at(later), spoilt, finite && word != 0x8000, word == 0x3c00);
    }
}

// T2S-3: decode, expand, replay and every conversion refuse alike.
void stream(Collector& to, std::uint16_t multiplier, spec::Geometry geometry) {
  const spec::FormatRow& row = spec::row_of(Format::t2s);
  for (std::size_t i = 0; i < std::size(kWhere); ++i) {
    const Sketch clean(row, geometry, tensor_parts(row, geometry, multiplier, legal_codes()));
    const Sketch every(row, geometry, tensor_parts(row, geometry, multiplier, tiled({0xff})));
    const Spoilt spoilt = spoil(clean, static_cast<Where>(i), every);
    const Topic topic{to, multiplier == 1 && i == 0 ? Level::smoke : Level::core,
                      "pattern 3 " + std::string(kWhere[i]) + " of a stream is never a weight",
                      rules({"T2S-3", "REF-5", "REF-3", "REF-4"})};
    const ExpectedRefusal due = refusal(RefusalName::ReservedCode, spoilt.count, spoilt.first);
    const Tensor tensor = tensor_of(spoilt.sketch);
    validate(topic, tensor);
    topic.refuse(tensor.asked(Op::decode), due);
    topic.at(Level::full).refuse(tensor.asked(Op::decode, true), due);
    converted(topic.at(multiplier == 1 ? Level::core : Level::full), spoilt, true,
              multiplier == 1 && geometry.n == 32);
    Ask expand = tensor.asked(Op::expand);
    expand.input.parts.pop_back();
    topic.refuse(expand, due);
    Ask replay = expand;
    replay.op = Op::replay;
    replay.m = 2;
    const std::uint64_t ahead = 2 * geometry.k;
    replay.input.parts.insert(replay.input.parts.begin(), repeat({0x01}, ahead));
    for (Edit& edit : replay.input.edits) edit.offset += ahead;
    ExpectedRefusal later = due;
    later.place->byte += ahead;
    for (const auto mode : {spec::ReplayMode::i64, spec::ReplayMode::wrap32}) {
      replay.options.mode = mode;
      topic.holding({"T2S-3", "REPLAY-5", "REF-3"}).refuse(replay, later);
    }
  }
}

}  // namespace

void draft_reserved(Collector& to) {
  for (const spec::FormatRow& row : spec::kFormats)
    if (row.code3 != Code3::none && row.id != Format::t2s) t2_and_ggml(to, row);
  for (const std::uint16_t multiplier : std::initializer_list<std::uint16_t>{1, 0, 0xffff, 0x8000})
    for (const spec::Geometry geometry : {spec::Geometry{32, 256}, spec::Geometry{64, 512}})
      stream(to, static_cast<std::uint16_t>(multiplier), geometry);
}

}  // namespace tritproof::golden
