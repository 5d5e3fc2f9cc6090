// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

Question decode_of(Bytes tile, spec::Layout layout = spec::Layout::standard) {
  Question question{Op::decode, Format::q4_1, {32, 256}, std::move(tile)};
  question.flags.layout = layout;
  return question;
}

// Scales 1.0, zeros +0.
Bytes plain_tile() {
  Bytes tile(5120);
  for (std::size_t at = 0; at < 512; at += 2) put16(tile, at, 0x3f80);
  return tile;
}

TEST(Q4_1_1, EightBytesAColumnHoldSixteenRows) {
  Bytes tile = plain_tile();
  for (std::size_t i = 0; i < 8; ++i)
    tile[1024 + 256 * (8 + 3) + 8 * 5 + i] = static_cast<std::uint8_t>(0x22 * i + 0x10);
  std::vector<Weight> expected{{0, 3 * 32 + 5, 0.0f}, {17, 3 * 32 + 6, 0.0f}};
  for (std::uint64_t r = 0; r < 16; ++r)
    expected.push_back({16 + r, 3 * 32 + 5, static_cast<float>(r)});
  expect_weights(decode_of(tile), expected);
}

TEST(Q4_1_2, ScaleAndZeroServeThirtyTwoColumnsOfARow) {
  Bytes tile(5120, 0x11);
  std::vector<float> weights(32 * 256);
  for (std::size_t i = 0; i < 256; ++i) {
    put16(tile, 2 * i, static_cast<std::uint32_t>(0x4300 + i / 2));
    put16(tile, 512 + 2 * i, i % 2 == 0 ? 0x3f00 : 0xbe80);
    const float scale = 128.0f + static_cast<float>(i / 2);
    for (std::size_t c = 0; c < 32; ++c)
      weights[i % 32 * 256 + i / 32 * 32 + c] = scale + (i % 2 == 0 ? 0.5f : -0.25f);
  }
  expect_all_weights(decode_of(tile), weights);
}

TEST(Q4_1_3, TheWorkedExampleDecodesAsItsPageSays) {
  Bytes tile(5120);
  put16(tile, 66, 0x3f40);
  put16(tile, 578, 0xbf00);
  tile[1288] = 0xc3;
  expect_weights(decode_of(tile), {{1, 33, 8.5f}, {0, 33, 0.0f}, {1, 34, -0.5f}, {1, 64, 0.0f}});
}

TEST(Q4_1_3, ProductAndSumAreRoundedApart) {
  Bytes tile = plain_tile();
  put16(tile, 0, 0x7f00);
  put16(tile, 512, 0xff00);
  tile[1024] = 0x02;
  expect_weights(decode_of(tile),
                 {{0, 0, std::numeric_limits<float>::infinity()}, {0, 1, -std::ldexp(1.0f, 127)}});
}

TEST(Q4_1_3, TheSumIsRoundedToNearestEven) {
  Bytes tile = plain_tile();
  tile[1024] = 0x01;
  tile[1024 + 8] = 0x02;
  put16(tile, 512, 0x3380);  // 2^-24, half a unit of 1.0
  expect_weights(decode_of(tile), {{0, 0, 1.0f}, {0, 1, 2.0f}, {0, 2, std::ldexp(1.0f, -24)}});
  put16(tile, 512, 0x33a0);  // above half a unit
  expect_weights(decode_of(tile), {{0, 0, std::nextafter(1.0f, 2.0f)}, {0, 1, 2.0f}});
}

TEST(Q4_1_3, AZeroSumOfMixedSignsIsPlusZero) {
  Bytes tile = plain_tile();
  put16(tile, 0, 0xbf80);
  put16(tile, 512, 0x8000);
  put16(tile, 2, 0xbf80);
  expect_weights(decode_of(tile), {{0, 0, -0.0f}, {1, 0, 0.0f}, {2, 0, 0.0f}});
}

TEST(Q4_1_4, TheOtherLayoutReadsTheWorkedExampleAsItsPageSays) {
  Bytes tile(5120);
  put16(tile, 18, 0x3f40);
  put16(tile, 530, 0xbf00);
  tile[1288] = 0xc3;
  expect_weights(decode_of(tile, spec::Layout::other), {{1, 33, -3.5f}, {0, 33, 0.0f}});
  expect_weights(decode_of(tile), {{1, 33, 0.0f}, {9, 0, -0.5f}});
}

TEST(Q4_1_4, TheOtherLayoutHasSignedNibblesAndScalesARowAtATime) {
  Bytes tile = plain_tile();
  for (std::size_t i = 0; i < 256; ++i)
    put16(tile, 512 + 2 * i, static_cast<std::uint32_t>(0x4300 + i / 2));
  for (std::size_t i = 0; i < 8; ++i) tile[1024 + i] = static_cast<std::uint8_t>(0x22 * i + 0x10);
  std::vector<Weight> expected{{31, 255, 255.0f}, {16, 0, 128.0f + 64.0f}, {16, 64, 193.0f}};
  for (std::uint64_t r = 0; r < 16; ++r)
    expected.push_back(
        {r, 0,
         128.0f + static_cast<float>(4 * r) + static_cast<float>(r) - (r < 8 ? 0.0f : 16.0f)});
  expect_weights(decode_of(tile, spec::Layout::other), expected);
}

}  // namespace
}  // namespace tritproof::test
