// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/rows.h"
#include "golden/groups/topic.h"

namespace tritproof::golden {
namespace {

using spec::Op;

std::vector<int> codes_of(const spec::FormatRow& row) {
  if (row.id == spec::Format::t2s) return {-1, 0, 1};
  if (row.code3 != spec::Code3::none) return {-1, 0, 1, 2};
  switch (code_kind(row)) {
    case spec::FieldKind::int4: return {-8, -1, 0, 1, 7};
    case spec::FieldKind::uint4: return {0, 1, 7, 8, 15};
    case spec::FieldKind::int8: return {-128, -1, 0, 1, 127};
    default: return {-1, 0, 1};
  }
}

Rules constant_rules(const spec::FormatRow& row, int code) {
  const FormatRules of = rules_of(row.id);
  return rules({of.value, code == 2 ? of.three : "", row.ternary && !row.side_table ? "HALF-5" : "",
                row.side_table ? "PB16I-5" : "", "HALF-7"});
}

// One code under one scale, everywhere.
void f16_constants(Collector& to, const spec::FormatRow& row) {
  for (const auto& [name, word] : kHalfClasses)
    for (const int code : codes_of(row)) {
      const spec::Geometry geometry = grid(row, row.is_tile() ? 1 : 3);
      const Recipe input{filled(row, geometry, {"constant", same16(word), all_codes(code)}), {}};
      const bool smoke = word == 0xbc00 && code == 0;
      // Signs of zeros show under each scale; of the other codes a scale of one sign will do.
      const bool core = code == 0 || word < 0x8000 || code == 2;
      const Topic topic{to, level_if(smoke, core),
                        "every code " + std::to_string(code) + ", every scale " + std::string(name),
                        constant_rules(row, code)};
      const Tensor tensor{&row, geometry, input};
      decode(topic, tensor);
      if (code == 0) validate(topic, tensor);
      if (code == 2) continue;
      Ask encode{Op::encode, &row, geometry, {}};
      encode.input.parts = encode_payload(row, geometry, Constant{code}, same16(word));
      if (code == 1 || word == 0x8001)
        topic.at(code == 1 ? Level::core : Level::full).holding({"REF-7", "HALF-2"}).prove(encode);
    }
}

// Patterns of bf16: 1, -1, zeros, subnormals, 2^127, the largest, Inf and NaN.
void bfloats(Collector& to, const spec::FormatRow& row) {
  constexpr NamedWord kWords[] = {{"1", 0x3f80},      {"-1", 0xbf80},
                                  {"+0", 0x0000},     {"-0", 0x8000},
                                  {"2^-133", 0x0001}, {"-2^-133", 0x8001},
                                  {"2^-126", 0x0080}, {"2^127", 0x7f00},
                                  {"-2^127", 0xff00}, {"the largest", 0x7f7f},
                                  {"Inf", 0x7f80},    {"-Inf", 0xff80},
                                  {"a NaN", 0x7fc0},  {"a signalling NaN", 0x7f81}};
  for (const auto& [name, word] : kWords)
    for (const int code : codes_of(row)) {
      Fill fill{"constant", same16(word), all_codes(code), same16(0xbf80)};
      fill.levels = tiled({0x03});
      const bool middle = code == codes_of(row)[1] || code == codes_of(row)[3];
      const Topic topic{to, middle ? Level::full : Level::core,
                        "every code " + std::to_string(code) + ", every scale " + std::string(name),
                        constant_rules(row, code)};
      const Recipe input{filled(row, grid(row), fill), {}};
      decode(topic, {&row, grid(row), input});
      if (code == codes_of(row)[1]) validate(topic, {&row, grid(row), input});
      if (row.second_layout && code == codes_of(row)[4])
        decode(topic.at(Level::full).holding(rules({layout_rule(row.id)})),
               {&row, grid(row), input, spec::Layout::other});
    }
}

void multiplier_constants(Collector& to, const spec::FormatRow& row) {
  struct Scale {
    std::uint16_t ms;
    std::int32_t e_ref;
  };
  constexpr Scale kScales[] = {{1, 0},         {0xffff, 0},  {0, 0},         {0, 2147483647},
                               {0, -300},      {1, -149},    {0xffff, -149}, {0x8000, 112},
                               {0x8000, -164}, {32767, 113}, {32767, -149},  {2047, -24},
                               {1, 127},       {0xfffd, 100}};
  for (const Scale& scale : kScales)
    for (const int code : codes_of(row)) {
      Fill fill{"constant", same16(scale.ms), all_codes(code)};
      fill.exponents = same32(static_cast<std::uint32_t>(scale.e_ref));
      const bool smoke = scale.ms == 0xffff && scale.e_ref == 0 && code == 0;
      const Topic topic{to, smoke ? Level::smoke : Level::core,
                        "every code " + std::to_string(code) + ", multiplier " +
                            std::to_string(static_cast<std::int16_t>(scale.ms)) + ", e_ref " +
                            std::to_string(scale.e_ref),
                        constant_rules(row, code) + rules({"PB16I-3", "PB16I-4"})};
      const Tensor tensor{&row, grid(row), {filled(row, grid(row), fill), {}}};
      decode(topic, tensor);
      if (code == 0) validate(topic, tensor);
      if (code != 0) decode_bf16(topic.at(Level::full), tensor);
    }
}

}  // namespace

void draft_constants(Collector& to) {
  for (const spec::FormatRow& row : spec::kFormats) {
    if (row.side_table)
      multiplier_constants(to, row);
    else if (row.ternary)
      f16_constants(to, row);
    else
      bfloats(to, row);
  }
}

}  // namespace tritproof::golden
