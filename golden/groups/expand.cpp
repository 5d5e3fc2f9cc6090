// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/replay.h"
#include "golden/groups/rows.h"

namespace tritproof::golden {
namespace {

using spec::Format;
using spec::Geometry;
using spec::Op;
using spec::RefusalName;

const spec::FormatRow& kStream = spec::row_of(Format::t2s);

// The byte that holds the 2-bit digits of a number.
std::uint8_t legal_byte(unsigned number) {
  unsigned byte = 0;
  for (unsigned i = 0; i < 4; ++i, number /= 3) byte |= number % 3 << (2 * i);
  return static_cast<std::uint8_t>(byte);
}

Ask expansion(Geometry geometry, Recipe input) {
  return {Op::expand, &kStream, geometry, std::move(input)};
}

// Each legal byte at each place: byte p of tile v holds legal byte v + p, 81 tiles in turn.
void every_byte(Collector& to) {
  for (unsigned from = 0; from < 81; ++from) {
    Bytes period;
    for (unsigned i = 0; i < 128; ++i) period.push_back(legal_byte((from + i) % 81));
    const Topic topic{to,
                      from % 16 == 0 ? Level::core : Level::full,
                      "128 legal bytes in turn from number " + std::to_string(from),
                      {"T2S-4", "T2S-5"}};
    topic.agree(expansion({32, 256}, {{repeat(period, 16), repeat({0x00}, 128)}, {}}));
  }
}

// One pattern 3 anywhere; every place of the tile at the full level.
void one_reserved(Collector& to) {
  const Geometry geometry{64, 512};
  const Sketch clean(kStream, geometry, stream_or_image_tiles(kStream, geometry, "expand"));
  for (std::uint64_t n = 0; n < 32; ++n)
    for (std::uint64_t k = 0; k < 256; k += 51) {
      const std::uint64_t tile = (n + k) % 4;
      const std::uint64_t row = tile / 2 * 32 + n, column = tile % 2 * 256 + k;
      Sketch sketch = clean;
      sketch.code(row, column, 3);
      const bool core = (n % 5 == 0 || n == 31) && (k % 102 == 0);
      const Topic topic{to,
                        core ? Level::core : Level::full,
                        "a reserved code is refused where it stands",
                        {"T2S-3", "T2S-1", "REF-3"}};
      topic.refuse(expansion(geometry, sketch.recipe()),
                   refusal(RefusalName::ReservedCode, 1, sketch.code_place(row, column)));
    }
}

// Several at once, of which the lowest byte is told, whatever its row.
void several(Collector& to) {
  const Geometry geometry{64, 512};
  const Sketch clean(kStream, geometry, stream_or_image_tiles(kStream, geometry, "expand"));
  struct Spot {
    std::uint64_t n, k;
  };
  const std::vector<Spot> spots[] = {{{0, 1}, {1, 0}},         {{63, 0}, {0, 511}},
                                     {{16, 0}, {15, 255}},     {{31, 255}, {32, 0}},
                                     {{3, 7}, {2, 7}, {1, 7}}, {{0, 256}, {31, 255}}};
  const std::size_t firsts[] = {1, 1, 1, 0, 2, 1};
  for (std::size_t i = 0; i < std::size(spots); ++i) {
    Sketch sketch = clean;
    for (const Spot spot : spots[i]) sketch.code(spot.n, spot.k, 3);
    const Spot first = spots[i][firsts[i]];
    const ExpectedRefusal due =
        refusal(RefusalName::ReservedCode, spots[i].size(), sketch.code_place(first.n, first.k));
    const Topic topic{to,
                      Level::core,
                      "the first place is the lowest byte, then the lowest bit",
                      {"T2S-3", "REF-3", "REF-4"}};
    topic.refuse(expansion(geometry, sketch.recipe()), due);
    Recipe whole = sketch.recipe();
    whole.parts.push_back(repeat({0x00}, 4 * geometry.n));
    topic.refuse({Op::decode, &kStream, geometry, whole}, due);
  }
}

// Expansion and the image of the same codes: what expand answers are the image's code bytes.
void images(Collector& to) {
  for (unsigned turn = 0; turn < 16; ++turn) {
    const std::string seed = "image/" + std::to_string(turn);
    const Geometry geometry = grid(kStream, 1 + turn % 3, 1 + turn / 4);
    const Topic topic{to,
                      turn == 0  ? Level::smoke
                      : turn < 6 ? Level::core
                                 : Level::full,
                      "mixed legal codes",
                      {"T2S-4", "T2S-5", "T2-5"}};
    topic.agree(expansion(geometry, {stream_or_image_tiles(kStream, geometry, seed), {}}));
  }
}

}  // namespace

void draft_expand(Collector& to) {
  every_byte(to);
  one_reserved(to);
  several(to);
  images(to);
}

}  // namespace tritproof::golden
