// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/rows.h"
#include "golden/groups/topic.h"

namespace tritproof::golden {
namespace {

constexpr std::uint32_t kPatterns = 65536;
constexpr std::uint32_t kAtCore = 4096;  // patterns a vector
constexpr std::uint32_t kAtFull = 1024;

// Stored 16-bit scales that a unit has of each field.
std::uint32_t scales_a_unit(const spec::FormatRow& row) {
  for (const spec::Field& field : spec::fields_of(row))
    if (spec::codes_per_byte(field.kind) == 0 && field.kind != spec::FieldKind::uint8)
      return field.bytes / 2;
  return 1;
}

// Patterns from `first` on, each once; an added term goes its own way through them.
Parts rising(const spec::FormatRow& row, spec::Geometry geometry, std::uint32_t first) {
  const std::string seed = "scales/" + std::to_string(first);
  const auto from = static_cast<std::uint16_t>(first);
  Fill fill{seed, Rising{from}};
  fill.added = Rising{static_cast<std::uint16_t>(first * 3 + 0x3f80)};
  if (row.side_table) fill.exponents = table("e-edges", seed);
  if (row.id == spec::Format::t2s) fill.codes = legal_codes();
  return filled(row, geometry, fill);
}

Rules scale_rules(const spec::FormatRow& row) {
  const FormatRules of = rules_of(row.id);
  if (row.side_table) return rules({of.value, "PB16I-3", "PB16I-4"});
  if (!row.ternary) return rules({of.value, of.scale});
  return rules({of.value, "HALF-1", "HALF-2", "HALF-5"});
}

void every_pattern(Collector& to, const spec::FormatRow& row) {
  const std::uint32_t slots = scales_a_unit(row);
  for (std::uint32_t first = 0; first < kPatterns; first += kAtCore) {
    const spec::Geometry geometry = grid(row, std::max(1u, kAtCore / slots));
    // One S of q4_k serves 256 codes: a few of them will do before the full level.
    const bool early = row.id != spec::Format::q4_k || first % 16384 == 0;
    const Topic topic{to, early ? Level::core : Level::full,
                      "4,096 scale patterns in a row, each once, any codes", scale_rules(row)};
    const Tensor tensor{&row, geometry, {rising(row, geometry, first), {}}};
    decode(topic, tensor);
    validate(first % 8192 == 0 ? topic : topic.at(Level::full), tensor);
    if (early && first % 8192 == 0) decode_bf16(topic.at(Level::full), tensor);
    if (row.second_layout) decode(topic, {&row, geometry, tensor.input, spec::Layout::other});
  }
}

// The same with legal codes alone, in smaller tensors.
void every_f16_scale(Collector& to, const spec::FormatRow& row) {
  if (!row.ternary || row.side_table) return;
  for (std::uint32_t first = 0; first < kPatterns; first += kAtFull) {
    const spec::Geometry geometry = grid(row, kAtFull / scales_a_unit(row));
    const Parts parts = image(row, geometry, Trits{"half/" + std::to_string(first)},
                              Rising{static_cast<std::uint16_t>(first)});
    const Topic topic{to, Level::full, "1,024 halves in a row over ternary codes",
                      scale_rules(row)};
    decode(topic, {&row, geometry, {parts, {}}});
  }
}

// Scales of one table under mixed codes.
void tables(Collector& to, const spec::FormatRow& row) {
  const bool bfloat = !row.ternary;
  for (const char* kind : {"-edges", "-subnormal", "-ordinary"}) {
    const spec::Geometry geometry = grid(row, row.is_tile() ? 1 : 24);
    const std::string name = (row.side_table ? "ms" : bfloat ? "bf16" : "f16") + std::string(kind);
    if (name == "ms-subnormal") continue;
    Fill fill{"tables", table(name, "")};
    if (row.side_table) fill.exponents = table("e-edges", "tables");
    if (row.id == spec::Format::t2s) fill.codes = legal_codes();
    const Topic topic{to, Level::smoke, "scales of the table " + name + ", any codes",
                      scale_rules(row)};
    const Tensor tensor{&row, geometry, {filled(row, geometry, fill), {}}};
    const bool edges = name.ends_with("-edges");
    look(topic.at(edges ? Level::smoke : Level::core), tensor);
    decode_bf16(topic.at(Level::core), tensor);
    if (row.second_layout)
      read(topic.at(Level::core), {&row, geometry, tensor.input, spec::Layout::other});
  }
}

}  // namespace

void draft_scales(Collector& to) {
  for (const spec::FormatRow& row : spec::kFormats) {
    tables(to, row);
    every_pattern(to, row);
    every_f16_scale(to, row);
  }
}

}  // namespace tritproof::golden
