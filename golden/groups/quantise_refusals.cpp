// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/rows.h"
#include "golden/groups/topic.h"

namespace tritproof::golden {
namespace {

using spec::Geometry;
using spec::Op;
using spec::RefusalName;

constexpr std::uint32_t kBad[] = {0x7fc00000, 0xffc00000, 0x7f800001,
                                  0xffffffff, 0x7f800000, 0xff800000};
constexpr std::uint32_t kTiny[] = {0x00200000, 0x80200000, 0x001fffff,
                                   0x00000001, 0x80000001, 0x00100000};

Ask asked(const spec::FormatRow& row, Geometry geometry, const Payload& payload) {
  return {Op::quantise, &row, geometry, payload.recipe()};
}

spec::Place place_of(Geometry geometry, std::uint64_t element) {
  return {4 * element, 0, element / geometry.k, element % geometry.k};
}

// One NaN or infinity among numbers; another one in the last place.
void not_finite(Collector& to, const spec::FormatRow& row) {
  const Geometry geometry{3, 2ull * row.columns};
  const std::uint64_t count = geometry.n * geometry.k;
  const Payload clean({words(table("f32-ordinary", "bad"), count)});
  for (const std::uint32_t bad : kBad)
    for (const std::uint64_t at : {std::uint64_t{0}, std::uint64_t{row.columns} - 1,
                                   std::uint64_t{row.columns} + 9, count / 2, count - 1}) {
      Payload one = clean;
      one.put(4 * at, le32(bad));
      const bool smoke = at == 0 && bad == 0x7fc00000 && row.columns == 256;
      const bool core = at == row.columns + 9u || at == count - 1;
      const Topic topic{to,
                        level_if(smoke, core),
                        "a NaN or an infinity is refused, wherever it stands",
                        {"QUANT-5", "REF-3"}};
      topic.refuse(asked(row, geometry, one),
                   refusal(RefusalName::NonFiniteInput, 1, place_of(geometry, at)));
      if (at == count - 1 || at == 0) continue;
      one.put(4 * (count - 1), le32(0x7f800000));
      if (bad % 4 != 1) continue;
      topic.at(Level::full)
          .refuse(asked(row, geometry, one),
                  refusal(RefusalName::NonFiniteInput, 2, place_of(geometry, at)));
    }
  for (const std::uint32_t bad : kBad)
    Topic{to, Level::core, "nothing but NaNs or infinities", {"QUANT-5", "REF-4"}}.refuse(
        asked(row, geometry, Payload({words(same32(bad), count)})),
        refusal(RefusalName::NonFiniteInput, count, spec::Place{0, 0, 0, 0}));
}

// Blocks whose largest magnitude has no reciprocal; counted in blocks.
void too_small(Collector& to, const spec::FormatRow& row) {
  const Geometry geometry{2, 3ull * row.columns};
  const std::uint64_t count = geometry.n * geometry.k;
  for (const std::uint32_t tiny : kTiny)
    for (std::uint64_t block = 0; block < 6; ++block)
      for (const std::uint64_t inside : {std::uint64_t{0}, std::uint64_t{row.columns} - 1}) {
        const std::uint64_t first = block * row.columns;
        Parts parts;
        if (first != 0) parts.push_back(words(table("f32-ordinary", "tiny"), first));
        if (inside != 0) parts.push_back(repeat(le32(0), inside));
        parts.push_back(hex(le32(tiny)));
        if (inside == 0) parts.push_back(repeat(le32(0), row.columns - 1));
        const std::uint64_t rest = count - first - row.columns;
        if (rest != 0) parts.push_back(words(table("f32-ordinary", "tiny"), rest));
        if (block % 2 == 0 && inside == 0) continue;
        const bool early = block % 3 == 2;
        const Topic topic{to,
                          early ? Level::core : Level::full,
                          "the largest magnitude of a block is at most 2^-128",
                          {"QUANT-5", "REF-3"}};
        topic.refuse({Op::quantise, &row, geometry, {parts, {}}},
                     refusal(RefusalName::ScaleUnderflow, 1, place_of(geometry, first)));
      }
  for (const std::uint32_t tiny : kTiny)
    Topic{
        to, Level::core, "every block's largest magnitude is at most 2^-128", {"QUANT-5", "REF-4"}}
        .refuse(asked(row, geometry, Payload({words(same32(tiny), count)})),
                refusal(RefusalName::ScaleUnderflow, 6, spec::Place{0, 0, 0, 0}));
  // Of both in one tensor, what is not finite is told.
  Payload both({words(same32(0x00000001), count)});
  both.put(4 * (count - 1), le32(0x7fc00000));
  Topic{to, Level::core, "a NaN is told before a block that is too small", {"QUANT-5", "REF-2"}}
      .refuse(asked(row, geometry, both),
              refusal(RefusalName::NonFiniteInput, 1, place_of(geometry, count - 1)));
}

}  // namespace

void draft_quantise_refusals(Collector& to) {
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!spec::defined(Op::quantise, row.id)) continue;
    not_finite(to, row);
    too_small(to, row);
  }
}

}  // namespace tritproof::golden
