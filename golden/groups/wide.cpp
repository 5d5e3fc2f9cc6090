// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/rows.h"
#include "golden/groups/topic.h"

namespace tritproof::golden {
namespace {

using spec::Format;

constexpr NamedWord kNumbers[] = {
    {"1", 0x3f80},           {"-1", 0xbf80},     {"0", 0x0000},      {"-0", 0x8000},
    {"2^-133", 0x0001},      {"2^-126", 0x0080}, {"2^-127", 0x0040}, {"3", 0x4040},
    {"257/256", 0x3f81},     {"2^24", 0x4b80},   {"2^127", 0x7f00},  {"-2^127", 0xff00},
    {"the largest", 0x7f7f}, {"Inf", 0x7f80},    {"-Inf", 0xff80},   {"a NaN", 0x7fc1}};

// Each number as scale with each as zero or M: where a fused step or another order would show.
void pairs(Collector& to, const spec::FormatRow& row) {
  const bool layouts = row.id == Format::q4_1;
  for (const auto& [name, scale] : kNumbers)
    for (const auto& [other_name, added] : kNumbers) {
      Fill fill{"wide", same16(scale)};
      fill.added = same16(added);
      const bool smoke = scale == 0x7f00 && added == 0xff00;
      const bool core = smoke || (scale + added) % 4 == 0;
      if (!core && (scale + added) % 4 == 2) continue;
      const Topic topic{to, level_if(smoke, core),
                        "scale " + std::string(name) + ", added term " + std::string(other_name) +
                            ", any codes: two steps, each rounded",
                        rules({rules_of(row.id).value})};
      const Tensor tensor{&row, grid(row), {filled(row, grid(row), fill), {}}};
      decode(topic, tensor);
      if (core && added == 0x3f80) validate(topic.at(Level::full), tensor);
      if (!core || !layouts) continue;
      Tensor turned = tensor;
      turned.layout = spec::Layout::other;
      decode(topic.at(Level::full).holding({"Q4_1-4", "Q4_1-3"}), turned);
    }
}

// Scales whose sum with the added term rounds: codes and terms far apart.
void sums(Collector& to, const spec::FormatRow& row) {
  for (unsigned turn = 0; turn < 32; ++turn) {
    Fill fill{"sums/" + std::to_string(turn),
              Rising{static_cast<std::uint16_t>(0x3f80 + 17 * turn)}};
    fill.added = Rising{static_cast<std::uint16_t>((turn % 2 == 0 ? 0x4000 : 0xb380) + 61 * turn)};
    const Topic topic{to, turn < 8 ? Level::core : Level::full,
                      "sums of which bits are lost, in turn under all codes",
                      rules({rules_of(row.id).value, rules_of(row.id).scale})};
    const Tensor tensor{&row, grid(row), {filled(row, grid(row), fill), {}}};
    decode(topic, tensor);
    if (!row.second_layout) continue;
    Tensor turned = tensor;
    turned.layout = spec::Layout::other;
    decode(topic.holding({"Q4_1-4"}), turned);
  }
}

// q8: each number under all bytes.
void bytes(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::q8);
  for (const auto& [name, scale] : kNumbers)
    for (unsigned turn = 0; turn < 2; ++turn) {
      const Fill fill{"wide/" + std::to_string(turn), same16(scale)};
      const Topic topic{to,
                        turn == 0 ? Level::core : Level::full,
                        "scale " + std::string(name) + " under all bytes",
                        {"Q8-1", "Q8-3"}};
      const Tensor tensor{&row, grid(row), {filled(row, grid(row), fill), {}}};
      decode(topic, tensor);
      decode_bf16(topic.at(Level::full), tensor);
      Tensor turned = tensor;
      turned.layout = spec::Layout::other;
      decode(topic.holding({"Q8-4", "Q8-3"}), turned);
    }
}

// One scale, zero or level that differs, at the edges of its field: whose elements change.
void lone_numbers(Collector& to, const spec::FormatRow& row) {
  for (const spec::Field& field : spec::fields_of(row)) {
    if (spec::codes_per_byte(field.kind) != 0) continue;
    const std::uint32_t width = field.kind == spec::FieldKind::uint8 ? 1 : 2;
    const std::uint32_t count = field.bytes / width;
    for (std::uint32_t i = 0; i < count; ++i) {
      const bool edge = (i & (i - 1)) == 0 || (i & (i + 1)) == 0;
      if (!edge && i % 23 != 0) continue;
      Fill fill{"lone", same16(0x3f80), all_codes(3), same16(0x3f80)};
      fill.levels = tiled({0x01});
      Sketch sketch(row, grid(row), filled(row, grid(row), fill));
      if (width == 1)
        sketch.put(field.offset + i, 0xc8);
      else
        sketch.put(field.offset + 2 * i, le16(0x4040));
      const Topic topic{to, edge && (i & 1) == 0 ? Level::core : Level::full,
                        "entry " + std::to_string(i) + " of " + std::string(field.name) +
                            " differs from the others",
                        rules({rules_of(row.id).scale,
                               row.id == Format::q4_k ? "Q4_K-2" : rules_of(row.id).value})};
      decode(topic, tensor_of(sketch));
      if (row.second_layout)
        decode(topic.at(Level::full).holding(rules({layout_rule(row.id)})),
               tensor_of(sketch, spec::Layout::other));
    }
  }
}

}  // namespace

void draft_wide(Collector& to) {
  for (const Format format : {Format::q4_1, Format::q4_k}) {
    pairs(to, spec::row_of(format));
    sums(to, spec::row_of(format));
  }
  bytes(to);
  for (const spec::FormatRow& row : spec::kFormats)
    if (!row.ternary) lone_numbers(to, row);
}

}  // namespace tritproof::golden
