// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

Question decode_of(Bytes tile, spec::Layout layout = spec::Layout::standard) {
  Question question{Op::decode, Format::q8, {32, 256}, std::move(tile)};
  question.flags.layout = layout;
  return question;
}

// Scales 1.0, codes 0.
Bytes plain_tile() {
  Bytes tile(8704);
  for (std::size_t at = 0; at < 512; at += 2) put16(tile, at, 0x3f80);
  return tile;
}

Bytes worked_example() {
  Bytes tile(8704);
  put16(tile, 66, 0xbe80);
  tile[1569] = 0x80;
  tile[1601] = 0x7f;
  tile[1041] = 0x03;
  return tile;
}

TEST(Q8_1, ThirtyTwoSignedBytesAColumn) {
  Bytes tile = plain_tile();
  std::vector<float> weights(32 * 256);
  for (std::size_t c = 0; c < 256; ++c) {
    for (std::size_t r = 0; r < 32; ++r) {
      const int code = static_cast<int>((8 * r + c) % 256) - 128;
      tile[512 + 32 * c + r] = static_cast<std::uint8_t>(code);
      weights[r * 256 + c] = static_cast<float>(code);
    }
  }
  expect_all_weights(decode_of(tile), weights);
}

TEST(Q8_2, AScaleServesThirtyTwoColumnsOfARow) {
  Bytes tile(8704, 0x01);
  std::vector<float> weights(32 * 256);
  for (std::size_t i = 0; i < 256; ++i) {
    put16(tile, 2 * i, static_cast<std::uint32_t>(0x4000 + i));
    for (std::size_t c = 0; c < 32; ++c)
      weights[i % 32 * 256 + i / 32 * 32 + c] =
          static_cast<float>(bf16_value(static_cast<std::uint32_t>(0x4000 + i)));
  }
  expect_all_weights(decode_of(tile), weights);
}

TEST(Q8_3, TheWorkedExampleDecodesAsItsPageSays) {
  expect_weights(decode_of(worked_example()),
                 {{1, 33, 32.0f}, {1, 34, -31.75f}, {1, 35, -0.0f}, {17, 16, 0.0f}, {1, 64, 0.0f}});
}

TEST(Q8_3, AProductPastTheLargestFloatIsAnInfinityOfItsSign) {
  Bytes tile = plain_tile();
  put16(tile, 0, 0x7f00);
  tile[512] = 2;
  tile[512 + 32] = 1;
  tile[512 + 64] = 0xff;
  tile[512 + 96] = 0x80;
  expect_weights(decode_of(tile), {{0, 0, kInf},
                                   {0, 1, std::ldexp(1.0f, 127)},
                                   {0, 2, -std::ldexp(1.0f, 127)},
                                   {0, 3, -kInf},
                                   {0, 4, 0.0f}});
}

TEST(Q8_4, TheOtherLayoutReadsTheWorkedExampleAsItsPageSays) {
  expect_weights(decode_of(worked_example(), spec::Layout::other),
                 {{1, 33, -0.75f}, {1, 34, -0.0f}, {17, 16, 0.0f}});
}

TEST(Q8_4, TheOtherLayoutKeepsSixteenRowsTogetherAndTheScalesInPlace) {
  Bytes tile(8704);
  std::vector<float> weights(32 * 256);
  for (std::size_t i = 0; i < 256; ++i) put16(tile, 2 * i, i % 2 == 0 ? 0x3f80 : 0x4000);
  for (std::size_t i = 0; i < 8192; ++i) {
    const int code = static_cast<int>(i * 37 % 251) - 125;
    tile[512 + i] = static_cast<std::uint8_t>(code);
    const std::size_t r = i / 4096 * 16 + i % 16;
    const std::size_t c = i / 512 % 8 * 32 + i / 16 % 32;
    weights[r * 256 + c] = static_cast<float>(code) * (r % 2 == 0 ? 1.0f : 2.0f);
  }
  expect_all_weights(decode_of(tile, spec::Layout::other), weights);
}

}  // namespace
}  // namespace tritproof::test
