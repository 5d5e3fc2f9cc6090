// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/layouts.h"
#include "codec/reference/walk.h"

namespace tritproof::reference {
namespace {

struct L {
  static constexpr const spec::FormatRow& row = spec::row_of(spec::Format::q2_0);

  // Q2_0-2: the scale comes first, then four consecutive elements a byte.
  template <class Visit>
  static void walk_codes(spec::Layout, Visit visit) {
    for (std::size_t byte = 0; byte < 16; ++byte)
      for (unsigned i = 0; i < 4; ++i) visit(2 + byte, 2 * i, 4 * byte + i);
  }

  template <class Visit>
  static void walk_scales(spec::Layout, Visit visit) {
    visit(0, 0);
  }
};

}  // namespace

constinit const UnitCodec q2_0_codec = codec_by_walk<L>();

}  // namespace tritproof::reference
