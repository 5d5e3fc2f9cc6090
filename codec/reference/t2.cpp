// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/layouts.h"
#include "codec/reference/walk.h"

namespace tritproof::reference {
namespace {

struct L {
  static constexpr const spec::FormatRow& row = spec::row_of(spec::Format::t2);

  // T2-1: a row is 64 bytes of four consecutive columns, so bytes follow the elements.
  template <class Visit>
  static void walk_codes(spec::Layout, Visit visit) {
    for (std::size_t byte = 0; byte < 2048; ++byte)
      for (unsigned i = 0; i < 4; ++i) visit(byte, 2 * i, 4 * byte + i);
  }

  // T2-4: two scales a row, row by row.
  template <class Visit>
  static void walk_scales(spec::Layout, Visit visit) {
    for (std::size_t group = 0; group < 64; ++group) visit(2048 + 2 * group, group);
  }
};

}  // namespace

constinit const UnitCodec t2_codec = codec_by_walk<L>();

}  // namespace tritproof::reference
