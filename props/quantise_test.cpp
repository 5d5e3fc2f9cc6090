// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

std::vector<const spec::FormatRow*> block_formats() {
  std::vector<const spec::FormatRow*> rows;
  for (const spec::FormatRow& row : spec::kFormats)
    if (row.gguf_id != 0) rows.push_back(&row);
  EXPECT_EQ(rows.size(), 5u);
  return rows;
}

// The nearest half of a magnitude, ties to even, by search.
std::uint16_t nearest_half(double magnitude) {
  std::uint32_t low = 0;
  std::uint32_t high = 0x7c00;
  if (magnitude >= 65520) return 0x7c00;
  while (high - low > 1) {
    const std::uint32_t middle = (low + high) / 2;
    (half_value(middle) <= magnitude ? low : high) = middle;
  }
  const double above = high == 0x7c00 ? 65536 : half_value(high);
  const double down = magnitude - half_value(low);
  const double up = above - magnitude;
  return static_cast<std::uint16_t>(down < up || (down == up && low % 2 == 0) ? low : high);
}

// One block as QUANT-1 says; `x` has the block's elements.
Bytes quantised(const spec::FormatRow& row, std::span<const float> x) {
  float amax = 0;
  for (const float value : x) amax = std::max(amax, std::abs(value));
  const float reciprocal = amax == 0 ? 0.0f : 1.0f / amax;
  Bytes block = good_unit(row);
  put16(block, scale_byte(row.id, 0, 0), nearest_half(static_cast<double>(amax)));
  for (std::uint32_t c = 0; c < row.columns; ++c) {
    const double product = static_cast<double>(x[c] * reciprocal);
    const int code = product >= 0.5 ? 1 : product <= -0.5 ? -1 : 0;
    put_code(block, row.id, 0, c, code);
  }
  return block;
}

// One block of a format: some values, then zeros.
Question one_block(const spec::FormatRow& row, std::vector<float> x) {
  x.resize(row.columns);
  return {Op::quantise, row.id, {1, row.columns}, le_floats(x)};
}

Bytes q2_0_block(std::uint16_t half, std::uint8_t first) {
  return join({le16({half}), {first}, Bytes(15, 0x55)});
}

void expect_q2_0(std::vector<float> x, std::uint16_t half, std::uint8_t first) {
  expect_answer(one_block(spec::row_of(Format::q2_0), std::move(x)), q2_0_block(half, first));
}

