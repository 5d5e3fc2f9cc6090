// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "codec/reference/elements.h"
#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// Codes all zero, scales all 1.0.
Bytes blank_tile() {
  Bytes tile(2176, 0x55);
  for (std::size_t at = 2048; at < 2176; at += 2) put16(tile, at, 0x3c00);
  return tile;
}

Question decode_of(Bytes tile) { return {Op::decode, Format::t2, {32, 256}, std::move(tile)}; }

Bytes worked_example() {
  Bytes tile = blank_tile();
  tile[0] = 0x0b;
  tile[1] = 0x00;
  tile[32] = 0x39;
  tile[64] = 0x64;
  tile[2047] = 0x80;
  put16(tile, 2050, 0x8001);
  put16(tile, 2052, 0x3800);
  put16(tile, 2174, 0x7c00);
  return tile;
}

TEST(T2_1, FourColumnsShareAByteLowBitsFirst) {
  Bytes tile = blank_tile();
  tile[64 * 5 + 9] = 0b01'10'01'00;
  expect_weights(decode_of(tile), {{5, 35, 0.0f},
                                   {5, 36, -1.0f},
                                   {5, 37, 0.0f},
                                   {5, 38, 1.0f},
                                   {5, 39, 0.0f},
                                   {5, 40, 0.0f},
                                   {4, 38, 0.0f},
                                   {6, 36, 0.0f}});
}

TEST(T2_1, ARowOwnsSixtyFourBytes) {
  Bytes tile = blank_tile();
  for (std::size_t i = 64 * 7; i < 64 * 8; ++i) tile[i] = 0xaa;
  std::vector<float> weights(32 * 256);
  for (std::size_t c = 0; c < 256; ++c) weights[7 * 256 + c] = 1.0f;
  expect_all_weights(decode_of(tile), weights);
}

TEST(T2_2, TheWorkedExampleDecodesAsItsPageSays) {
  const float least = std::ldexp(1.0f, -24);
  expect_weights(
      decode_of(worked_example()),
      {{0, 0, 0.0f},    {0, 1, 1.0f},     {0, 2, -1.0f},    {0, 3, -1.0f},    {0, 4, -1.0f},
       {0, 5, -1.0f},   {0, 6, -1.0f},    {0, 7, -1.0f},    {0, 128, -0.0f},  {0, 129, -least},
       {0, 130, 0.0f},  {0, 131, least},  {1, 0, -0.5f},    {1, 1, 0.0f},     {1, 2, 0.5f},
       {1, 3, 0.0f},    {31, 252, -kInf}, {31, 253, -kInf}, {31, 254, -kInf}, {31, 255, kInf},
       {31, 128, kNaN}, {31, 251, kNaN},  {31, 127, 0.0f},  {0, 255, -0.0f}});
  expect_counts(decode_of(worked_example()), {2, 0, 0, 1, 0, 1});
}

TEST(T2_2, AnAllZeroCodeByteIsFourTimesMinusOne) {
  Bytes tile = blank_tile();
  tile[65] = 0;
  expect_weights(
      decode_of(tile),
      {{1, 3, 0.0f}, {1, 4, -1.0f}, {1, 5, -1.0f}, {1, 6, -1.0f}, {1, 7, -1.0f}, {1, 8, 0.0f}});
}

TEST(T2_3, AReservedCodeDecodesAsPlusZeroWhateverTheScaleIs) {
  constexpr std::uint16_t halves[] = {0x3c00, 0xbc00, 0x0000, 0x8000, 0x0001, 0x7bff,
                                      0xfbff, 0x7c00, 0xfc00, 0x7e00, 0xfc01};
  for (const std::uint16_t half : halves) {
    SCOPED_TRACE(half);
    Bytes tile = blank_tile();
    tile[64 * 3 + 1] = 0b01'11'01'11;
    put16(tile, 2048 + 4 * 3, half);
    expect_weights(decode_of(tile), {{3, 4, 0.0f}, {3, 6, 0.0f}});
  }
}

