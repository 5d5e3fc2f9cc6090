// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/layouts.h"
#include "codec/reference/walk.h"

namespace tritproof::reference {
namespace {

struct L {
  static constexpr const spec::FormatRow& row = spec::row_of(spec::Format::q4_k);

  // Q4_K-1: 16 bytes a column, two rows a byte, the even row low.
  template <class Visit>
  static void walk_codes(spec::Layout, Visit visit) {
    for (std::size_t c = 0; c < 256; ++c)
      for (std::size_t pair = 0; pair < 16; ++pair)
        for (unsigned i = 0; i < 2; ++i)
          visit(512 + c * 16 + pair, 4 * i, (pair * 2 + i) * 256 + c);
  }

  // Q4_K-3: the 32 S, then the 32 M: these are what multiplies, not one a group.
  template <class Visit>
  static void walk_scales(spec::Layout, Visit visit) {
    for (std::size_t index = 0; index < 64; ++index) visit(4608 + 2 * index, index);
  }
};

// Q4_K-2, Q4_K-4: S*scale and M*min, each rounded to float before the code comes in.
void scales(UnitBytes unit, spec::Layout, std::span<const std::int32_t>, std::span<float> factor,
            std::span<float> addend) {
  for (std::size_t index = 0; index < 256; ++index) {
    const std::size_t r = index % 32;
    const std::size_t group = r * 8 + index / 32;
    factor[group] = bf16_to_float(load16(unit, 4608 + 2 * r)) * static_cast<float>(unit[index]);
    addend[group] =
        bf16_to_float(load16(unit, 4672 + 2 * r)) * static_cast<float>(unit[256 + index]);
  }
}

constexpr UnitCodec with_two_levels() {
  UnitCodec codec = codec_by_walk<L>();
  codec.scales = scales;
  return codec;
}

}  // namespace

constinit const UnitCodec q4_k_codec = with_two_levels();

}  // namespace tritproof::reference
