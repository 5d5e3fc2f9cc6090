// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/layouts.h"
#include "codec/reference/walk.h"

namespace tritproof::reference {
namespace {

struct L {
  static constexpr const spec::FormatRow& row = spec::row_of(spec::Format::ptq1_0);

  // PTQ1_0-1: digit n of a run of bytes holds consecutive elements.
  template <class Visit>
  static void walk_codes(spec::Layout, Visit visit) {
    for (std::size_t byte = 0; byte < 16; ++byte)
      for (unsigned n = 0; n < 5; ++n) visit(byte, n, n * 16 + byte);
    for (std::size_t byte = 0; byte < 8; ++byte)
      for (unsigned n = 0; n < 5; ++n) visit(16 + byte, n, 80 + n * 8 + byte);
    for (std::size_t byte = 0; byte < 2; ++byte)
      for (unsigned n = 0; n < 4; ++n) visit(24 + byte, n, 120 + n * 2 + byte);
  }

  template <class Visit>
  static void walk_scales(spec::Layout, Visit visit) {
    visit(26, 0);
  }
};

}  // namespace

constinit const UnitCodec ptq1_0_codec = codec_by_walk<L>();

}  // namespace tritproof::reference
