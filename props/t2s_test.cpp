// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

// Codes all zero, multipliers all 1.
Bytes blank_tile() {
  Bytes tile(2176, 0x55);
  for (std::size_t at = 2048; at < 2176; at += 2) put16(tile, at, 1);
  return tile;
}

Bytes worked_table() {
  std::vector<std::int32_t> exponents(32);
  exponents[0] = -2;
  exponents[1] = -1;
  return le32(exponents);
}

Bytes worked_example() {
  Bytes tile = blank_tile();
  tile[0] = 0x12;
  tile[1] = 0xa5;
  tile[4] = 0x00;
  tile[64] = 0x06;
  tile[1024] = 0x95;
  tile[2047] = 0x59;
  put16(tile, 2048, 6);
  put16(tile, 2050, 0xfffd);
  put16(tile, 2080, 3);
  put16(tile, 2112, 1);
  return tile;
}

Question decode_of(const Bytes& tile) {
  return {Op::decode, Format::t2s, {32, 256}, join({tile, side_table(32, 0)})};
}

TEST(T2S_1, CodesLieFourFeaturesToAByteInBlocksOfSixteenBySixteen) {
  Bytes tile = blank_tile();
  tile[64 * (16 + 3) + 4 * 5 + 2] = 0b01'10'00'01;
  const std::uint64_t k = 3 * 16 + 5;
  expect_weights(decode_of(tile), {{16 + 8, k, 0.0f},
                                   {16 + 9, k, -1.0f},
                                   {16 + 10, k, 1.0f},
                                   {16 + 11, k, 0.0f},
                                   {16 + 12, k, 0.0f},
                                   {16 + 9, k + 1, 0.0f},
                                   {9, k, 0.0f}});
}

TEST(T2S_2, EachFeatureHasAMultiplierForEachHalfOfK) {
  Bytes tile(2176, 0xaa);
  std::vector<float> weights(32 * 256);
  for (std::size_t entry = 0; entry < 64; ++entry) {
    put16(tile, 2048 + 2 * entry, static_cast<std::uint32_t>(100 + entry));
    const std::size_t n = 16 * (entry / 32) + entry % 16;
    for (std::size_t k = 0; k < 128; ++k)
      weights[n * 256 + entry / 16 % 2 * 128 + k] = static_cast<float>(100 + entry);
  }
  expect_all_weights(decode_of(tile), weights);
}

TEST(T2S_3, DecodeExpandAndReplayRefuseAReservedCodeWithItsPlace) {
  Bytes tile = worked_example();
  tile[0] = 0x13;
  const Places first{{0, 0, 0, 0}};
  expect_refused(decode_of(tile), RefusalName::ReservedCode, 1, first);
  expect_refused({Op::expand, Format::t2s, {32, 256}, tile}, RefusalName::ReservedCode, 1, first);
  expect_refused({Op::replay, Format::t2s, {32, 256}, join({Bytes(256, 1), tile}), {}, 1},
                 RefusalName::ReservedCode);
  expect_counts(decode_of(tile), {1, 0, 0, 0, 0, 0});
}

TEST(T2S_3, PlacesAscendByByteAndBitAndNameTileFeatureAndColumn) {
  Bytes input = good_units(spec::row_of(Format::t2s), {64, 512});
  input[2176 * 3 + 64 * 16] = 0b11'01'11'01;
  input[2176 * 2 + 4] = 0b01'01'01'11;
  const Places places{
      {2176 * 2 + 4, 0, 32, 1}, {2176 * 3 + 1024, 2, 49, 256}, {2176 * 3 + 1024, 6, 51, 256}};
  expect_refused({Op::expand, Format::t2s, {64, 512}, input}, RefusalName::ReservedCode, 3, places);
  expect_refused({Op::decode, Format::t2s, {64, 512}, join({input, side_table(64, 0)})},
                 RefusalName::ReservedCode, 3, places);
}

