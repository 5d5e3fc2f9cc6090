// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "golden/groups/convert.h"
#include "golden/groups/rows.h"

namespace tritproof::golden {
namespace {

using spec::Format;
using spec::Geometry;
using spec::RefusalName;

constexpr Geometry kShape{64, 512};

std::uint16_t other_scale(const Sketch& sketch, std::uint64_t n, std::uint64_t k) {
  const auto at = sketch.scale_place(n, k).byte;
  return static_cast<std::uint16_t>((sketch.bytes()[at] | sketch.bytes()[at + 1] << 8) ^ 1);
}

// CONV-3: one group whose scale differs in its lowest bit from the one it must share with.
void unequal_scales(Collector& to, const spec::FormatRow& row) {
  if (row.side_table || shares_256(row.id)) return;
  const Sketch clean(row, kShape, shared_tensor(row, kShape, "unequal"));
  struct Spot {
    std::uint64_t n, k;
  };
  for (const Spot spot :
       {Spot{0, row.group}, Spot{63, 512 - row.group}, Spot{31, 0}, Spot{32, 256}}) {
    Sketch sketch = clean;
    sketch.scale(spot.n, spot.k, other_scale(clean, spot.n, spot.k));
    for (const spec::FormatRow& target : spec::kFormats) {
      const bool source = row.group == 64, wanted = shares_256(target.id);
      if (!target.ternary || (!source && !wanted) || target.id == row.id) continue;
      const Topic topic{to,
                        Level::core,
                        "two groups that come to share a scale differ in one bit of it",
                        {"CONV-3", "REF-3", "REF-4"}};
      // Told is the group behind the first of those that must be alike; a first group of 64 that
      // differs is unlike its neighbour, and makes its 128 unlike the next.
      const std::uint64_t share = source ? 128 : 256, step = source ? 64 : 128;
      const std::uint64_t place = spot.k / share * share + step;
      const bool twice = source && wanted && spot.k % 128 == 0;
      topic.refuse(
          conversion(tensor_of(sketch), target.id),
          refusal(RefusalName::UnequalScales, twice ? 2 : 1, sketch.scale_place(spot.n, place)));
    }
  }
}

// Zeros of two signs, NaNs of two payloads: bits are compared, not values.
void unequal_as_bits(Collector& to, const spec::FormatRow& row) {
  if (row.side_table || shares_256(row.id)) return;
  constexpr std::uint16_t kPairs[][2] = {{0x0000, 0x8000}, {0x7e01, 0x7e02}, {0x7e00, 0x7c01},
                                         {0x7c00, 0xfc00}, {0x3c00, 0x3c01}, {0x0001, 0x0000}};
  for (const auto& [first, second] : kPairs) {
    Sketch sketch(row, {32, 256}, image(row, {32, 256}, Trits{"bits"}, same16(first)));
    for (const std::uint64_t n : {3u, 9u, 31u}) sketch.scale(n, row.group == 64 ? 64 : 128, second);
    for (const spec::FormatRow& target : spec::kFormats) {
      const bool due = row.group == 64 ? !target.side_table : shares_256(target.id);
      if (!target.ternary || !due || target.id == row.id) continue;
      const Topic topic{to,
                        Level::core,
                        "scales that look alike but differ in their bits",
                        {"CONV-3", "CONV-2", "REF-4"}};
      topic.refuse(conversion(tensor_of(sketch), target.id),
                   refusal(RefusalName::UnequalScales, 3,
                           sketch.scale_place(3, row.group == 64 ? 64 : 128)));
    }
  }
}

// Codes outside -1, 0, +1 of an image.
void wide_codes(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::pb16i);
  const Sketch clean(row, kShape, image(row, kShape, Trits{"wide"}, same16(0x3e01)));
  struct Spot {
    std::uint64_t n, k;
  };
  for (const int code : {2, -2, 7, -8, 3})
    for (const Spot spot : {Spot{0, 0}, Spot{63, 511}, Spot{17, 300}}) {
      Sketch one = clean;
      one.code(spot.n, spot.k, static_cast<unsigned>(code) & 15u);
      Sketch two = one;
      two.code(63, 510, 2);
      for (const spec::FormatRow& target : spec::kFormats) {
        if (!target.ternary) continue;
        const bool core = (code == 2 && spot.n != 17) || (code == -8 && target.id == Format::t2s);
        const Topic topic{to, core ? Level::core : Level::full,
                          "int4 code " + std::to_string(code) + " is none of -1, 0, +1",
                          rules({target.side_table ? "CONV-8" : "CONV-7",
                                 target.id == row.id ? "CONV-9" : "", "REF-3"})};
        const auto place = one.code_place(spot.n, spot.k);
        topic.refuse(conversion(tensor_of(one), target.id),
                     refusal(RefusalName::NotTernary, 1, place));
        if (code != 2) continue;
        topic.saying("clamping is for +2 of the 2-bit GGUF types alone")
            .holding({"CONV-6", "CONV-7"})
            .refuse(conversion(tensor_of(one), target.id, true),
                    refusal(RefusalName::NotTernary, 1, place));
        if (spot.n == 63) continue;
        topic.refuse(conversion(tensor_of(two), target.id),
                     refusal(RefusalName::NotTernary, 2, place));
      }
    }
  Fill fill{"wide", same16(1), all_codes(2)};
  fill.exponents = same32(0);
  for (const spec::FormatRow& target : spec::kFormats)
    if (target.ternary)
      Topic{to, Level::core, "every int4 code is 2", {"CONV-7", "REF-3", "REF-4"}}.refuse(
          conversion({&row, grid(row), {filled(row, grid(row), fill), {}}}, target.id),
          refusal(RefusalName::NotTernary, 8192, spec::Place{0, 0, 0, 0}));
}

// One to three of the four multipliers of 128 k differ from the first.
void unequal_multipliers(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::pb16i);
  Fill fill{"four", same16(6), all_codes(1)};
  const Sketch clean(row, kShape, filled(row, kShape, fill));
  struct Spot {
    std::uint64_t n, k;
  };
  for (const Spot spot : {Spot{0, 0}, Spot{63, 384}, Spot{16, 128}})
    for (unsigned mask = 1; mask < 16; ++mask) {
      Sketch sketch = clean;
      for (unsigned s = 0; s < 4; ++s)
        if ((mask >> s & 1) != 0) sketch.scale(spot.n, spot.k + 32 * s, 5);
      if (mask == 15) continue;  // all alike again
      // Those that differ from s = 0.
      const bool first = (mask & 1) != 0;
      unsigned count = 0, lowest = 4;
      for (unsigned s = 1; s < 4; ++s)
        if (((mask >> s & 1) != 0) != first) {
          ++count;
          lowest = std::min(lowest, s);
        }
      const ExpectedRefusal due = refusal(RefusalName::UnequalMultipliers, count,
                                          sketch.scale_place(spot.n, spot.k + 32 * lowest));
      for (const Format target : {Format::t2s, Format::t2, Format::tq1_0}) {
        const bool core = mask == 2 || mask == 4 || mask == 8 || mask == 14;
        const Topic topic{
            to, core ? Level::core : Level::full,
            "the first of four multipliers is the measure, " + std::to_string(count) + " differ",
            rules({target == Format::t2s ? "CONV-8" : "CONV-7", "REF-4", "REF-3"})};
        topic.refuse(conversion(tensor_of(sketch), target), due);
      }
      Topic{to,
            mask == 4 ? Level::core : Level::full,
            "a copy of an image keeps unequal multipliers",
            {"CONV-9"}}
          .prove(conversion(tensor_of(sketch), Format::pb16i));
    }
}

