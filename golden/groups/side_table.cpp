// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstdlib>

#include "golden/groups/rows.h"
#include "golden/groups/topic.h"

namespace tritproof::golden {
namespace {

using spec::Op;
using spec::RefusalName;

constexpr std::int16_t kMultipliers[] = {1,    -1,    2,     3,      -4,    255,    256,   2047,
                                         2048, -2049, 16384, -16384, 32767, -32767, -32768};

// Multipliers 1 under exponents 0, whose feature n has one other multiplier, the rest 0.
Sketch lone_scale(const spec::FormatRow& row, std::uint64_t n, std::uint64_t k, std::int16_t ms,
                  std::int32_t e_ref) {
  const spec::Geometry geometry = grid(row, 1, 2);
  Sketch sketch(row, geometry, filled(row, geometry, {"side", same16(1), all_codes(1)}));
  for (std::uint64_t at = 0; at < geometry.k; at += row.group) sketch.scale(n, at, 0);
  for (std::uint64_t at = k; at < k + spec::kScaleGroup; at += row.group)
    sketch.scale(n, at, static_cast<std::uint16_t>(ms));
  return sketch.exponent(n, e_ref);
}

std::string scale_words(std::int64_t ms, std::int32_t e_ref) {
  return std::to_string(ms) + " * 2^" + std::to_string(e_ref);
}

void kept(const Topic& topic, const Sketch& sketch) {
  const Tensor tensor = tensor_of(sketch);
  const Topic reading = topic.holding({"PB16I-3", "PB16I-4", "PB16I-6"});
  decode(reading, tensor);
  validate(reading.at(Level::full), tensor);
  if (topic.level == Level::full) return;
  decode_bf16(reading.at(Level::full), tensor);
  const spec::Format other =
      sketch.row().id == spec::Format::t2s ? spec::Format::pb16i : spec::Format::t2s;
  for (const spec::Format target : {other, sketch.row().id})
    topic.holding(rules({"CONV-8", target == other ? "" : "CONV-9"}))
        .prove(conversion(tensor, target));
}

void beyond(const Topic& topic, const Sketch& sketch, std::uint64_t count, std::uint64_t n) {
  const ExpectedRefusal due = refusal(RefusalName::SideTable, count, sketch.exponent_place(n));
  const Tensor tensor = tensor_of(sketch);
  topic.refuse(tensor.asked(Op::decode), due);
  topic.at(n % 2 == 1 ? Level::full : topic.level).refuse(tensor.asked(Op::validate), due);
  if (topic.level == Level::full) return;
  topic.at(Level::full).refuse(tensor.asked(Op::decode, true), due);
  for (const spec::Format target : {spec::Format::t2, spec::Format::t2s, spec::Format::pb16i})
    topic.at(target != spec::Format::t2 && n % 3 != 0 ? Level::full : topic.level)
        .holding(rules({"PB16I-6", "CONV-8", "REF-2"}))
        .refuse(conversion(tensor, target), due);
}

// The last exponents at which a multiplier is a float, and the first at which it is none.
void edges(Collector& to, const spec::FormatRow& row) {
  std::uint64_t turn = 0;
  for (const std::int16_t ms : kMultipliers) {
    const auto size = static_cast<unsigned>(std::abs(int{ms}));
    const std::int32_t lowest = -149 - std::countr_zero(size);
    const std::int32_t highest = 128 - static_cast<std::int32_t>(std::bit_width(size));
    const std::uint64_t n = turn++ * 7 % 32;
    const std::uint64_t k = turn % 4 * 128;
    const Topic topic{to, Level::core, "", {}};
    for (const std::int32_t e_ref : {lowest, highest})
      kept(topic.at(e_ref == lowest || e_ref == highest ? Level::core : Level::full)
               .saying(scale_words(ms, e_ref) + " is exactly a float"),
           lone_scale(row, n, k, ms, e_ref));
    for (const std::int32_t e_ref : {lowest - 1, highest + 1, -2147483647 - 1, 2147483647})
      beyond(topic.at(e_ref == lowest - 1 || e_ref == highest + 1 ? Level::core : Level::full)
                 .saying(scale_words(ms, e_ref) + " is no finite float")
                 .holding({"PB16I-6", "REF-5"}),
             lone_scale(row, n, k, ms, e_ref), 1, n);
  }
}

// PB16I-5: exponents of rows of zeros mean nothing.
void zero_multipliers(Collector& to, const spec::FormatRow& row) {
  for (const std::int32_t e_ref : {-2147483647 - 1, -150, -149, 0, 127, 128, 255, 2147483647}) {
    const Topic topic{to,
                      Level::core,
                      "multiplier 0 is +0.0 under e_ref " + std::to_string(e_ref),
                      {"PB16I-5", "PB16I-6"}};
    for (const std::uint64_t n : {0u, 31u}) {
      const Sketch sketch = lone_scale(row, n, 0, 0, e_ref);
      look(topic.at(n == 0 ? Level::core : Level::full), tensor_of(sketch));
      topic.at(n == 0 ? Level::core : Level::full)
          .holding({"PB16I-5", "CONV-7"})
          .prove(conversion(tensor_of(sketch), spec::Format::t2));
    }
  }
}

// Several features at once: the count is of features, not of multipliers or tiles.
void several(Collector& to, const spec::FormatRow& row) {
  const spec::Geometry geometry = grid(row, 2, 3);
  for (const std::uint64_t from : {std::uint64_t{0}, std::uint64_t{31}, std::uint64_t{32},
                                   std::uint64_t{50}, std::uint64_t{63}})
    for (const std::uint64_t upto : {from + 1, from + 9, std::uint64_t{64}}) {
      if (upto > 64) continue;
      Sketch sketch(row, geometry, filled(row, geometry, {"side", same16(3), all_codes(-1)}));
      for (std::uint64_t n = from; n < upto; ++n) sketch.exponent(n, 127);
      beyond({to,
              Level::core,
              std::to_string(upto - from) + " features of exponent 127 over multipliers 3",
              {"PB16I-6", "REF-3", "REF-4"}},
             sketch, upto - from, from);
    }
}

// One tile of a row alone leaves the range.
void one_tile(Collector& to, const spec::FormatRow& row) {
  const spec::Geometry geometry = grid(row, 1, 4);
  for (std::uint64_t tile = 0; tile < 4; ++tile)
    for (const std::uint64_t at : {std::uint64_t{0}, std::uint64_t{255}}) {
      Fill fill{"side", same16(1), all_codes(1)};
      fill.exponents = same32(127);
      Sketch sketch(row, geometry, filled(row, geometry, fill));
      sketch.scale(17, tile * 256 + at, 2);
      beyond({to,
              Level::core,
              "2 * 2^127 in tile " + std::to_string(tile) + " of a row alone",
              {"PB16I-6", "PB16I-2"}},
             sketch, 1, 17);
    }
}

// Each exponent of a sweep under its own feature.
void sweep(Collector& to, const spec::FormatRow& row) {
  for (std::int32_t first = -176; first < 136; first += 32)
    for (const std::int16_t ms : {std::int16_t{1}, std::int16_t{-32768}}) {
      Sketch sketch(row, grid(row), filled(row, grid(row), {"side", same16(0), all_codes(1)}));
      const auto size = static_cast<unsigned>(std::abs(int{ms}));
      for (std::int32_t i = 0; i < 32; ++i) {
        const std::int32_t e_ref = first + i;
        const bool fits = e_ref + std::countr_zero(size) >= -149 &&
                          e_ref + static_cast<std::int32_t>(std::bit_width(size)) <= 128;
        const auto n = static_cast<std::uint64_t>(i);
        sketch.exponent(n, e_ref);
        if (fits) sketch.scale(n, i % 2 == 0 ? 0 : 128, static_cast<std::uint16_t>(ms));
      }
      const Topic topic{to,
                        Level::full,
                        "exponents from " + std::to_string(first) + " on, " + std::to_string(ms) +
                            " where it is a float",
                        {"PB16I-3", "PB16I-6", "PB16I-5"}};
      read(topic, tensor_of(sketch));
    }
}

}  // namespace

void draft_side_table(Collector& to) {
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!row.side_table) continue;
    edges(to, row);
    zero_multipliers(to, row);
    several(to, row);
    one_tile(to, row);
    sweep(to, row);
  }
}

}  // namespace tritproof::golden
