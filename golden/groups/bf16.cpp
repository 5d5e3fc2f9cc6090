// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/rows.h"
#include "golden/groups/topic.h"

namespace tritproof::golden {
namespace {

void ask(Collector& to, Level level, const spec::FormatRow& row, const std::string& why, Rules held,
         const Fill& fill, spec::Layout layout = spec::Layout::standard) {
  const spec::Geometry geometry = grid(row, row.is_tile() ? 1 : 64);
  decode_bf16({to, level, why, std::move(held)},
              {&row, geometry, {filled(row, geometry, fill), {}}, layout});
}

// Eleven bits into eight: ties to even in both directions, carries, subnormals that bf16 has not.
void halves(Collector& to, const spec::FormatRow& row) {
  constexpr NamedWord kFrom[] = {{"1", 0x3c00},
                                 {"-1", 0xbc00},
                                 {"zero", 0x0000},
                                 {"minus zero", 0x8000},
                                 {"the subnormals' end", 0x03e0},
                                 {"65504's neighbours", 0x7bc0},
                                 {"the NaNs' end", 0xffc0},
                                 {"Inf", 0x7c00},
                                 {"2", 0x3fe0},
                                 {"-2^-14", 0x8400}};
  for (const auto& [name, from] : kFrom)
    ask(to, from == 0x3c00 ? Level::smoke : Level::core, row,
        "64 halves in a row from " + std::string(name) + ", answered in bf16", {"HALF-4", "HALF-6"},
        {"bf16", Rising{from}, row.id == spec::Format::t2 ? legal_codes() : nullptr});
}

// Products with wide codes round in every way, and beyond the largest float to infinity.
void wide(Collector& to, const spec::FormatRow& row) {
  constexpr std::uint16_t kFrom[] = {0x3f80, 0xbf80, 0x0000, 0x0040,
                                     0x7e80, 0x7f00, 0x7f60, 0xff40};
  for (const std::uint16_t from : kFrom)
    for (const std::uint16_t added : std::initializer_list<std::uint16_t>{0x0000, 0x3f81, 0xff7f}) {
      Fill fill{"bf16/" + std::to_string(from), Rising{from}};
      fill.added = Rising{added};
      const std::string why = "256 scales in a row, any codes, answered in bf16";
      ask(to, added == 0 ? Level::core : Level::full, row, why,
          rules({"HALF-4", rules_of(row.id).value}), fill);
      if (row.second_layout)
        ask(to, Level::full, row, why, rules({"HALF-4", layout_rule(row.id)}), fill,
            spec::Layout::other);
    }
}

// Multipliers of fifteen bits, and exponents under which products pass the largest float.
void multipliers(Collector& to, const spec::FormatRow& row) {
  for (const std::uint16_t from :
       std::initializer_list<std::uint16_t>{0x0001, 0x0080, 0x0101, 0x4001, 0x7fc0, 0x8000, 0xff00})
    for (const std::int32_t e_ref : {0, -24, -149, -140, 112}) {
      Fill fill{"bf16/" + std::to_string(from), Rising{static_cast<std::uint16_t>(from)}};
      if (row.id == spec::Format::t2s) fill.codes = legal_codes();
      fill.exponents = same32(static_cast<std::uint32_t>(e_ref));
      ask(to, e_ref == 0 || e_ref == 112 ? Level::core : Level::full, row,
          "multipliers in a row under e_ref " + std::to_string(e_ref) + ", answered in bf16",
          {"HALF-4", "PB16I-4"}, fill);
    }
}

}  // namespace

void draft_bf16(Collector& to) {
  for (const spec::FormatRow& row : spec::kFormats) {
    if (row.side_table)
      multipliers(to, row);
    else if (row.ternary)
      halves(to, row);
    else
      wide(to, row);
  }
  // HALF-8: 7 * 257/256 rounds once, to 7.03125.
  const spec::FormatRow& row = spec::row_of(spec::Format::pb16i);
  Fill fill{"bf16", same16(257), all_codes(7)};
  fill.exponents = same32(static_cast<std::uint32_t>(-8));
  Bytes answer;
  for (unsigned i = 0; i < row.elements(); ++i) {
    answer.push_back(0xe1);
    answer.push_back(0x40);
  }
  Ask ask{spec::Op::decode, &row, grid(row), {filled(row, grid(row), fill), {}}};
  ask.options.bf16 = true;
  Topic{to, Level::smoke, "7 * 257/256 as bf16 is 7.03125, not 7 * 1", {"HALF-8"}, {"known-answer"}}
      .know(ask, answer);
}

}  // namespace tritproof::golden
