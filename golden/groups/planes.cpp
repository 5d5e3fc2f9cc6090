// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "golden/groups/rows.h"
#include "golden/groups/topic.h"

namespace tritproof::golden {
namespace {

using spec::Op;

unsigned bits_of(std::uint64_t count) { return static_cast<unsigned>(std::bit_width(count - 1)); }

Rules plane_rules(const spec::FormatRow& row, bool several) {
  const FormatRules of = rules_of(row.id);
  return several ? rules({of.place, of.units}) : rules({of.place, of.value});
}

// +1 where bit `bit` of the element's number is set, -1 elsewhere, or the other way round.
void plane(const Topic& topic, const spec::FormatRow& row, spec::Geometry geometry,
           const Plane& source) {
  const Parts parts = image(row, geometry, source, table("f16-ordinary", "planes"));
  const Tensor tensor{&row, geometry, {parts, {}}};
  decode(topic, tensor);
  const bool once = topic.level != Level::full;
  if (!once && source.inverted) return;
  const bool core = once && !source.inverted && source.bit % 2 == 1;
  const Topic written = topic.at(core ? Level::core : Level::full);
  Ask encode{Op::encode, &row, geometry, {}};
  encode.input.parts = encode_payload(row, geometry, source, table("f16-ordinary", "planes"));
  written.holding(rules({rules_of(row.id).place, "REF-7"})).prove(encode);
  for (const spec::Format target : {spec::Format::t2, spec::Format::ptq1_0})
    if (row.id != target && geometry.n % 32 == 0 && geometry.k % 256 == 0)
      written.holding(rules({"CONV-1", rules_of(row.id).place, rules_of(target).place}))
          .prove(conversion(tensor, target));
}

void ternary(Collector& to, const spec::FormatRow& row) {
  for (const spec::Geometry geometry : {grid(row), grid(row, 2, 4)}) {
    const bool one = units_of(row, geometry) == 1;
    const unsigned first = one ? 0 : bits_of(row.columns);
    for (unsigned bit = first; bit < bits_of(geometry.n * geometry.k); ++bit)
      for (const bool inverted : {false, true}) {
        const bool early = one && !inverted && bit % 4 == 3;
        const bool core = one && (!inverted || bit % 4 == 0);
        const Level level = early ? Level::smoke : core ? Level::core : Level::full;
        const Topic topic{to, level, "codes follow bit " + std::to_string(bit) + " of the element",
                          plane_rules(row, !one)};
        plane(topic, row, geometry, {bit, inverted});
      }
  }
}

// Runs of 2^bit bytes, `low` and `high` in turn.
FieldPart runs(unsigned bit, std::uint8_t low, std::uint8_t high) {
  const std::uint64_t run = std::uint64_t{1} << bit;
  return [=](const spec::Field& field) {
    return Part{Units{field.bytes / (2 * run), {repeat({low}, run), repeat({high}, run)}}};
  };
}

// The other kinds have no packer: planes of the byte's number instead, and of the nibble's.
void bytes(Collector& to, const spec::FormatRow& row) {
  constexpr std::uint8_t kPairs[][2] = {{0x00, 0xff}, {0x77, 0x88}, {0x1e, 0xe1}};
  for (unsigned bit = 0; bit < bits_of(row.elements() / 2); ++bit)
    for (const auto& [low, high] : kPairs) {
      Fill fill{"planes", table(ordinary_table(row), ""), runs(bit, low, high)};
      const Recipe input{filled(row, grid(row), fill), {}};
      const Topic topic{to,
                        low == 0 && bit % 4 == 3 ? Level::smoke
                        : low != 0x1e            ? Level::core
                                                 : Level::full,
                        "code bytes follow bit " + std::to_string(bit) + " of their number",
                        plane_rules(row, false)};
      decode(topic, {&row, grid(row), input});
      if (row.second_layout)
        decode(
            topic.at(low == 0x77 ? Level::core : Level::full).holding(rules({layout_rule(row.id)})),
            {&row, grid(row), input, spec::Layout::other});
    }
}

}  // namespace

void draft_planes(Collector& to) {
  for (const spec::FormatRow& row : spec::kFormats) {
    if (row.ternary)
      ternary(to, row);
    else
      bytes(to, row);
  }
}

}  // namespace tritproof::golden
