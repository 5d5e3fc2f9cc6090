// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/layouts.h"
#include "codec/reference/walk.h"

namespace tritproof::reference {
namespace {

struct L {
  static constexpr const spec::FormatRow& row = spec::row_of(spec::Format::tq1_0);

  // TQ1_0-1: digit n of a run of bytes holds consecutive elements.
  template <class Visit>
  static void walk_codes(spec::Layout, Visit visit) {
    for (std::size_t byte = 0; byte < 32; ++byte)
      for (unsigned n = 0; n < 5; ++n) visit(byte, n, n * 32 + byte);
    for (std::size_t byte = 0; byte < 16; ++byte)
      for (unsigned n = 0; n < 5; ++n) visit(32 + byte, n, 160 + n * 16 + byte);
    for (std::size_t byte = 0; byte < 4; ++byte)
      for (unsigned n = 0; n < 4; ++n) visit(48 + byte, n, 240 + n * 4 + byte);
  }

  template <class Visit>
  static void walk_scales(spec::Layout, Visit visit) {
    visit(52, 0);
  }
};

}  // namespace

constinit const UnitCodec tq1_0_codec = codec_by_walk<L>();

}  // namespace tritproof::reference
