// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/layouts.h"
#include "codec/reference/walk.h"

namespace tritproof::reference {
namespace {

struct L {
  static constexpr const spec::FormatRow& row = spec::row_of(spec::Format::t2s);

  // T2S-1: blocks of 16 k x 16 n, n-major; four consecutive n a byte.
  template <class Visit>
  static void walk_codes(spec::Layout, Visit visit) {
    std::size_t byte = 0;
    for (std::size_t nb = 0; nb < 2; ++nb)
      for (std::size_t k = 0; k < 256; ++k)
        for (std::size_t quad = 0; quad < 4; ++quad, ++byte)
          for (unsigned i = 0; i < 4; ++i) visit(byte, 2 * i, (nb * 16 + quad * 4 + i) * 256 + k);
  }

  // T2S-2: for each 16 n, the first 128 k of all of them, then the second.
  template <class Visit>
  static void walk_scales(spec::Layout, Visit visit) {
    std::size_t byte = 2048;
    for (std::size_t nb = 0; nb < 2; ++nb)
      for (std::size_t gb = 0; gb < 2; ++gb)
        for (std::size_t n = 0; n < 16; ++n, byte += 2) visit(byte, (nb * 16 + n) * 2 + gb);
  }
};

}  // namespace

constinit const UnitCodec t2s_codec = codec_by_walk<L>();

}  // namespace tritproof::reference