TEST(T2_3, AReservedCodeIsCounted) {
  Bytes tile = blank_tile();
  tile[0] = 0xff;
  tile[2047] = 0xc3;
  expect_counts(decode_of(tile), {6, 0, 0, 0, 0, 0});
}

TEST(T2_3, TheKnownAnswerIsZeroAndOneAndOneReserved) {
  Bytes tile = blank_tile();
  tile[0] = 0b01'01'10'11;
  expect_weights(decode_of(tile), {{0, 0, 0.0f}, {0, 1, 1.0f}, {0, 2, 0.0f}});
  expect_counts(decode_of(tile), {1, 0, 0, 0, 0, 0});
}

TEST(T2_4, EachRowHasAScaleForEachHalfOfItsColumns) {
  Bytes tile(2176, 0xaa);
  for (std::size_t i = 0; i < 64; ++i)
    put16(tile, 2048 + 2 * i, static_cast<std::uint32_t>(0x3c00 + i));
  std::vector<float> weights;
  for (std::size_t i = 0; i < 32 * 256; ++i)
    weights.push_back(1.0f + static_cast<float>(i / 128) / 1024.0f);
  expect_all_weights(decode_of(tile), weights);
}

TEST(T2_5, TilesRunAlongKFirstInEveryTileFormat) {
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!row.is_tile()) continue;
    const Geometry geometry{96, 512};
    for (std::uint64_t tile = 0; tile < 6; ++tile) {
      SCOPED_TRACE(tile);
      Bytes input = good_tensor(row, geometry);
      put_code(std::span(input).subspan(tile * row.bytes, row.bytes), row.id, 0, 0, 1);
      const std::size_t at = tile * row.bytes;
      const auto unit = std::span(input).subspan(at, row.bytes);
      const float set = weight_in(unit, row.id, 0, 0);
      const float off = weight_in(unit, row.id, 0, 1);
      ASSERT_NE(set, off);
      const std::uint64_t n = tile / 2 * 32;
      const std::uint64_t k = tile % 2 * 256;
      expect_weights({Op::decode, row.id, geometry, input}, {{n, k, set}, {n, k + 1, off}});
    }
  }
}

TEST(T2_5, TheRawExampleFindsItsTile) {
  Bytes input = good_tensor(spec::row_of(Format::t2), {64, 512});
  input[4417] = 0b01'01'10'01;
  put16(input, 6404, 0x4200);
  expect_weights({Op::decode, Format::t2, {64, 512}, input},
                 {{33, 4, 0.0f}, {33, 5, 3.0f}, {33, 6, 0.0f}, {32, 5, 0.0f}});
}

TEST(T2_6, ElementsAskedForOneByOneAreThoseOfTheWholeTensor) {
  std::mt19937_64 random(1);
  Bytes input(4 * 2176);
  for (auto& byte : input) byte = static_cast<std::uint8_t>(random());
  const auto view = reference::view(Format::t2, {64, 512}, spec::Layout::standard, input);
  const auto weights = reference::decode(Format::t2, {64, 512}, spec::Layout::standard, input);
  ASSERT_TRUE(view && weights);
  reference::Elements elements(*view);
  std::uint64_t reserved = 0;
  for (std::uint64_t i = 0; i < weights->size(); ++i) {
    const int code = elements.code(i / 512, i % 512);
    const float scale = elements.scale(i / 512, i % 512);
    if (code == 2) ++reserved;
    const float weight = code == 2 ? 0.0f : static_cast<float>(code) * scale;
    ASSERT_EQ(word_of(weight), word_of((*weights)[i])) << i;
  }
  EXPECT_EQ(reserved, reference::validate(Format::t2, {64, 512}, {}, input)->reserved);
}

}  // namespace
}  // namespace tritproof::test
