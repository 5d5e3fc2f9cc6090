// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/tensor.h"

#include <bit>
#include <limits>
#include <string>

#include "codec/reference/ledger.h"
#include "codec/reference/numbers.h"
#include "codec/reference/refuse.h"
#include "codec/reference/unit.h"

namespace tritproof::reference {

using spec::RefusalName;

spec::Result<void> check_geometry(spec::Format format, spec::Geometry geometry) {
  const spec::FormatRow& row = spec::row_of(format);
  const auto [n, k] = geometry;
  if (n != 0 && k != 0 && n % row.rows == 0 && k % row.columns == 0) return {};
  return refuse(RefusalName::Geometry,
                "N a multiple of " + std::to_string(row.rows) + ", K of " +
                    std::to_string(row.columns) + ", neither 0",
                "N=" + std::to_string(n) + " K=" + std::to_string(k));
}

spec::Result<Grid> grid_of(spec::Format format, spec::Geometry geometry) {
  if (auto whole = check_geometry(format, geometry); !whole) return std::unexpected(whole.error());
  const spec::FormatRow& row = spec::row_of(format);
  const auto [n, k] = geometry;
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  Grid grid;
  grid.units_a_row = k / row.columns;
  const std::uint64_t unit_rows = n / row.rows;
  // The weights must be countable too: an answer holds four bytes for each.
  if (n > most / 8 / k || unit_rows > (most / 2) / row.bytes / grid.units_a_row)
    return refuse(RefusalName::Size, "a byte count below 2^64", "N x K overflows it");
  grid.units = unit_rows * grid.units_a_row;
  grid.unit_bytes = grid.units * row.bytes;
  grid.ref_bytes = row.side_table ? 4 * n : 0;
  return grid;
}

spec::Result<TensorView> view(spec::Format format, spec::Geometry geometry, spec::Layout layout,
                              InputBytes input) {
  const spec::FormatRow& row = spec::row_of(format);
  if (layout == spec::Layout::other && !row.second_layout)
    return refuse(RefusalName::NoSuchConversion, "one layout", "another layout asked for");
  const auto grid = grid_of(format, geometry);
  if (!grid) return std::unexpected(grid.error());
  const std::uint64_t needed = grid->unit_bytes + grid->ref_bytes;
  if (input.size() != needed) return refuse_size(needed, input.size());

  TensorView tensor{&row, layout, geometry, *grid, input.first(grid->unit_bytes), {}};
  if (!row.side_table) return tensor;
  tensor.exponents.resize(geometry.n);
  for (std::uint64_t n = 0; n < geometry.n; ++n)
    tensor.exponents[n] = std::bit_cast<std::int32_t>(load32(input, grid->unit_bytes + 4 * n));
  if (auto fits = check_side_table(tensor); !fits) return std::unexpected(fits.error());
  return tensor;
}

void decode_unit(const spec::FormatRow& row, InputBytes unit, spec::Layout layout,
                 std::span<const std::int32_t> exponents, float* out, std::uint64_t stride) {
  std::array<std::int8_t, kMaxElements> codes;
  std::array<float, kMaxGroups> factor;
  std::array<float, kMaxGroups> addend;
  const UnitCodec& codec = codec_of(row.id);
  codec.codes(unit, layout, std::span(codes).first(row.elements()));
  codec.scales(unit, layout, exponents, std::span(factor).first(row.groups()),
               std::span(addend).first(row.groups()));
  const bool adds = row.id == spec::Format::q4_1 || row.id == spec::Format::q4_k;
  std::size_t element = 0;
  for (std::uint32_t r = 0; r < row.rows; ++r)
    for (std::uint32_t c = 0; c < row.columns; ++c, ++element) {
      const std::size_t group = element / row.group;
      const float product = static_cast<float>(codes[element]) * factor[group];  // HALF-5
      const bool reserved = row.code3 == spec::Code3::reserved && codes[element] == 2;
      // T2-3: a corrupt byte must not become a weight that no converter wrote. Q4_1-3: two
      // roundings.
      out[r * stride + c] = reserved ? 0.0f : adds ? product + addend[group] : product;
    }
}

spec::Result<std::vector<float>> decode(spec::Format format, spec::Geometry geometry,
                                        spec::Layout layout, InputBytes input) {
  const auto tensor = view(format, geometry, layout, input);
  if (!tensor) return std::unexpected(tensor.error());
  if (format == spec::Format::t2s)  // T2S-3
    if (auto clean = refuse_reserved(*tensor, 0); !clean) return std::unexpected(clean.error());
  std::vector<float> out(geometry.n * geometry.k);
  for (std::uint64_t u = 0; u < tensor->grid.units; ++u) {
    const auto [n, k] = tensor->grid.origin(*tensor->row, u);
    decode_unit(*tensor->row, tensor->unit(u), layout, tensor->exponents_of(u),
                &out[n * geometry.k + k], geometry.k);
  }
  return out;
}

}  // namespace tritproof::reference
