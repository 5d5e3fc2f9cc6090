// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/convert.h"
#include "golden/groups/rows.h"

namespace tritproof::golden {
namespace {

using spec::Format;
using spec::Geometry;
using spec::Op;
using spec::RefusalName;

constexpr Geometry kOrderShape{32, 512};

Topic topic_of(Collector& to, std::string why) {
  return {to, Level::core, std::move(why), {"REF-2", "REF-3"}};
}

Sketch good(const spec::FormatRow& row) {
  return {row, kOrderShape, image(row, kOrderShape, Trits{"order"}, same16(0x3c01))};
}

// Code 3 behind and before a scale that cannot be kept: scales are told first.
void threes(Collector& to, const spec::FormatRow& row) {
  if (row.code3 == spec::Code3::none || row.side_table) return;
  constexpr NamedWord kScales[] = {{"Inf", 0x7c00}, {"a NaN", 0xfe01}, {"-0", 0x8000}};
  for (const auto& [name, word] : kScales)
    for (const bool code_first : {false, true}) {
      Sketch sketch = good(row);
      // All scales of one 256, so that no format sees unequal ones.
      for (std::uint64_t k = 256; k < 512; k += row.group) sketch.scale(30, k, word);
      sketch.code(code_first ? 0 : 31, code_first ? 0 : 511, 3);
      const std::uint64_t count = 256 / row.group;
      const bool zero = word == 0x8000;
      for (const Format target : {Format::pb16i, Format::t2s})
        topic_of(to, "a scale of " + std::string(name) + " is told before a code 3")
            .refuse(conversion(tensor_of(sketch), target),
                    refusal(zero ? RefusalName::ScaleNotRepresentable : RefusalName::NonFiniteScale,
                            count, sketch.scale_place(30, 256)));
      const bool reserved = row.code3 == spec::Code3::reserved;
      for (const Format target : {Format::tq1_0, Format::q2_0, Format::ptq1_0})
        topic_of(to, "a scale that is kept does not hide a code 3")
            .refuse(conversion(tensor_of(sketch), target),
                    refusal(reserved ? RefusalName::ReservedCode : RefusalName::PlusTwo, 1,
                            sketch.code_place(code_first ? 0 : 31, code_first ? 0 : 511)));
    }
}

// Scales that differ are told before codes, with or without clamping.
void unequal(Collector& to, const spec::FormatRow& row) {
  if (row.code3 == spec::Code3::none || row.side_table || shares_256(row.id)) return;
  const std::uint64_t step = row.group == 64 ? 64 : 128;
  Sketch sketch = good(row);
  sketch.scale(5, 256 + step, 0x1234).code(0, 0, 3);
  for (const Format target : {Format::tq1_0, Format::tq2_0})
    for (const bool clamp : {false, true})
      topic_of(to, "unequal scales are told before a code 3")
          .holding({"REF-2", "CONV-3"})
          .refuse(conversion(tensor_of(sketch), target, clamp),
                  refusal(RefusalName::UnequalScales, 1, sketch.scale_place(5, 256 + step)));
}

// Everything at once in an image, then one thing less each time.
void image_ladder(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::pb16i);
  struct Step {
    RefusalName name;
    std::string_view what;
  };
  constexpr Step kSteps[] = {{RefusalName::SideTable, "an exponent out of range"},
                             {RefusalName::ScaleNotRepresentable, "a scale that is no half"},
                             {RefusalName::UnequalMultipliers, "unequal multipliers"},
                             {RefusalName::NotTernary, "a wide code"}};
  for (std::size_t from = 0; from < std::size(kSteps); ++from)
    for (const Format target : {Format::t2, Format::q2_0, Format::tq2_0, Format::t2s}) {
      // Between stream and image any multiplier is as good as a half.
      if (target == Format::t2s && from == 1) continue;
      Sketch sketch(row, kOrderShape,
                    filled(row, kOrderShape, {"ladder", same16(3), all_codes(1)}));
      sketch.code(0, 0, 5);
      if (from <= 2) sketch.scale(9, 32, 5).scale(9, 96, 5);
      if (from <= 1)
        for (std::uint64_t k = 256; k < 384; k += 32) sketch.scale(3, k, 32767);
      if (from == 0) sketch.exponent(31, 2000);
      const spec::Place places[] = {sketch.exponent_place(31), sketch.scale_place(3, 256),
                                    sketch.scale_place(9, 32), sketch.code_place(0, 0)};
      constexpr std::uint64_t kCounts[] = {1, 4, 2, 1};
      topic_of(to, std::string(kSteps[from].what) + " is told before what comes later in the list")
          .holding({"REF-2", target == Format::t2s ? "CONV-8" : "CONV-7"})
          .refuse(conversion(tensor_of(sketch), target),
                  refusal(kSteps[from].name, kCounts[from], places[from]));
    }
}

// A stream: side table before reserved codes, size before both, geometry before all.
void stream_ladder(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::t2s);
  Sketch sketch(row, kOrderShape, filled(row, kOrderShape, {"ladder", same16(1), legal_codes()}));
  sketch.code(0, 0, 3).exponent(7, 128);
  const Tensor both = tensor_of(sketch);
  const ExpectedRefusal side = refusal(RefusalName::SideTable, 1, sketch.exponent_place(7));
  const Topic topic = topic_of(to, "an exponent out of range is told before a reserved code");
  topic.refuse(both.asked(Op::decode), side);
  topic.refuse(both.asked(Op::validate), side);
  for (const Format target : {Format::t2, Format::pb16i, Format::t2s})
    topic.refuse(conversion(both, target), side);
  Tensor longer = both;
  longer.input.parts.push_back(hex({0x00}));
  Tensor broken = longer;
  broken.geometry = {31, 512};
  for (const Op op : {Op::decode, Op::validate}) {
    topic_of(to, "a wrong size is told before a side table and codes")
        .holding({"REF-1", "REF-2"})
        .refuse(longer.asked(op), refusal(RefusalName::Size));
    topic_of(to, "a broken geometry is told before all else")
        .holding({"REF-1", "REF-2"})
        .refuse(broken.asked(op), refusal(RefusalName::Geometry));
  }
  // A scale that is no half, then the reserved code.
  Sketch scaled(row, kOrderShape, filled(row, kOrderShape, {"ladder", same16(1), legal_codes()}));
  scaled.code(31, 511, 3).scale(12, 128, 2049);
  for (const Format target : {Format::t2, Format::ptq1_0})
    topic_of(to, "a scale that is no half is told before a reserved code")
        .refuse(conversion(tensor_of(scaled), target),
                refusal(RefusalName::ScaleNotRepresentable, 1, scaled.scale_place(12, 128)));
  topic_of(to, "between stream and image 2049 is as good as any multiplier")
      .refuse(conversion(tensor_of(scaled), Format::pb16i),
              refusal(RefusalName::ReservedCode, 1, scaled.code_place(31, 511)));
}

