// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "codec/convert/convert.h"
#include "codec/reference/numbers.h"
#include "codec/reference/unit.h"
#include "codec/reference/walk.h"

namespace tritproof::convert {
namespace {

// CONV-10: one number to bf16, counting whether that changed it.
void store_rounded(float number, std::span<std::uint8_t> tile, std::size_t at, Repacked& out) {
  const std::uint16_t rounded = reference::float_to_bf16(number);
  ++out.numbers;
  if (reference::canonical_word(reference::bf16_to_float(rounded)) !=
      reference::canonical_word(number))
    ++out.changed;
  reference::store16(tile, at, rounded);
}

void repack_tile(reference::InputBytes tile, std::span<std::uint8_t> out_tile, Repacked& out) {
  const reference::UnitCodec& source = reference::codec_of(spec::Format::q4_k);
  std::array<float, reference::kMaxGroups> factor;
  std::array<float, reference::kMaxGroups> addend;
  std::array<std::int8_t, reference::kMaxElements> codes;
  source.codes(tile, spec::Layout::standard, codes);
  source.scales(tile, spec::Layout::standard, {}, factor, addend);
  reference::codec_of(spec::Format::q4_1)
      .visit_scales(spec::Layout::standard, [&](std::uint32_t byte, std::uint32_t group) {
        store_rounded(factor[group], out_tile, byte, out);
        store_rounded(addend[group], out_tile, 512 + byte, out);
      });
  reference::codec_of(spec::Format::q4_1)
      .visit_codes(out_tile, spec::Layout::standard, [&](const reference::CodeAt& at) {
        out_tile[at.byte] =
            static_cast<std::uint8_t>(out_tile[at.byte] | codes[at.element] << at.bit);
      });
}

}  // namespace

spec::Result<Repacked> repack_q4_1(spec::Format source, spec::Geometry geometry,
                                   std::span<const std::uint8_t> tiles) {
  if (source != spec::Format::q4_1 && source != spec::Format::q4_k)
    return reference::refuse(spec::RefusalName::NoSuchConversion, "q4_1 or q4_k",
                             std::string(spec::row_of(source).name) + " to q4_1");
  const auto from = reference::view(source, geometry, spec::Layout::standard, tiles);
  if (!from) return std::unexpected(from.error());
  Repacked out;
  if (source == spec::Format::q4_1) {
    out.tiles.assign(tiles.begin(), tiles.end());
    return out;
  }
  const std::uint32_t bytes = spec::row_of(spec::Format::q4_1).bytes;
  out.tiles.resize(from->grid.units * bytes);
  for (std::uint64_t u = 0; u < from->grid.units; ++u)
    repack_tile(from->unit(u), std::span(out.tiles).subspan(u * bytes, bytes), out);
  return out;
}

}  // namespace tritproof::convert
