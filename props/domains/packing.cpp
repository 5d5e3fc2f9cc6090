// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <vector>

#include "codec/reference/numbers.h"
#include "props/domains/asker.h"
#include "props/domains/domains.h"
#include "props/domains/payloads.h"

/// The packing rule of t2s and pb16i (PB16I-7, PB16I-8) at its edges.
namespace tritproof::props {
namespace {

bool is_packed(spec::Format format) { return spec::row_of(format).side_table; }

struct Row {
  std::uint16_t first = 0;
  std::uint16_t second = 0;
};

std::uint16_t half(float value) { return reference::float_to_half(value); }

// Rows whose second scale is `steps` times the first: at the ends of int16 and one half beyond.
std::vector<Row> spreads(std::initializer_list<float> steps) {
  std::vector<Row> rows;
  for (int e = -24; e <= 0; ++e) {
    const float least = reference::scale_by_power(1, e);
    for (const float step : steps) {
      const float scale = least * step;
      if (scale <= 65504 && scale >= -65504) rows.push_back({half(least), half(scale)});
    }
  }
  return rows;
}

// `pad` follows until the rows are whole tiles.
void ask_rows(Asker& asker, const spec::FormatRow& row, const std::string& why,
              std::vector<Row> rows, Row pad = {0x3c00, 0x3e00}) {
  while (rows.size() % row.rows != 0) rows.push_back(pad);
  const spec::Geometry geometry{rows.size(), row.columns};
  asker.ask(why, spec::Op::encode, geometry,
            encode_payload(row, geometry, scattered_codes(geometry),
                           [&](std::uint64_t n, std::uint64_t group) {
                             return group == 0 ? rows[n].first : rows[n].second;
                           }));
}

void one_wrong_row(Asker& asker, const spec::FormatRow& row, const std::string& why, Row wrong) {
  ask_rows(asker, row, why + ", first", {wrong});
  std::vector<Row> rows(2 * row.rows, Row{0x3c00, 0x4200});
  rows.back() = wrong;
  ask_rows(asker, row, why + ", last", rows);
}

void edges(Asker& asker, const spec::FormatRow& row) {
  ask_rows(asker, row, "multipliers that just fit",
           spreads({32752, 32736, -32768, -32752, 1, -1, 3}));
  for (const float step : {32768.0f, -32800.0f, 65504.0f})
    ask_rows(asker, row, "multipliers beyond int16", spreads({step}));
  for (const Row one : spreads({32768, -32800})) one_wrong_row(asker, row, "one beyond", one);
  ask_rows(asker, row, "all zero", {}, {0, 0});
  ask_rows(asker, row, "all zero rows among others", {{0, 0}, {0x3c00, 0}, {0, 0x0001}});
  ask_rows(
      asker, row, "subnormals only",
      {{0x0001, 0x0002}, {0x0002, 0x0004}, {0x8001, 0x03ff}, {0x0200, 0x0300}, {0x0010, 0x83f0}});
  constexpr std::array<std::uint16_t, 6> wrong_halves{0x8000, 0x7c00, 0xfc00,
                                                      0x7c01, 0x7e00, 0xffff};
  for (const std::uint16_t wrong : wrong_halves) {
    one_wrong_row(asker, row, "scale " + std::to_string(wrong), {wrong, 0x3c00});
    one_wrong_row(asker, row, "second scale " + std::to_string(wrong), {0x3c00, wrong});
  }
  ask_rows(asker, row, "more wrong scales than places", {}, {0x8000, 0x8000});
  ask_rows(asker, row, "wrong scales of two kinds", {{0x8000, 0x3c00}, {0x3c00, 0x7c00}});
}

// Sixteen neighbouring halves a row: all finite ones but -0, which no multiplier can be.
void every_half(Asker& asker, const spec::FormatRow& row) {
  constexpr std::uint64_t groups = 16, rows = 128;
  const spec::Geometry geometry{rows, groups * spec::kScaleGroup};
  const std::vector<std::int8_t> codes = scattered_codes(geometry);
  for (std::uint32_t first = 0; first < 65536 && asker.open(); first += rows * groups)
    asker.ask("halves from " + std::to_string(first), spec::Op::encode, geometry,
              encode_payload(row, geometry, codes, [first](std::uint64_t n, std::uint64_t group) {
                const auto pattern = static_cast<std::uint16_t>(first + n * groups + group);
                const bool good = reference::half_is_finite(pattern) && pattern != 0x8000;
                return good ? pattern : std::uint16_t{0};
              }));
}

// Each with nothing but zeros beside it.
void lone_halves(Asker& asker, const spec::FormatRow& row, std::uint32_t step) {
  std::vector<Row> rows;
  for (std::uint32_t p = 1; p < 65536 && asker.open(); p += step) {
    const auto pattern = static_cast<std::uint16_t>(p);
    if (reference::half_is_finite(pattern) && pattern != 0x8000) rows.push_back({pattern, 0});
    if (rows.size() < 1024) continue;
    ask_rows(asker, row, "lone halves up to " + std::to_string(p), rows);
    rows.clear();
  }
  ask_rows(asker, row, "the last lone halves", rows);
}

void enumerate(spec::Format format, Level level, std::uint64_t, const laws::Take& take) {
  Asker asker(format, take);
  const spec::FormatRow& row = spec::row_of(format);
  edges(asker, row);
  if (level == Level::smoke) return;
  every_half(asker, row);
  lone_halves(asker, row, level == Level::core ? 61 : 1);
}

}  // namespace

const Domain kPackingDomain{"packing", "f16 scales into multipliers: spreads, zeros, subnormals",
                            is_packed, enumerate};

}  // namespace tritproof::props
