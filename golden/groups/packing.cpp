// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "golden/groups/rows.h"
#include "golden/groups/topic.h"
#include "golden/maker_numbers.h"

namespace tritproof::golden {
namespace {

using spec::Geometry;
using spec::Op;
using spec::RefusalName;

std::uint16_t half(double value) { return numbers::nearest(numbers::kHalf, value); }

struct RowScales {
  std::uint16_t first = 0;
  std::uint16_t second = 0;
};

constexpr RowScales kPad{0x3c00, 0x3e00};

// An encode of rows of two scales, in whole tiles.
Payload rows_payload(const spec::FormatRow& row, std::vector<RowScales> rows, RowScales pad,
                     Geometry* geometry) {
  while (rows.size() % row.rows != 0) rows.push_back(pad);
  *geometry = {rows.size(), row.columns};
  const std::uint64_t count = geometry->n * geometry->k;
  Payload payload({codes(Trits{"packing"}, count),
                   repeat({std::uint8_t(pad.first), std::uint8_t(pad.first >> 8),
                           std::uint8_t(pad.second), std::uint8_t(pad.second >> 8)},
                          geometry->n)});
  for (std::uint64_t n = 0; n < rows.size(); ++n) {
    if (rows[n].first != pad.first) payload.put(count + 4 * n, le16(rows[n].first));
    if (rows[n].second != pad.second) payload.put(count + 4 * n + 2, le16(rows[n].second));
  }
  return payload;
}

void packs(const Topic& topic, const spec::FormatRow& row, std::vector<RowScales> rows,
           RowScales pad = kPad) {
  Geometry geometry;
  const Payload payload = rows_payload(row, std::move(rows), pad, &geometry);
  topic.prove({Op::encode, &row, geometry, payload.recipe()});
}

// A row at `n` whose scale `second` (or the first) cannot be packed.
void refused(const Topic& topic, const spec::FormatRow& row, std::uint64_t n, RowScales wrong,
             RefusalName name, std::uint64_t count, bool second) {
  std::vector<RowScales> rows(n + 1, kPad);
  rows[n] = wrong;
  Geometry geometry;
  const Payload payload = rows_payload(row, rows, kPad, &geometry);
  const spec::Place place{geometry.n * geometry.k + 4 * n + (second ? 2 : 0), 0, n,
                          second ? 128u : 0u};
  topic.refuse({Op::encode, &row, geometry, payload.recipe()}, refusal(name, count, place));
}

// Second scales that are so many times the first: the ends of int16.
void spread_codes(Collector& to, const spec::FormatRow& row) {
  const Topic fits{to, Level::core, "multipliers that just fit an int16", {"PB16I-7", "PB16I-8"}};
  for (const double step : {32752.0, 32736.0, -32768.0, -32752.0, 16384.0, 1.0, -1.0, 3.0}) {
    std::vector<RowScales> rows;
    for (int e = -24; e <= 0; ++e)
      if (std::fabs(std::ldexp(step, e)) <= 65504)
        rows.push_back({half(std::ldexp(1.0, e)), half(std::ldexp(step, e))});
    packs(fits, row, rows);
  }
  const Topic beyond{
      to, Level::core, "a multiplier of that row would pass int16", {"PB16I-8", "REF-3"}};
  for (const double step : {32768.0, -32800.0, 65504.0})
    for (const int e : {-24, -15, -8, 0})
      for (const std::uint64_t n : {0u, 31u, 40u}) {
        if (std::fabs(std::ldexp(step, e)) > 65504) continue;
        refused(beyond, row, n, {half(std::ldexp(1.0, e)), half(std::ldexp(step, e))},
                RefusalName::ScaleNotRepresentable, 1, true);
        refused(beyond.at(Level::full), row, n,
                {half(std::ldexp(step, e)), half(std::ldexp(1.0, e))},
                RefusalName::ScaleNotRepresentable, 1, false);
      }
}

void wrong_halves(Collector& to, const spec::FormatRow& row) {
  for (const std::uint16_t wrong :
       std::initializer_list<std::uint16_t>{0x8000, 0x7c00, 0xfc00, 0x7c01, 0x7e00, 0xffff})
    for (const std::uint64_t n : {0u, 15u, 31u, 63u})
      for (const bool second : {false, true}) {
        const auto word = static_cast<std::uint16_t>(wrong);
        const bool zero = word == 0x8000;
        const Topic topic{to,
                          Level::core,
                          zero ? "the scale -0 has no integer" : "Inf and NaN have no multiplier",
                          {"PB16I-8", "REF-3"}};
        refused(n == 0 || (n == 63 && second) ? topic : topic.at(Level::full), row, n,
                second ? RowScales{0x3c00, word} : RowScales{word, 0x3c00},
                zero ? RefusalName::ScaleNotRepresentable : RefusalName::NonFiniteScale, 1, second);
      }
  // Infinite and unpackable scales in one tensor: the finite ones' refusal comes second.
  Geometry geometry;
  const Payload both = rows_payload(row, {{0x8000, 0x3c00}, {0x3c00, 0x7c00}}, kPad, &geometry);
  Topic{to, Level::core, "of -0 and Inf, Inf is told first", {"PB16I-8", "REF-2"}}.refuse(
      {Op::encode, &row, geometry, both.recipe()},
      refusal(RefusalName::NonFiniteScale, 1, spec::Place{geometry.n * geometry.k + 6, 0, 1, 128}));
  const Payload zeros =
      rows_payload(row, std::vector<RowScales>(1, {0x8000, 0x8000}), {0x8000, 0x8000}, &geometry);
  Topic{to, Level::core, "every scale -0: more places than are told", {"PB16I-8", "REF-3", "REF-4"}}
      .refuse({Op::encode, &row, geometry, zeros.recipe()},
              refusal(RefusalName::ScaleNotRepresentable, 2 * geometry.n,
                      spec::Place{geometry.n * geometry.k, 0, 0, 0}));
}

void minus_zeros(Collector& to, const spec::FormatRow& row) {
  for (int e = -24; e <= 15; ++e)
    refused({to,
             e % 4 == 0 ? Level::core : Level::full,
             "-0 beside 2^" + std::to_string(e) + " is refused, not made 0",
             {"PB16I-8"}},
            row, 7, {half(std::ldexp(1.0, e)), 0x8000}, RefusalName::ScaleNotRepresentable, 1,
            true);
}

void zero_rows(Collector& to, const spec::FormatRow& row) {
  const Topic topic{to,
                    Level::core,
                    "rows of zeros have e_ref 0, zeros beside others have no say",
                    {"PB16I-7", "PB16I-5"}};
  packs(topic, row, {{0, 0}}, {0, 0});
  packs(topic, row, {{0, 0}, {0x3c00, 0}, {0, 0x0001}, {0, 0xfbff}, {0x0001, 0}});
  packs(topic.saying("subnormals are taken apart as what they are"), row,
        {{0x0001, 0x0002},
         {0x0002, 0x0004},
         {0x8001, 0x03ff},
         {0x0200, 0x0300},
         {0x0010, 0x83f0},
         {0x03ff, 0x0400},
         {0x8200, 0x0600}});
}

// Sixteen neighbouring halves a row, and lone halves beside zeros: all finite ones but -0.
void packed_halves(Collector& to, const spec::FormatRow& row) {
  constexpr std::uint64_t kGroupsARow = 16, kRows = 64, kStep = kGroupsARow * kRows;
  for (std::uint32_t first = 0; first < 65536; first += kStep) {
    // Rows that hold -0, Inf or NaN are refused as a whole.
    if ((first & 0x7fff) == 0 || (first & 0x7fff) >= 0x7c00 - kStep + 1) continue;
    const Geometry geometry{kRows, kGroupsARow * spec::kScaleGroup};
    const Topic topic{to,
                      first % 8192 == 1024 ? Level::core : Level::full,
                      "sixteen neighbouring halves a row",
                      {"PB16I-7"}};
    topic.prove(
        {Op::encode,
         &row,
         geometry,
         {encode_payload(row, geometry, Constant{1}, Rising{static_cast<std::uint16_t>(first)}),
          {}}});
  }
  for (unsigned turn = 0; turn < 16; ++turn) {
    std::vector<RowScales> rows;
    for (unsigned i = 0; i < 32; ++i) {
      const auto word = static_cast<std::uint16_t>(1 + turn * 997 + i * 31);
      if (word < 0x7c00) rows.push_back({word, 0});
    }
    packs({to,
           turn < 8 ? Level::core : Level::full,
           "one half beside a zero in each row",
           {"PB16I-7", "PB16I-5"}},
          row, rows, {0, 0x3c00});
  }
}

}  // namespace

void draft_packing(Collector& to) {
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!row.side_table) continue;
    spread_codes(to, row);
    wrong_halves(to, row);
    minus_zeros(to, row);
    zero_rows(to, row);
    packed_halves(to, row);
  }
}

}  // namespace tritproof::golden