// Of halves h in a range: how many have no ternary half of themselves.
int vanishing_halves(std::uint32_t from, std::uint32_t to) {
  int vanishing = 0;
  for (Subject* subject : subjects_declaring(Op::quantise, Format::q2_0)) {
    for (std::uint32_t h = from; h < to; ++h) {
      const auto amax = static_cast<float>(half_value(h));
      const Question question = one_block(spec::row_of(Format::q2_0), {amax, amax / 2});
      const Outcome outcome = subject->answer(question.request());
      const auto* block = std::get_if<Bytes>(&outcome);
      if (block == nullptr || get16(*block, 0) != h) return -1;
      if ((*block)[2] == 0b01'01'01'10) ++vanishing;
    }
  }
  return vanishing;
}

TEST(QUANT_1, TheWorkedExamplesComeOutAsTheirPageSays) {
  expect_q2_0({1.0f, -1.0f, 0.5f, 0.25f}, 0x3c00, 0x62);
  expect_q2_0({1.1015625f, -1.1015625f, 0.55078125f}, 0x3c68, 0x52);
}

TEST(QUANT_1, HalvesAreRoundedAwayFromZero) {
  expect_q2_0({2.0f, 1.0f, -1.0f, 0x1.fffffep-1f}, 0x4000, 0b01'00'10'10);
}

TEST(QUANT_1, HalfOfTheLargestVanishesForAsManyScalesAsThePageCounts) {
  EXPECT_EQ(vanishing_halves(0x3c00, 0x4000), 143);
  EXPECT_EQ(vanishing_halves(0x0001, 0x0400), 137);
  EXPECT_EQ(vanishing_halves(0x3c00, 0x3c68), 0);
  EXPECT_EQ(vanishing_halves(0x3c68, 0x3c69), 1);
  EXPECT_EQ(vanishing_halves(0x0001, 0x0029), 0);
  EXPECT_EQ(vanishing_halves(0x0029, 0x002a), 1);
}

TEST(QUANT_1, TheUnroundedMagnitudeDecides) {
  expect_q2_0({1.0004f, 0.5001f}, 0x3c00, 0b01'01'01'10);
  expect_q2_0({1.0007f, 0.5004f}, 0x3c01, 0b01'01'10'10);
}

TEST(QUANT_1, EveryBlockStandsAlone) {
  std::mt19937_64 random(6);
  std::normal_distribution<float> normal(0.0f, 0.02f);
  for (const spec::FormatRow* row : block_formats()) {
    std::vector<float> x(3 * 256 * 4);
    for (float& value : x) value = normal(random);
    Bytes expected;
    for (std::size_t at = 0; at < x.size(); at += row->columns)
      expected = join({expected, quantised(*row, std::span(x).subspan(at, row->columns))});
    expect_answer({Op::quantise, row->id, {3, 1024}, le_floats(x)}, expected);
  }
}

TEST(QUANT_1, MagnitudesOfEverySizeAreScaledAlike) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
  for (const spec::FormatRow* row : block_formats()) {
    for (int exponent = -126; exponent < 16; ++exponent) {
      std::vector<float> x(row->columns);
      for (float& value : x) value = std::ldexp(unit(random), exponent);
      expect_answer(one_block(*row, x), quantised(*row, x));
    }
  }
}

TEST(QUANT_2, PrismsBlocksTakeTheLargestOfTheirHundredTwentyEight) {
  for (const Format format : {Format::pq2_0, Format::ptq1_0}) {
    const spec::FormatRow& row = spec::row_of(format);
    std::vector<float> x(256, 0.25f);
    x[127] = -1.0f;
    x[128] = 0.5f;
    Bytes first = good_unit(row);
    Bytes second = good_unit(row);
    put_code(first, format, 0, 127, -1);
    for (std::uint32_t c = 0; c < 128; ++c) put_code(second, format, 0, c, 1);
    put16(first, scale_byte(format, 0, 0), 0x3c00);
    put16(second, scale_byte(format, 0, 0), 0x3800);
    expect_answer({Op::quantise, format, {1, 256}, le_floats(x)}, join({first, second}));
    expect_answer({Op::quantise, format, {2, 128}, le_floats(x)}, join({first, second}));
  }
}

TEST(QUANT_3, ZerosOfEitherSignGiveAZeroScaleAndZeroCodes) {
  for (const spec::FormatRow* row : block_formats()) {
    Bytes block = good_unit(*row);
    put16(block, scale_byte(row->id, 0, 0), 0);
    expect_answer(one_block(*row, {}), block);
    expect_answer(one_block(*row, {-0.0f, 0.0f, -0.0f}), block);
  }
}

TEST(QUANT_3, TheScaleIsNeverNegative) {
  expect_q2_0({-3.0f}, 0x4200, 0b01'01'01'00);
  expect_q2_0({1.0f, -3.0f}, 0x4200, 0b01'01'00'01);
}

TEST(QUANT_4, TheTableOfMagnitudesComesOutAsItsPageSays) {
  expect_q2_0({65520.0f}, 0x7c00, 0x56);
  expect_q2_0({std::nextafter(65520.0f, 0.0f)}, 0x7bff, 0x56);
  expect_q2_0({65504.0f}, 0x7bff, 0x56);
  expect_q2_0({0x1p-24f}, 0x0001, 0x56);
  expect_q2_0({0x1p-25f, -0x1p-25f}, 0x0000, 0x52);
  expect_q2_0({std::nextafter(0x1p-25f, 1.0f)}, 0x0001, 0x56);
  expect_q2_0({std::nextafter(0x1p-128f, 1.0f)}, 0x0000, 0x56);
  expect_q2_0({std::numeric_limits<float>::max(), -1.0f}, 0x7c00, 0x56);
}

TEST(QUANT_4, AnInfiniteScaleIsCountedAndDecodesAsInfinity) {
  const Question question{Op::decode, Format::q2_0, {1, 64}, q2_0_block(0x7c00, 0x56)};
  expect_counts(question, {0, 0, 0, 1, 0, 0});
  expect_weights(question, {{0, 0, std::numeric_limits<float>::infinity()}});
}

TEST(QUANT_4, AVanishedScaleKeepsTheSigns) {
  expect_weights({Op::decode, Format::q2_0, {1, 64}, q2_0_block(0x0000, 0x52)},
                 {{0, 0, 0.0f}, {0, 1, -0.0f}});
}

TEST(QUANT_5, NaNsAndInfinitiesAreRefusedWithTheirPlaces) {
  for (const spec::FormatRow* row : block_formats()) {
    std::vector<float> x(row->columns, 1.0f);
    x[5] = std::numeric_limits<float>::quiet_NaN();
    x[20] = -std::numeric_limits<float>::infinity();
    x[63] = std::numeric_limits<float>::infinity();
    expect_refused(one_block(*row, x), RefusalName::NonFiniteInput, 3,
                   {{20, 0, 0, 5}, {80, 0, 0, 20}, {252, 0, 0, 63}});
  }
}

TEST(QUANT_5, AMagnitudeWithoutAReciprocalIsRefused) {
  for (const spec::FormatRow* row : block_formats()) {
    for (const float tiny : {0x1p-128f, -0x1p-128f, 0x1p-149f}) {
      std::vector<float> x(2 * row->columns);
      x[row->columns + 3] = tiny;
      expect_refused({Op::quantise, row->id, {1, 2 * row->columns}, le_floats(x)},
                     RefusalName::ScaleUnderflow, 1, {{4 * row->columns, 0, 0, row->columns}});
    }
  }
}

TEST(QUANT_5, UnderflowIsCountedInBlocksAndHasEightPlaces) {
  Places places;
  for (std::uint64_t i = 0; i < 8; ++i) places.push_back({256 * i, 0, i / 5, i % 5 * 64});
  expect_refused(
      {Op::quantise, Format::q2_0, {2, 320}, le_floats(std::vector<float>(640, 0x1p-140f))},
      RefusalName::ScaleUnderflow, 10, places);
}

}  // namespace
}  // namespace tritproof::test
