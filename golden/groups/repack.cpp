// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/rows.h"
#include "golden/groups/topic.h"

namespace tritproof::golden {
namespace {

using spec::Format;
using spec::Geometry;

Tensor tensor(const spec::FormatRow& row, Geometry geometry, const Fill& fill) {
  return {&row, geometry, {filled(row, geometry, fill), {}}};
}

void repack_grids(Collector& to, const spec::FormatRow& row) {
  for (std::uint64_t down = 1; down <= 3; ++down)
    for (std::uint64_t across = 1; across <= 3; ++across)
      for (const char* name : {"bf16-ordinary", "bf16-positive"}) {
        const std::string seed = "repack/" + std::to_string(3 * down + across);
        const Topic topic{to,
                          down * across == 1 ? Level::smoke : Level::core,
                          "chunks of " + std::string(row.name) + " as q4_1, " +
                              std::to_string(down) + " x " + std::to_string(across),
                          {"CONV-10", "T2-5", "CONV-12"}};
        topic.prove(conversion(tensor(row, grid(row, down, across), {seed, table(name, "")}),
                               Format::q4_1));
      }
}

// Products that need nine bits or more: ties to even, carries, the way to infinity.
void roundings(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::q4_k);
  constexpr std::uint16_t kNumbers[] = {0x3f81, 0x3fff, 0x3fd5, 0xbf81, 0x0001, 0x0080,
                                        0x007f, 0x7f7f, 0xff7f, 0x7f00, 0x7f80, 0xff80,
                                        0x7fc1, 0x0000, 0x8000, 0x7b80};
  for (const std::uint16_t number : kNumbers)
    for (const std::uint8_t level : std::initializer_list<std::uint8_t>{1, 3, 171, 255}) {
      Fill fill{"rounding", same16(number)};
      fill.levels = tiled({level});
      const Topic topic{to,
                        number == 0x3f81 && level == 3 ? Level::smoke : Level::core,
                        "S and M times " + std::to_string(level) + " rounded to bf16",
                        {"CONV-10", "HALF-4"}};
      topic.prove(conversion(tensor(row, grid(row), fill), Format::q4_1));
    }
  // Every byte scale and minimum under neighbouring numbers.
  for (unsigned turn = 0; turn < 64; ++turn) {
    const std::string seed = "every level/" + std::to_string(turn);
    Fill fill{seed, Rising{static_cast<std::uint16_t>(0x3f80 + 32 * turn)}};
    fill.added = Rising{static_cast<std::uint16_t>(0xbf80 + 32 * turn)};
    fill.levels = [turn](const spec::Field& field) {
      return words(Rising{static_cast<std::uint16_t>(0x0100 + 0x0202 * turn)}, field.bytes / 2);
    };
    const Topic topic{to,
                      turn < 8 ? Level::core : Level::full,
                      "byte scales in turn under 32 numbers in a row",
                      {"CONV-10", "HALF-4"}};
    topic.prove(conversion(tensor(row, grid(row), fill), Format::q4_1));
  }
}

// Every number of q4_k's S and M, and a copy of every scale of q4_1.
void every_number(Collector& to) {
  for (std::uint32_t first = 0; first < 65536; first += 1024) {
    const auto from = static_cast<std::uint16_t>(first);
    Fill fill{"numbers/" + std::to_string(first), Rising{from}};
    fill.added = Rising{static_cast<std::uint16_t>(first + 0x8000)};
    const Topic topic{to, Level::full, "1,024 numbers in a row", {"CONV-10", "HALF-4"}};
    const spec::FormatRow &q4_k = spec::row_of(Format::q4_k), &q4_1 = spec::row_of(Format::q4_1);
    topic.prove(conversion(tensor(q4_k, grid(q4_k, 8, 4), fill), Format::q4_1));
    topic.prove(conversion(tensor(q4_1, grid(q4_1, 2, 2), fill), Format::q4_1));
  }
}

// A copy keeps every bit, NaN payloads too.
void copies(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::q4_1);
  for (const char* name : {"bf16-edges", "bf16-subnormal", "bf16-ordinary"})
    for (unsigned turn = 0; turn < 8; ++turn) {
      const Topic topic{to,
                        turn < 2 ? Level::core : Level::full,
                        "a q4_1 tensor is copied as it is, scales of " + std::string(name),
                        {"CONV-10"}};
      topic.prove(conversion(tensor(row, grid(row, 1 + turn % 2, 1 + turn / 4),
                                    {"copy/" + std::to_string(turn), table(name, "")}),
                             Format::q4_1));
    }
}

// One code, one byte scale, one number: where it comes out.
void single(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::q4_k);
  for (const std::uint64_t n : {0u, 1u, 15u, 16u, 31u})
    for (const std::uint64_t k : {0u, 1u, 31u, 32u, 128u, 255u}) {
      Fill fill{"single", same16(0x3f80), all_codes(0)};
      fill.levels = tiled({0x01});
      Sketch sketch(row, grid(row), filled(row, grid(row), fill));
      sketch.code(n, k, 15).scale(n, k, 0x4080);
      sketch.put(32 * (k / 32) + n, 7);        // Q4_K-2: its byte scale
      sketch.put(256 + 32 * (k / 32) + n, 9);  // and minimum
      sketch.put(4672 + 2 * n, le16(0xc000));  // Q4_K-3: M
      const Topic topic{to,
                        Level::core,
                        "one code, byte scale and minimum, row " + std::to_string(n) + ", column " +
                            std::to_string(k),
                        {"CONV-10", "Q4_K-1", "Q4_K-2", "Q4_K-3", "Q4_1-1", "Q4_1-2"}};
      topic.prove(conversion(tensor_of(sketch), Format::q4_1));
      decode(topic.holding({"Q4_K-1", "Q4_K-2", "Q4_K-3"}), tensor_of(sketch));
    }
}

}  // namespace

void draft_repack(Collector& to) {
  for (const Format format : {Format::q4_k, Format::q4_1}) repack_grids(to, spec::row_of(format));
  roundings(to);
  every_number(to);
  copies(to);
  single(to);
}

}  // namespace tritproof::golden
