// SPDX-License-Identifier: Apache-2.0
#include "codec/convert/floats.h"

#include <bit>

#include "codec/reference/numbers.h"
#include "codec/reference/refuse.h"
#include "codec/reference/unit.h"

namespace tritproof::convert {

container::Loaded<FloatReader> FloatReader::open(const StoredTensor& tensor) {
  const auto grid = reference::grid_of(tensor.format, tensor.geometry);
  if (!grid) return std::unexpected(grid.error());
  return FloatReader(tensor, *grid);
}

container::Loaded<void> FloatReader::read(const Region& region) {
  if (auto done = reader_.load(region); !done) return std::unexpected(done.error());
  if (auto fits = check_exponents(region); !fits) return std::unexpected(fits.error());
  const spec::FormatRow& row = reader_.row();
  floats_.resize(region.rows * region.columns);
  for (std::uint64_t i = 0; i < reader_.down(); ++i)
    for (std::uint64_t j = 0; j < reader_.across(); ++j) {
      const reference::InputBytes unit = reader_.unit(i, j);
      reference::decode_unit(row, unit, reader_.tensor().layout, reader_.exponents(i),
                             &floats_[i * row.rows * region.columns + j * row.columns],
                             region.columns);
      reference::count_unit(row, unit, reader_.tensor().layout, reader_.exponents(i), counts_);
    }
  return {};
}

spec::Result<void> FloatReader::check_exponents(const Region& region) {
  const spec::FormatRow& row = reader_.row();
  if (!row.side_table) return {};
  std::array<std::uint16_t, reference::kMaxGroups> patterns;
  const std::uint64_t groups_a_row = row.columns / row.group;
  for (std::uint64_t i = 0; i < reader_.down(); ++i)
    for (std::uint64_t j = 0; j < reader_.across(); ++j) {
      reference::codec_of(row.id).patterns(reader_.unit(i, j), reader_.tensor().layout,
                                           std::span(patterns).first(row.groups()));
      for (std::uint64_t g = 0; g < row.groups(); ++g) {
        const std::int32_t exponent = reader_.exponents(i)[g / groups_a_row];
        if (reference::power_scale_is_exact(std::bit_cast<std::int16_t>(patterns[g]), exponent))
          continue;
        const std::uint64_t n = region.n + i * row.rows + g / groups_a_row;
        return std::unexpected(spec::Refusal{spec::RefusalName::SideTable,
                                             1,
                                             {{reader_.grid().unit_bytes + 4 * n, 0, n, 0}},
                                             {},
                                             "an e_ref under which every scale is exactly a float",
                                             "e_ref " + std::to_string(exponent)});
      }
    }
  return {};
}

}  // namespace tritproof::convert