// Codes and scales of one encode; both wrong.
void encoded(Collector& to, const spec::FormatRow& row) {
  const std::uint64_t count = kOrderShape.n * kOrderShape.k;
  Payload payload(encode_payload(row, kOrderShape, Trits{"order"}, table("f16-ordinary", "order")));
  payload.put(4, 2);
  const spec::Place code{4, 0, 0, 4};
  const std::uint64_t at = count + 2 * (kOrderShape.k / encode_group(row));
  payload.put(at, le16(0x7e01));  // the first scale of row 1
  const Ask ask{Op::encode, &row, kOrderShape, payload.recipe()};
  if (row.side_table)
    topic_of(to, "a NaN scale is told before a wrong code")
        .holding({"REF-2", "PB16I-8"})
        .refuse(ask, refusal(RefusalName::NonFiniteScale, 1, spec::Place{at, 0, 1, 0}));
  else
    topic_of(to, "a NaN scale is copied; the wrong code is told")
        .holding({"REF-2", "REF-7"})
        .refuse(ask, refusal(RefusalName::NotTernary, 1, code));
}

// More than eight places: the count is of all.
void many(Collector& to, const spec::FormatRow& row) {
  if (row.code3 == spec::Code3::none) return;
  for (const unsigned wrong : {7u, 8u, 9u, 300u}) {
    Sketch sketch = good(row);
    for (unsigned i = 0; i < wrong; ++i) sketch.code(31 - i % 32, 511 - i / 32, 3);
    const bool reserved = row.code3 == spec::Code3::reserved;
    spec::Place first = sketch.code_place(31, 511);
    for (unsigned i = 0; i < wrong; ++i) {
      const spec::Place other = sketch.code_place(31 - i % 32, 511 - i / 32);
      if (std::pair(other.byte, other.bit) < std::pair(first.byte, first.bit)) first = other;
    }
    const Topic topic = topic_of(to, std::to_string(wrong) + " codes 3: at most eight are named")
                            .holding({"REF-3", "REF-4", reserved ? "CONV-4" : "CONV-5"});
    for (const Format target : {Format::tq1_0, Format::t2})
      topic.refuse(
          conversion(tensor_of(sketch), target),
          refusal(reserved ? RefusalName::ReservedCode : RefusalName::PlusTwo, wrong, first));
  }
}

}  // namespace

void draft_order(Collector& to) {
  image_ladder(to);
  stream_ladder(to);
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!row.ternary) continue;
    threes(to, row);
    unequal(to, row);
    encoded(to, row);
    many(to, row);
  }
}

}  // namespace tritproof::golden
