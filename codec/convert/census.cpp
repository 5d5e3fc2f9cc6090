// SPDX-License-Identifier: Apache-2.0
#include "codec/convert/census.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "codec/reference/numbers.h"
#include "codec/reference/refuse.h"
#include "codec/reference/unit.h"

namespace tritproof::convert {
namespace {

bool is_half(float scale) {
  return reference::canonical_word(reference::half_to_float(reference::float_to_half(scale))) ==
         reference::canonical_word(scale);
}

void count_scale(float scale, std::uint64_t n, std::uint64_t k, Census& census) {
  ++census.scales;
  census.negative += std::signbit(scale) ? 1 : 0;
  census.f16_exact += is_half(scale) ? 1 : 0;
  const float stored = reference::bf16_to_float(reference::float_to_bf16(scale));
  if (reference::canonical_word(stored) == reference::canonical_word(scale)) ++census.bf16_exact;
  if (!std::isfinite(scale) || scale == 0.0f) return;
  const double exact = scale;
  const double error = std::fabs((static_cast<double>(stored) - exact) / exact);
  if (!(error > census.worst_bf16_error)) return;
  census.worst_bf16_error = error;
  census.worst_n = n;
  census.worst_k = k;
}

// One row of a region: a scale for each 128 k, from the stored ones inside it.
void count_row(const spec::FormatRow& row, std::span<const float> factors, std::uint64_t n,
               std::uint64_t k, Census& census) {
  const std::uint32_t many = std::max<std::uint32_t>(1, spec::kScaleGroup / row.group);
  for (std::size_t g = 0; g < factors.size(); g += many) {
    const auto group = factors.subspan(g, std::min<std::size_t>(many, factors.size() - g));
    const auto first = std::bit_cast<std::uint32_t>(group.front());
    census.shared += std::ranges::all_of(
        group, [first](float scale) { return std::bit_cast<std::uint32_t>(scale) == first; });
    count_scale(group.front(), n, k + g * row.group, census);
  }
}

// The factors of a region's rows, one a stored group.
std::vector<float> factors_of(const UnitReader& reader, const Region& region) {
  const spec::FormatRow& row = reader.row();
  const std::uint64_t in_unit = row.columns / row.group;
  const std::uint64_t in_row = region.columns / row.group;
  std::array<float, reference::kMaxGroups> factor;
  std::array<float, reference::kMaxGroups> addend;
  std::vector<float> out(region.rows * in_row);
  for (std::uint64_t i = 0; i < reader.down(); ++i)
    for (std::uint64_t j = 0; j < reader.across(); ++j) {
      reference::codec_of(row.id).scales(reader.unit(i, j), reader.tensor().layout,
                                         reader.exponents(i), std::span(factor).first(row.groups()),
                                         std::span(addend).first(row.groups()));
      for (std::uint64_t r = 0; r < row.rows; ++r)
        std::copy_n(&factor[r * in_unit], in_unit, &out[(i * row.rows + r) * in_row + j * in_unit]);
    }
  return out;
}

void count_unit_codes(const spec::FormatRow& row, reference::InputBytes unit, spec::Layout layout,
                      Census& census) {
  std::array<std::int8_t, reference::kMaxElements> codes;
  const auto used = std::span(codes).first(row.elements());
  reference::codec_of(row.id).codes(unit, layout, used);
  for (const std::int8_t code : used) ++census.codes[static_cast<std::size_t>(code + 128)];
  census.weights += row.elements();
}

void count_region(const UnitReader& reader, const Region& region, Census& census) {
  const spec::FormatRow& row = reader.row();
  for (std::uint64_t i = 0; i < reader.down(); ++i)
    for (std::uint64_t j = 0; j < reader.across(); ++j) {
      const reference::InputBytes unit = reader.unit(i, j);
      count_unit_codes(row, unit, reader.tensor().layout, census);
      reference::count_unit(row, unit, reader.tensor().layout, reader.exponents(i), census.counts);
    }
  const std::vector<float> factors = factors_of(reader, region);
  const std::uint64_t in_row = region.columns / row.group;
  for (std::uint64_t r = 0; r < region.rows; ++r)
    count_row(row, std::span(factors).subspan(r * in_row, in_row), region.n + r, region.k, census);
}

}  // namespace

container::Loaded<Census> take_census(const StoredTensor& tensor) {
  const auto grid = reference::grid_of(tensor.format, tensor.geometry);
  if (!grid) return std::unexpected(grid.error());
  UnitReader reader(tensor, *grid);
  Census census;
  std::optional<container::CannotRun> trouble;
  for_each_region(tensor.geometry, [&](const Region& region) {
    const auto done = reader.load(region);
    if (done)
      count_region(reader, region, census);
    else
      trouble = done.error();
    return done.has_value();
  });
  if (trouble) return std::unexpected(*trouble);
  return census;
}

}  // namespace tritproof::convert