bool is_half(std::int16_t ms, std::int32_t e_ref) {
  if (ms == 0) return true;
  const double size = std::fabs(std::ldexp(ms, e_ref));
  const int top = std::max(std::ilogb(size), -14);  // HALF-1: 11 bits down to 2^-24
  const double steps = std::ldexp(size, 10 - top);
  return size <= 65504 && steps == std::floor(steps);
}

// CONV-7: multiplier and exponent at the edges of what a half holds.
void no_halves(Collector& to, const spec::FormatRow& row) {
  constexpr std::int16_t kMultipliers[] = {1,    -1,   3,     2047,  2048,   2049, -2049,
                                           4094, 4095, 32752, 32767, -32768, 1025};
  for (const std::int16_t ms : kMultipliers)
    for (const std::int32_t e_ref : {-149, -26, -25, -24, -14, -11, 0, 1, 4, 5, 6, 15, 16}) {
      const Geometry geometry{32, 512};
      Sketch sketch(row, geometry, filled(row, geometry, {"halves", same16(1), all_codes(1)}));
      for (std::uint64_t k = 128; k < 256; k += row.group)
        sketch.scale(21, k, static_cast<std::uint16_t>(ms));
      for (std::uint64_t k = 0; k < 512; k += row.group)
        if (k / 128 != 1) sketch.scale(21, k, 0);
      sketch.exponent(21, e_ref);
      for (const Format target : {Format::t2, Format::ptq1_0}) {
        // The edges of a half: its least and largest exponent for that multiplier, and beyond.
        const bool edge = is_half(ms, e_ref) != is_half(ms, e_ref - 1) ||
                          is_half(ms, e_ref) != is_half(ms, e_ref + 1);
        if (!edge && (target != Format::t2 || row.group == 32)) continue;
        const Topic topic{to,
                          edge && target == Format::t2 ? Level::core : Level::full,
                          std::to_string(ms) + " * 2^" + std::to_string(e_ref) +
                              (is_half(ms, e_ref) ? " is a half" : " is no half"),
                          {"CONV-7", "HALF-2"}};
        if (is_half(ms, e_ref))
          topic.prove(conversion(tensor_of(sketch), target));
        else
          topic.holding({"CONV-7", "REF-3"})
              .refuse(conversion(tensor_of(sketch), target),
                      refusal(RefusalName::ScaleNotRepresentable, row.group == 32 ? 0 : 1,
                              sketch.scale_place(21, 128)));
      }
    }
}

// PB16I-8: scales that do not fit the multipliers of one row.
void spreads(Collector& to, const spec::FormatRow& row) {
  if (row.side_table || row.columns > 128) return;
  const Geometry geometry{32, 256};
  for (const std::uint16_t least : std::initializer_list<std::uint16_t>{
           std::uint16_t{0x0001}, std::uint16_t{0x1400}, std::uint16_t{0x3001}})
    for (const std::uint64_t n : {0u, 19u, 31u}) {
      Sketch sketch(row, geometry, image(row, geometry, Trits{"spread"}, same16(0x7a01)));
      for (std::uint64_t k = 0; k < 128; k += row.group) sketch.scale(n, k, least);
      for (const Format target : {Format::t2s, Format::pb16i})
        Topic{to,
              Level::core,
              "the scales of a row lie too far apart for int16 multipliers",
              {"PB16I-7", "PB16I-8"}}
            .refuse(conversion(tensor_of(sketch), target),
                    refusal(RefusalName::ScaleNotRepresentable));
    }
}

}  // namespace

void draft_convert_refusals(Collector& to) {
  wide_codes(to);
  unequal_multipliers(to);
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!row.ternary) continue;
    if (row.side_table) no_halves(to, row);
    unequal_scales(to, row);
    unequal_as_bits(to, row);
    spreads(to, row);
  }
}

}  // namespace tritproof::golden
