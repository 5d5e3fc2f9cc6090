// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

Question decode_of(Bytes tile) { return {Op::decode, Format::q4_k, {32, 256}, std::move(tile)}; }

// S and M 1.0, scales 1, minima 0, codes 0.
Bytes plain_tile() {
  Bytes tile(4736);
  for (std::size_t i = 0; i < 256; ++i) tile[i] = 1;
  for (std::size_t at = 4608; at < 4736; at += 2) put16(tile, at, 0x3f80);
  return tile;
}

// Row 0: S, scale, code of column 0, M and minimum.
Question row_0(std::uint16_t s, std::uint8_t scale, std::uint8_t code, std::uint16_t m,
               std::uint8_t min) {
  Bytes tile = plain_tile();
  put16(tile, 4608, s);
  put16(tile, 4672, m);
  tile[0] = scale;
  tile[256] = min;
  tile[512] = code;
  return decode_of(tile);
}

TEST(Q4_K_1, SixteenBytesAColumnHoldThirtyTwoRows) {
  Bytes tile = plain_tile();
  for (std::size_t i = 0; i < 16; ++i)
    tile[512 + 16 * 100 + i] = static_cast<std::uint8_t>(0x22 * (i % 8) + 0x10);
  std::vector<Weight> expected{{1, 99, 0.0f}, {1, 101, 0.0f}};
  for (std::uint64_t r = 0; r < 32; ++r) expected.push_back({r, 100, static_cast<float>(r % 16)});
  expect_weights(decode_of(tile), expected);
}

TEST(Q4_K_2, ScaleAndMinimumAreUnsignedBytesInRunsOfThirtyTwoRows) {
  Bytes tile = plain_tile();
  std::vector<float> weights(32 * 256);
  for (std::size_t i = 0; i < 256; ++i) {
    tile[i] = static_cast<std::uint8_t>(i);
    tile[256 + i] = static_cast<std::uint8_t>(7 * i);
    for (std::size_t c = 0; c < 32; ++c)
      weights[i % 32 * 256 + i / 32 * 32 + c] = static_cast<float>(2 * i + 7 * i % 256);
  }
  for (std::size_t at = 512; at < 4608; ++at) tile[at] = 0x22;
  expect_all_weights(decode_of(tile), weights);
}

TEST(Q4_K_3, EveryRowHasItsOwnSAndM) {
  Bytes tile = plain_tile();
  std::vector<float> weights(32 * 256);
  for (std::size_t at = 256; at < 512; ++at) tile[at] = 1;
  for (std::size_t at = 512; at < 4608; ++at) tile[at] = 0x11;
  for (std::size_t r = 0; r < 32; ++r) {
    put16(tile, 4608 + 2 * r, static_cast<std::uint32_t>(0x4300 + r));
    put16(tile, 4672 + 2 * r, r % 3 == 0 ? 0x3f00 : 0xbe80);
    for (std::size_t c = 0; c < 256; ++c)
      weights[r * 256 + c] = 128.0f + static_cast<float>(r) + (r % 3 == 0 ? 0.5f : -0.25f);
  }
  expect_all_weights(decode_of(tile), weights);
}

TEST(Q4_K_4, TheWorkedExampleDecodesAsItsPageSays) {
  Bytes tile(4736);
  tile[33] = 0xc8;
  tile[289] = 0x05;
  tile[1040] = 0xa0;
  put16(tile, 4610, 0x3c80);
  put16(tile, 4674, 0xbf00);
  expect_weights(decode_of(tile),
                 {{1, 33, 28.75f}, {1, 34, -2.5f}, {0, 33, 0.0f}, {1, 32, -2.5f}, {1, 64, 0.0f}});
}

TEST(Q4_K_4, STimesScaleComesFirst) {
  expect_weights(row_0(0x7f7f, 255, 0, 0x3f80, 0), {{0, 0, kNaN}});
  expect_weights(row_0(0x7f7f, 255, 1, 0x3f80, 0), {{0, 0, kInf}});
  expect_weights(row_0(0x7f7f, 1, 0, 0x3f80, 0), {{0, 0, 0.0f}});
}

TEST(Q4_K_4, NeitherProductIsFusedWithTheSum) {
  expect_weights(row_0(0x7f00, 1, 2, 0xff00, 1), {{0, 0, kInf}});
  expect_weights(row_0(0x7f00, 1, 1, 0xff00, 2), {{0, 0, -kInf}});
  expect_weights(row_0(0x7f00, 1, 2, 0xff00, 2), {{0, 0, kNaN}});
}

TEST(Q4_K_4, OnlyTheSumRounds) {
  expect_weights(row_0(0x3f80, 1, 1, 0x3380, 1), {{0, 0, 1.0f}});
  expect_weights(row_0(0x3f80, 1, 1, 0x3380, 2), {{0, 0, std::nextafter(1.0f, 2.0f)}});
  expect_weights(row_0(0x3fff, 255, 15, 0, 0), {{0, 0, 255.0f / 128.0f * 255.0f * 15.0f}});
}

}  // namespace
}  // namespace tritproof::test
