// SPDX-License-Identifier: Apache-2.0
#include "codec/convert/packer.h"

#include <algorithm>
#include <bit>

#include "codec/reference/exponent.h"
#include "codec/reference/numbers.h"
#include "codec/reference/unit.h"

namespace tritproof::convert {

using Words = reference::Ledger::Description;
using spec::RefusalName;

Readable<void> StripPacker::write(const Strip& strip, bool multipliers,
                                  std::span<const std::int32_t> exponents, UnitSink& sink) {
  const std::uint64_t across = strip.region.columns / row_.columns;
  const std::uint64_t down = strip.region.rows / row_.rows;
  fill_patterns(strip, multipliers, exponents);
  bytes_.resize(across * down * row_.bytes);
  for (std::uint64_t i = 0; i < down; ++i)
    for (std::uint64_t j = 0; j < across; ++j)
      pack_unit(strip, i, j, std::span(bytes_).subspan((i * across + j) * row_.bytes, row_.bytes));

  const bool contiguous = across == grid_.units_a_row;
  const std::uint64_t run = across * row_.bytes;
  for (std::uint64_t i = 0; i < (contiguous ? 1 : down); ++i) {
    const std::uint64_t unit_row = strip.region.n / row_.rows + i;
    const std::uint64_t first = unit_row * grid_.units_a_row + strip.region.k / row_.columns;
    const auto part = std::span(bytes_).subspan(i * run, contiguous ? bytes_.size() : run);
    if (auto done = sink.put(first * row_.bytes, part); !done) return done;
  }
  return {};
}

void StripPacker::fill_patterns(const Strip& strip, bool multipliers,
                                std::span<const std::int32_t> exponents) {
  const std::uint64_t in_row = strip.region.columns / row_.group;
  patterns_.resize(strip.region.rows * in_row);
  if (row_.side_table && !multipliers) note_scales(strip, exponents);
  for (std::uint64_t r = 0; r < strip.region.rows; ++r)
    for (std::uint64_t g = 0; g < in_row; ++g) {
      const std::uint64_t k = g * row_.group;
      const bool derives = row_.side_table && !multipliers;
      patterns_[r * in_row + g] =
          derives ? multiplier_at(strip, r, k, exponents[r]) : pattern_at(strip, r, k);
    }
}

// A target's group takes the scale of the 128 k that it lies in, or of all those in it.
std::uint16_t StripPacker::pattern_at(const Strip& strip, std::uint64_t r, std::uint64_t k) {
  const std::uint16_t* scales = &strip.scales[r * strip.groups()];
  const std::uint16_t first = scales[k / spec::kScaleGroup];
  for (std::uint64_t other = k + spec::kScaleGroup; other < k + row_.group;
       other += spec::kScaleGroup) {
    const std::uint16_t found = scales[other / spec::kScaleGroup];
    if (found != first)  // CONV-3
      ledger_.add(RefusalName::UnequalScales,
                  source_.scale_place(strip.region.n + r, strip.region.k + other), [&] {
                    return Words{reference::describe_half(first), reference::describe_half(found)};
                  });
  }
  return first;
}

std::uint16_t StripPacker::multiplier_at(const Strip& strip, std::uint64_t r, std::uint64_t k,
                                         std::int32_t e_ref) {
  const std::uint16_t half = strip.scales[r * strip.groups() + k / spec::kScaleGroup];
  if (!reference::half_is_finite(half)) return 0;
  return std::bit_cast<std::uint16_t>(
      reference::multiplier_of(half, e_ref).value_or(std::int16_t{0}));
}

// PB16I-8: what the packing rule refuses, once for every scale that the source stores.
void StripPacker::note_scales(const Strip& strip, std::span<const std::int32_t> exponents) {
  const std::uint64_t step = source_.units().row().group;
  for (std::uint64_t r = 0; r < strip.region.rows; ++r)
    for (std::uint64_t k = 0; k < strip.region.columns; k += step) {
      const std::uint16_t half = source_.stored_scale(r, k);
      const bool finite = reference::half_is_finite(half);
      // A scale unlike the one that serves its 128 k is refused for that, and had no say in e_ref.
      const bool serves = half == strip.scales[r * strip.groups() + k / spec::kScaleGroup];
      const bool minus_zero = half == 0x8000;
      if (finite && !minus_zero && (!serves || reference::multiplier_of(half, exponents[r])))
        continue;
      ledger_.add(finite ? RefusalName::ScaleNotRepresentable : RefusalName::NonFiniteScale,
                  source_.scale_place(strip.region.n + r, strip.region.k + k), [&] {
                    return Words{finite ? "an int16 multiple of 2^" + std::to_string(exponents[r])
                                        : "a finite scale",
                                 reference::describe_half(half)};
                  });
    }
}

void StripPacker::pack_unit(const Strip& strip, std::uint64_t i, std::uint64_t j,
                            std::span<std::uint8_t> unit) {
  std::array<std::int8_t, reference::kMaxElements> codes;
  std::array<std::uint16_t, reference::kMaxGroups> patterns;
  const std::uint64_t in_unit = row_.columns / row_.group;
  const std::uint64_t in_row = strip.region.columns / row_.group;
  for (std::uint64_t r = 0; r < row_.rows; ++r) {
    const std::uint64_t row = i * row_.rows + r;
    std::copy_n(&strip.codes[row * strip.region.columns + j * row_.columns], row_.columns,
                &codes[r * row_.columns]);
    std::copy_n(&patterns_[row * in_row + j * in_unit], in_unit, &patterns[r * in_unit]);
  }
  reference::codec_of(row_.id).pack(std::span(codes).first(row_.elements()),
                                    std::span(patterns).first(row_.groups()), unit);
}

}  // namespace tritproof::convert
