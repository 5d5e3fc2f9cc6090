// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/rows.h"
#include "golden/groups/topic.h"

namespace tritproof::golden {
namespace {

using spec::Geometry;
using spec::Op;
using spec::RefusalName;

Ask asked(const spec::FormatRow& row, Geometry geometry, Recipe input) {
  return {Op::encode, &row, geometry, std::move(input)};
}

Rules packing_rules(const spec::FormatRow& row) {
  switch (code_kind(row)) {
    case spec::FieldKind::base3x5:
      return {row.columns == 256 ? "TQ1_0-3" : "PTQ1_0-2", std::string(rules_of(row.id).place)};
    default: return rules({rules_of(row.id).place, rules_of(row.id).value});
  }
}

// Mixed codes in many seeds; the digits of every byte that an encoder writes.
void mixed(Collector& to, const spec::FormatRow& row) {
  for (unsigned turn = 0; turn < 8; ++turn) {
    const std::string seed = "encode/" + std::to_string(turn);
    const Geometry geometry = grid(row, row.is_tile() ? 1 + turn % 2 : 16, 1 + turn % 3);
    const Topic topic{to,
                      turn == 0  ? Level::smoke
                      : turn < 4 ? Level::core
                                 : Level::full,
                      "mixed codes and ordinary scales", packing_rules(row) + Rules{"REF-7"}};
    topic.prove(
        asked(row, geometry,
              {encode_payload(row, geometry, Trits{seed}, table("f16-ordinary", seed)), {}}));
  }
}

// Codes of one byte go through all numbers while the others stay -1, 0 or +1.
void every_number(Collector& to, const spec::FormatRow& row) {
  if (code_kind(row) != spec::FieldKind::base3x5) return;
  for (const int rest : {0})
    for (unsigned first = 0; first < 243; first += 27) {
      Payload payload({repeat({static_cast<std::uint8_t>(rest)}, 27ull * row.columns),
                       words(table("f16-ordinary", "numbers"), 27)});
      for (unsigned i = 0; i < 27; ++i)
        for (unsigned digit = 0, number = first + i; digit < 5; ++digit, number /= 3) {
          // The five elements of qs[0] of either base-3 type, and as many of any other.
          const unsigned e = digit * row.columns / 8;
          payload.put(i * row.columns + e, static_cast<std::uint8_t>(number % 3 - 1));
        }
      const Topic topic{to, rest == 0 && first < 108 ? Level::core : Level::full,
                        "every number of five digits in the first byte", packing_rules(row)};
      topic.prove(asked(row, {27, row.columns}, payload.recipe()));
    }
}

// Every half as it is, infinities and NaNs too.
void every_scale(Collector& to, const spec::FormatRow& row) {
  if (row.side_table) return;
  for (std::uint32_t first = 0; first < 65536; first += 4096) {
    const Geometry geometry = grid(row, 4096 / row.groups());
    const Topic topic{to,
                      first % 16384 == 0 ? Level::core : Level::full,
                      "4,096 halves in a row, copied bit for bit",
                      {"REF-7", "HALF-2"}};
    topic.prove(asked(row, geometry,
                      {encode_payload(row, geometry, Trits{"every scale"},
                                      Rising{static_cast<std::uint16_t>(first)}),
                       {}}));
  }
  for (const char* name : {"f16-edges", "f16-nonfinite", "f16-subnormal", "f16-wide"})
    for (unsigned turn = 0; turn < 4; ++turn) {
      const std::string seed = std::string(name) + std::to_string(turn);
      const Geometry geometry = grid(row, row.is_tile() ? 2 : 24);
      const bool smoke = turn == 0 && std::string_view(name) == "f16-edges";
      const Topic topic{to,
                        smoke      ? Level::smoke
                        : turn < 2 ? Level::core
                                   : Level::full,
                        "scales of " + std::string(name) + ", copied bit for bit",
                        {"REF-7", "HALF-2"}};
      topic.prove(asked(row, geometry,
                        {encode_payload(row, geometry, Trits{seed}, table(name, seed)), {}}));
    }
}

// REF-7: no format packs anything but -1, 0, +1.
void wrong_codes(Collector& to, const spec::FormatRow& row) {
  const Geometry geometry = grid(row, 2, 2);
  const std::uint64_t count = geometry.n * geometry.k;
  const Payload clean(
      encode_payload(row, geometry, Trits{"wrong"}, table("f16-ordinary", "wrong")));
  const std::uint64_t places[] = {0, count / 2 + 1, row.columns - 1, count - 1};
  for (const int code : {2, -2, 3, 5, 7, 127, -128, 64})
    for (const std::uint64_t at : places) {
      Payload one = clean;
      one.put(at, static_cast<std::uint8_t>(code));
      Payload two = one;
      two.put(count - 2, static_cast<std::uint8_t>(3));
      const spec::Place place{at, 0, at / geometry.k, at % geometry.k};
      const bool known = code == 2 || code == -2 || code == -128;
      const Topic topic{to,
                        code == 2 && at == 0 ? Level::smoke
                        : known || at == 0   ? Level::core
                                             : Level::full,
                        "code " + std::to_string(code) + " is none of -1, 0, +1",
                        {"REF-7", "REF-3"}};
      topic.refuse(asked(row, geometry, one.recipe()), refusal(RefusalName::NotTernary, 1, place));
      if (at == count - 1 || !known) continue;
      topic.at(Level::full)
          .refuse(asked(row, geometry, two.recipe()), refusal(RefusalName::NotTernary, 2, place));
    }
  for (const int code : {2, -128, 100})
    Topic{to, Level::core, "every code " + std::to_string(code), {"REF-7", "REF-3", "REF-4"}}
        .refuse(asked(row, geometry,
                      {encode_payload(row, geometry, Constant{code}, same16(0x3c00)), {}}),
                refusal(RefusalName::NotTernary, count, spec::Place{0, 0, 0, 0}));
}

}  // namespace

void draft_encode(Collector& to) {
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!spec::defined(Op::encode, row.id)) continue;
    mixed(to, row);
    every_number(to, row);
    every_scale(to, row);
    wrong_codes(to, row);
  }
}

}  // namespace tritproof::golden
