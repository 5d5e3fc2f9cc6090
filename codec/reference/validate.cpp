// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "codec/reference/numbers.h"
#include "codec/reference/refuse.h"
#include "codec/reference/tensor.h"
#include "codec/reference/unit.h"

namespace tritproof::reference {
namespace {

void count_half(std::uint16_t pattern, spec::Counts& counts) {
  counts.non_finite += half_is_finite(pattern) ? 0 : 1;
  counts.zero += half_is_zero(pattern) ? 1 : 0;
  counts.subnormal += half_is_subnormal(pattern) ? 1 : 0;
}

void count_bf16(std::uint16_t pattern, spec::Counts& counts) {
  counts.non_finite += bf16_is_finite(pattern) ? 0 : 1;
  counts.zero += bf16_is_zero(pattern) ? 1 : 0;
  counts.subnormal += bf16_is_subnormal(pattern) ? 1 : 0;
}

void count_multiplier(std::uint16_t pattern, std::int32_t exponent, spec::Counts& counts) {
  const float scale = scale_by_power(std::bit_cast<std::int16_t>(pattern), exponent);
  counts.zero += pattern == 0 ? 1 : 0;
  counts.subnormal += std::fpclassify(scale) == FP_SUBNORMAL ? 1 : 0;
}

}  // namespace

void count_unit(const spec::FormatRow& row, InputBytes unit, spec::Layout layout,
                std::span<const std::int32_t> exponents, spec::Counts& counts) {
  std::array<std::int8_t, kMaxElements> codes;
  std::array<std::uint16_t, kMaxGroups> patterns;
  const UnitCodec& codec = codec_of(row.id);
  const auto stored = std::span(patterns).first(stored_scales(row));
  codec.codes(unit, layout, std::span(codes).first(row.elements()));
  codec.patterns(unit, layout, stored);
  // REF-6
  const auto threes = static_cast<std::uint64_t>(
      std::ranges::count(std::span(codes).first(row.elements()), std::int8_t{2}));
  if (row.code3 == spec::Code3::reserved) counts.reserved += threes;
  if (row.code3 == spec::Code3::plus_two) counts.code3 += threes;
  counts.non_canonical += codec.non_canonical(unit);
  const std::size_t groups_a_row = row.columns / row.group;
  for (std::size_t i = 0; i < stored.size(); ++i) {
    if (row.side_table)
      count_multiplier(stored[i], exponents[i / groups_a_row], counts);
    else if (row.ternary)
      count_half(stored[i], counts);
    else
      count_bf16(stored[i], counts);
  }
}

spec::Result<spec::Counts> validate(spec::Format format, spec::Geometry geometry,
                                    spec::Layout layout, InputBytes input) {
  const auto tensor = view(format, geometry, layout, input);
  if (!tensor) return std::unexpected(tensor.error());
  spec::Counts counts;
  for (std::uint64_t u = 0; u < tensor->grid.units; ++u)
    count_unit(*tensor->row, tensor->unit(u), layout, tensor->exponents_of(u), counts);
  return counts;
}

}  // namespace tritproof::reference
