// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <bitset>
#include <cmath>

#include "codec/reference/numbers.h"
#include "codec/reference/walk.h"
#include "golden/facts_codes.h"
#include "golden/facts_tensor.h"

namespace tritproof::golden {

using enum ScaleClass;

ScaleClass class_of_half(std::uint16_t pattern) {
  const bool minus = (pattern & 0x8000) != 0;
  if (reference::half_is_zero(pattern)) return minus ? negative_zero : zero;
  if (reference::half_is_subnormal(pattern)) return minus ? negative_subnormal : subnormal;
  if (reference::half_is_finite(pattern)) return minus ? negative : positive;
  if ((pattern & 0x3ff) != 0) return nan;
  return minus ? negative_infinite : infinite;
}

ScaleClass class_of_float(float scale) {
  const bool minus = std::signbit(scale);
  switch (std::fpclassify(scale)) {
    case FP_NAN: return nan;
    case FP_INFINITE: return minus ? negative_infinite : infinite;
    case FP_ZERO: return minus ? negative_zero : zero;
    case FP_SUBNORMAL: return minus ? negative_subnormal : subnormal;
    default: return minus ? negative : positive;
  }
}

void see_half(std::uint16_t pattern, ScaleFacts& scales) {
  ++scales.of[static_cast<std::size_t>(class_of_half(pattern))];
  const std::uint16_t magnitude = pattern & 0x7fff;
  scales.edge |=
      magnitude == 0x0001 || magnitude == 0x03ff || magnitude == 0x0400 || magnitude == 0x7bff;
  const auto bits = std::bit_cast<std::uint32_t>(reference::half_to_float(pattern));
  scales.beyond_bf16 |= reference::half_is_finite(pattern) && (bits & 0xffff) != 0;
}

void RowHalves::see(std::uint64_t row, std::uint16_t half) {
  Row& seen = rows_[row];
  if (reference::half_is_zero(half) || !reference::half_is_finite(half)) {
    seen.zeros &= reference::half_is_zero(half);
    return;
  }
  const int exponent = std::ilogb(reference::half_to_float(half));
  seen.zeros = false;
  seen.least = std::min(seen.least, exponent);
  seen.most = std::max(seen.most, exponent);
}

void RowHalves::finish(ScaleFacts& scales) const {
  for (const Row& row : rows_) {
    scales.zero_row |= row.zeros;
    scales.several_binades |= row.most > row.least;
  }
}

void read_encode(std::span<const std::uint8_t> payload, Facts& facts) {
  const auto [n, k] = facts.question->geometry;
  const spec::FormatRow& row = *facts.row;
  const std::uint64_t codes = n * k;
  const std::uint32_t group = row.side_table ? spec::kScaleGroup : row.group;  // REF-7, REF-8
  const auto* first = reinterpret_cast<const std::int8_t*>(payload.data());
  const std::span all(first, codes);
  const auto [least, most] = std::ranges::minmax(all);
  facts.codes.total = codes;
  facts.codes.least = least;
  facts.codes.most = most;
  facts.codes.kinds = CodeSet::of(all, true).kinds(spec::Code3::none);
  std::bitset<65536> different;
  RowHalves halves(n);
  for (std::uint64_t g = 0; g < codes / group; ++g) {
    const std::uint16_t pattern = reference::load16(payload, codes + 2 * g);
    different.set(pattern);
    ++facts.scales.total;
    see_half(pattern, facts.scales);
    halves.see(g / (k / group), pattern);
  }
  facts.scales.different = different.count();
  halves.finish(facts.scales);
}

}  // namespace tritproof::golden
