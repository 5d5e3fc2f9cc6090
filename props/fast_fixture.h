// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <vector>

#include "codec/fast/fast.h"
#include "codec/reference/numbers.h"
#include "codec/reference/tensor.h"
#include "props/support/bytes.h"
#include "props/support/positions.h"

/// Bands for the kernels, with what the reference says of them.
namespace tritproof::test {

using spec::Format;
using Random = std::mt19937_64;

/// A band that owns its bytes, which begin one byte off any alignment.
struct OwnedBand {
  fast::Band band;
  Bytes bytes;
  std::vector<std::int32_t> exponents;

  OwnedBand(Format format, std::size_t rows, std::size_t columns,
            spec::Layout layout = spec::Layout::standard)
      : exponents(spec::kTileRows) {
    const spec::FormatRow& row = spec::row_of(format);
    const std::size_t row_bytes = columns / row.columns * row.bytes;
    bytes.resize(1 + row_bytes * (rows / row.rows));
    band = {format, layout, bytes.data() + 1, rows, columns, row_bytes, exponents.data()};
  }
  OwnedBand(const OwnedBand& other)
      : band(other.band), bytes(other.bytes), exponents(other.exponents) {
    band.units = bytes.data() + 1;
    band.exponents = exponents.data();
  }
  OwnedBand& operator=(const OwnedBand&) = delete;

  [[nodiscard]] const spec::FormatRow& row() const { return spec::row_of(band.format); }
  [[nodiscard]] std::size_t across() const { return band.columns / row().columns; }
  [[nodiscard]] std::size_t count() const { return across() * (band.rows / row().rows); }
  [[nodiscard]] std::span<std::uint8_t> units() { return std::span(bytes).subspan(1); }
  [[nodiscard]] std::span<std::uint8_t> unit(std::size_t i) {
    return units().subspan(i * row().bytes, row().bytes);
  }
  [[nodiscard]] std::span<const std::int32_t> exponents_of_unit() const {
    return row().side_table ? std::span<const std::int32_t>(exponents)
                            : std::span<const std::int32_t>();
  }
};

/// Bytes without any pattern; exponents that fit every multiplier.
inline OwnedBand random_band(Format format, std::size_t rows, std::size_t columns, Random& random,
                             spec::Layout layout = spec::Layout::standard) {
  OwnedBand made(format, rows, columns, layout);
  for (std::uint8_t& byte : made.bytes) byte = static_cast<std::uint8_t>(random());
  for (std::int32_t& e : made.exponents) e = static_cast<std::int32_t>(random() % 262) - 149;
  return made;
}

/// Ternary codes, scales that a half, a multiplier and an exponent of -10 hold exactly, and that
/// are the same over 256 columns; sometimes all codes or scales of a row are alike.
inline OwnedBand ternary_band(Format format, std::size_t rows, std::size_t columns,
                              std::uint64_t seed) {
  OwnedBand made(format, rows, columns);
  const spec::FormatRow& row = made.row();
  std::ranges::fill(made.exponents, -10);
  Random random(seed);
  for (std::size_t n = 0; n < rows; ++n)
    for (std::size_t k = 0; k < columns; ++k) {
      const auto unit = made.unit(n / row.rows * made.across() + k / row.columns);
      const auto r = static_cast<std::uint32_t>(n % row.rows);
      const auto c = static_cast<std::uint32_t>(k % row.columns);
      put_code(unit, format, r, c, static_cast<int>(random() % 3) - 1);
      if (k % row.group != 0) continue;
      // 1 to 2,047 times 2^-10, by place alone.
      Random at(seed + 1 + n * columns + k / 256);
      const auto ms = static_cast<std::int16_t>((at() % 2047 + 1) * (at() % 2 == 0 ? 1 : -1));
      const std::uint16_t half = reference::float_to_half(static_cast<float>(ms) / 1024.0f);
      put16(unit, scale_byte(format, r, c), row.side_table ? static_cast<std::uint16_t>(ms) : half);
    }
  return made;
}

/// The reference's weights, rows x columns.
inline std::vector<float> reference_weights(OwnedBand& owned) {
  std::vector<float> weights(owned.band.rows * owned.band.columns);
  for (std::size_t u = 0; u < owned.count(); ++u) {
    const std::size_t n = u / owned.across() * owned.row().rows;
    const std::size_t k = u % owned.across() * owned.row().columns;
    reference::decode_unit(owned.row(), owned.unit(u), owned.band.layout, owned.exponents_of_unit(),
                           &weights[n * owned.band.columns + k], owned.band.columns);
  }
  return weights;
}

/// Rows of a band of one unit's height, or of some blocks.
inline std::vector<std::size_t> heights(Format format) {
  if (spec::row_of(format).is_tile()) return {spec::kTileRows};
  return {1, 3, 33};
}

/// Calls `check(row, layout)` for every format and layout, under a trace.
template <class Check>
void each_format(const Check& check) {
  ASSERT_FALSE(fast::targets().empty());
  for (const spec::FormatRow& row : spec::kFormats)
    for (const spec::Layout layout : {spec::Layout::standard, spec::Layout::other}) {
      if (layout == spec::Layout::other && !row.second_layout) continue;
      SCOPED_TRACE(std::string(row.name) + (layout == spec::Layout::other ? ", other layout" : ""));
      check(row, layout);
      if (testing::Test::HasFatalFailure()) return;
    }
}

inline constexpr std::uint16_t kGuard = 0x5a5a;
inline const float kFloatGuard = std::bit_cast<float>(0x5a5a5a5au);

/// Every target's answers in both widths, row by row with `padding` between; all else stays.
inline void expect_decodes(OwnedBand& owned, std::size_t padding) {
  const std::vector<float> weights = reference_weights(owned);
  const std::size_t stride = owned.band.columns + padding;
  std::vector<float> expected(owned.band.rows * stride + 40, kFloatGuard);
  std::vector<std::uint16_t> rounded(expected.size(), kGuard);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::size_t at = i / owned.band.columns * stride + i % owned.band.columns;
    expected[at] = weights[i];
    rounded[at] = reference::canonical_bf16(reference::float_to_bf16(weights[i]));
  }
  for (const fast::Target& target : fast::targets()) {
    SCOPED_TRACE(target.name);
    std::vector<float> floats(expected.size(), kFloatGuard);
    std::vector<std::uint16_t> bfloats(expected.size(), kGuard);
    target.decode_f32(owned.band, floats.data(), stride);
    target.decode_bf16(owned.band, bfloats.data(), stride);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(word_of(floats[i]), word_of(expected[i]))
          << "row " << i / stride << " column " << i % stride;
      ASSERT_EQ(reference::canonical_bf16(bfloats[i]), rounded[i])
          << "row " << i / stride << " column " << i % stride;
    }
  }
}

}  // namespace tritproof::test
