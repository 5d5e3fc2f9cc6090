// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/layouts.h"
#include "codec/reference/walk.h"

namespace tritproof::reference {
namespace {

struct L {
  static constexpr const spec::FormatRow& row = spec::row_of(spec::Format::pb16i);

  // PB16I-1: blocks of 16 k x 16 n, n-major; two consecutive n a byte, the even one low.
  template <class Visit>
  static void walk_codes(spec::Layout, Visit visit) {
    std::size_t byte = 0;
    for (std::size_t nb = 0; nb < 2; ++nb)
      for (std::size_t k = 0; k < 256; ++k)
        for (std::size_t pair = 0; pair < 8; ++pair, ++byte)
          for (unsigned i = 0; i < 2; ++i) visit(byte, 4 * i, (nb * 16 + pair * 2 + i) * 256 + k);
  }

  // PB16I-2: for each 16 n, eight runs of 32 k, each with one multiplier an n.
  template <class Visit>
  static void walk_scales(spec::Layout, Visit visit) {
    std::size_t byte = 4096;
    for (std::size_t nb = 0; nb < 2; ++nb)
      for (std::size_t run = 0; run < 8; ++run)
        for (std::size_t n = 0; n < 16; ++n, byte += 2) visit(byte, (nb * 16 + n) * 8 + run);
  }
};

}  // namespace

constinit const UnitCodec pb16i_codec = codec_by_walk<L>();

}  // namespace tritproof::reference