TEST(T2S_4, TheWorkedExampleExpandsAsItsPageSays) {
  Bytes expected(4096, 0x00);
  const std::pair<std::size_t, Bytes> runs[] = {{0, hex("f1 f0")},    {2, hex("00 11")},
                                                {8, hex("ff ff")},    {128, hex("01 ff")},
                                                {2048, hex("00 10")}, {4094, hex("10 00")}};
  for (const auto& [at, bytes] : runs)
    for (std::size_t i = 0; i < 2; ++i) expected[at + i] = bytes[i];
  expect_answer({Op::expand, Format::t2s, {32, 256}, worked_example()}, expected);
}

TEST(T2S_4, EveryByteWithoutAReservedCodeExpandsByItself) {
  constexpr std::uint32_t f[] = {15, 0, 1};
  Bytes tile = blank_tile();
  Bytes expected(4096);
  std::size_t i = 0;
  for (std::uint32_t b = 0; b < 256; ++b) {
    const std::uint32_t c[] = {b % 4, b / 4 % 4, b / 16 % 4, b / 64};
    if (c[0] == 3 || c[1] == 3 || c[2] == 3 || c[3] == 3) continue;
    tile[5 * i] = static_cast<std::uint8_t>(b);
    expected[10 * i] = static_cast<std::uint8_t>(f[c[0]] + 16 * f[c[1]]);
    expected[10 * i + 1] = static_cast<std::uint8_t>(f[c[2]] + 16 * f[c[3]]);
    ++i;
  }
  ASSERT_EQ(i, 81u);
  expect_answer({Op::expand, Format::t2s, {32, 256}, tile}, expected);
}

TEST(T2S_5, TheExpansionIsTheCodeAreaOfTheImageWithTheSameCodes) {
  const Sheet sheet = sheet_of({64, 512}, {0x3c00, 0x3800, 0x4200});
  const Bytes stream = build(Format::t2s, sheet);
  const Bytes image = build(Format::pb16i, sheet);
  Bytes codes;
  for (std::size_t tile = 0; tile < 4; ++tile) {
    const auto at = image.begin() + static_cast<std::ptrdiff_t>(tile * 4608);
    codes.insert(codes.end(), at, at + 4096);
  }
  expect_answer({Op::expand, Format::t2s, {64, 512}, Bytes(stream.begin(), stream.begin() + 8704)},
                codes);
}

TEST(T2S_6, TheWorkedExampleDecodesAsItsPageSays) {
  expect_weights({Op::decode, Format::t2s, {32, 256}, join({worked_example(), worked_table()})},
                 {{0, 0, 1.5f},
                  {1, 0, 1.5f},
                  {2, 0, 0.0f},
                  {3, 0, -1.0f},
                  {4, 0, 0.0f},
                  {6, 0, 1.0f},
                  {7, 0, 1.0f},
                  {0, 1, -1.5f},
                  {1, 1, 1.5f},
                  {1, 2, -0.0f},
                  {0, 16, 1.5f},
                  {2, 16, -1.0f},
                  {19, 0, 1.0f},
                  {18, 0, 0.0f},
                  {29, 255, 1.0f},
                  {28, 255, 0.0f},
                  {0, 128, 0.0f},
                  {3, 16, -1.0f}});
}

TEST(T2S_6, EachFeatureHasItsOwnExponent) {
  std::vector<std::int32_t> exponents;
  std::vector<float> weights;
  for (std::int32_t n = 0; n < 64; ++n) {
    exponents.push_back(n - 20);
    weights.insert(weights.end(), 256, static_cast<float>(std::ldexp(1.0, n - 20)));
  }
  Bytes tile(2176, 0xaa);
  for (std::size_t at = 2048; at < 2176; at += 2) put16(tile, at, 1);
  expect_all_weights({Op::decode, Format::t2s, {64, 256}, join({tile, tile, le32(exponents)})},
                     weights);
}

TEST(T2S_6, AMultiplierOfZeroStillMultiplies) {
  Bytes tile(2176, 0x00);
  expect_weights(decode_of(tile), {{0, 0, -0.0f}, {31, 255, -0.0f}});
  expect_counts(decode_of(tile), {0, 0, 0, 0, 64, 0});
}

}  // namespace
}  // namespace tritproof::test
