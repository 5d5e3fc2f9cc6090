// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/layouts.h"
#include "codec/reference/walk.h"

namespace tritproof::reference {
namespace {

// Q4_1-2: scales and zeros by 32-column block, then row; the other layout by row first (Q4_1-4).
constexpr std::size_t group_of(spec::Layout layout, std::size_t index) {
  if (layout == spec::Layout::other) return index;
  return index % 32 * 8 + index / 32;
}

struct L {
  static constexpr const spec::FormatRow& row = spec::row_of(spec::Format::q4_1);

  static constexpr spec::FieldKind other_kind = spec::FieldKind::int4;

  // Q4_1-1: 16 rows of one 32-column block are 256 bytes; eight bytes a column, even row low.
  template <class Visit>
  static void walk_codes(spec::Layout, Visit visit) {
    std::size_t byte = 1024;
    for (std::size_t half = 0; half < 2; ++half)
      for (std::size_t c = 0; c < 256; ++c)
        for (std::size_t pair = 0; pair < 8; ++pair, ++byte)
          for (unsigned i = 0; i < 2; ++i) visit(byte, 4 * i, (half * 16 + pair * 2 + i) * 256 + c);
  }

  template <class Visit>
  static void walk_scales(spec::Layout layout, Visit visit) {
    for (std::size_t index = 0; index < 256; ++index) visit(2 * index, group_of(layout, index));
  }
};

void scales(UnitBytes unit, spec::Layout layout, std::span<const std::int32_t>,
            std::span<float> factor, std::span<float> addend) {
  for (std::size_t index = 0; index < 256; ++index) {
    const std::size_t group = group_of(layout, index);
    factor[group] = bf16_to_float(load16(unit, 2 * index));
    addend[group] = bf16_to_float(load16(unit, 512 + 2 * index));
  }
}

constexpr UnitCodec with_zero_points() {
  UnitCodec codec = codec_by_walk<L>();
  codec.scales = scales;
  return codec;
}

}  // namespace

constinit const UnitCodec q4_1_codec = with_zero_points();

}  // namespace tritproof::reference
