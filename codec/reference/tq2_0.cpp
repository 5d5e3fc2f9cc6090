// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/layouts.h"
#include "codec/reference/walk.h"

namespace tritproof::reference {
namespace {

struct L {
  static constexpr const spec::FormatRow& row = spec::row_of(spec::Format::tq2_0);

  // TQ2_0-1: the four codes of a byte are 32 elements apart; 32 bytes hold 128 elements.
  template <class Visit>
  static void walk_codes(spec::Layout, Visit visit) {
    for (std::size_t byte = 0; byte < 64; ++byte)
      for (unsigned i = 0; i < 4; ++i) visit(byte, 2 * i, byte / 32 * 128 + i * 32 + byte % 32);
  }

  template <class Visit>
  static void walk_scales(spec::Layout, Visit visit) {
    visit(64, 0);
  }
};

}  // namespace

constinit const UnitCodec tq2_0_codec = codec_by_walk<L>();

}  // namespace tritproof::reference
