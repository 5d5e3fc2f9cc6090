// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/refuse.h"
#include "codec/reference/tensor.h"

namespace tritproof::reference {
namespace {

// T2S-4: f(v) = v - 1 modulo 16, for the two codes in the low four bits.
constexpr std::uint8_t expand_pair(unsigned four_bits) {
  const unsigned low = (four_bits & 3) + 15;
  const unsigned high = ((four_bits >> 2) & 3) + 15;
  return static_cast<std::uint8_t>((low & 15) | (high & 15) << 4);
}

}  // namespace

spec::Result<Bytes> expand(spec::Geometry geometry, InputBytes tiles) {
  const spec::FormatRow& row = spec::row_of(spec::Format::t2s);
  const auto grid = grid_of(row.id, geometry);
  if (!grid) return std::unexpected(grid.error());
  if (tiles.size() != grid->unit_bytes) return refuse_size(grid->unit_bytes, tiles.size());
  const TensorView tensor{&row, spec::Layout::standard, geometry, *grid, tiles, {}};
  if (auto clean = refuse_reserved(tensor, 0); !clean) return std::unexpected(clean.error());

  const std::uint32_t code_bytes = row.fields[0].bytes;
  Bytes out(grid->units * code_bytes * 2);
  std::size_t at = 0;
  for (std::uint64_t u = 0; u < grid->units; ++u)
    for (const std::uint8_t byte : tensor.unit(u).first(code_bytes)) {
      out[at++] = expand_pair(byte & 15u);
      out[at++] = expand_pair(byte >> 4);
    }
  return out;
}

}  // namespace tritproof::reference
