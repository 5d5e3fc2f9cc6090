// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/layouts.h"
#include "codec/reference/walk.h"

namespace tritproof::reference {
namespace {

struct L {
  static constexpr const spec::FormatRow& row = spec::row_of(spec::Format::q8);

  // Q8-1: 32 rows a column. Q8-4, the other layout: 16 rows a column, 32 columns a run.
  template <class Visit>
  static void walk_codes(spec::Layout layout, Visit visit) {
    const std::size_t rows = layout == spec::Layout::other ? 16 : 32;
    std::size_t byte = 512;
    for (std::size_t first = 0; first < 32; first += rows)
      for (std::size_t c = 0; c < 256; ++c)
        for (std::size_t r = first; r < first + rows; ++r, ++byte) visit(byte, 0, r * 256 + c);
  }

  // Q8-2: by 32-column block, then row.
  template <class Visit>
  static void walk_scales(spec::Layout, Visit visit) {
    for (std::size_t index = 0; index < 256; ++index) visit(2 * index, index % 32 * 8 + index / 32);
  }
};

}  // namespace

constinit const UnitCodec q8_codec = codec_by_walk<L>();

}  // namespace tritproof::reference
