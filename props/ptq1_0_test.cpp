// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

constexpr std::uint32_t kPowers[] = {81, 27, 9, 3, 1};

std::uint32_t digit_index(std::uint32_t e) {
  return e < 80 ? e / 16 : e < 120 ? (e - 80) / 8 : (e - 120) / 2;
}

Bytes block_of(Bytes qs, Bytes qh, std::uint16_t half = 0x3c00) {
  return join({std::move(qs), std::move(qh), le16({half})});
}

Bytes known_answer() { return hex("3194bb3194bb3194bb3194bb3194bb31cf456ccf456ccf45436c 003c"); }

Question decode_of(Bytes block) { return {Op::decode, Format::ptq1_0, {1, 128}, std::move(block)}; }

Question encode_of(const Bytes& codes, std::uint16_t half = 0x3c00) {
  return {Op::encode, Format::ptq1_0, {1, 128}, join({codes, le16({half})})};
}

TEST(PTQ1_0_1, ElementsStandWhereTheTableSays) {
  std::vector<float> weights(128);
  for (std::uint32_t e = 0; e < 128; ++e) {
    Bytes block = block_of(Bytes(24, 0x80), Bytes(2, 0x7f));
    const std::uint32_t at = e < 80 ? e % 16 : e < 120 ? 16 + (e - 80) % 8 : 24 + (e - 120) % 2;
    const std::uint32_t q = 121 - kPowers[digit_index(e)];
    block[at] = e < 120 ? base3_byte(q, 5) : base3_byte(q / 3, 4);
    weights.assign(128, 0.0f);
    weights[e] = -1.0f;
    SCOPED_TRACE(e);
    expect_all_weights(decode_of(block), weights);
  }
}

TEST(PTQ1_0_1, TheScaleStandsLast) {
  expect_all_weights(decode_of(block_of(Bytes(24, 0xff), Bytes(2, 0xfd), 0x0001)),
                     std::vector<float>(128, 0x1p-24f));
}

TEST(PTQ1_0_2, EachByteGivesTheDigitsOfTheLargestNumberWrittenNotAboveIt) {
  for (std::uint32_t b = 0; b < 256; ++b) {
    SCOPED_TRACE(b);
    const auto byte = static_cast<std::uint8_t>(b);
    std::vector<float> weights;
    for (std::uint32_t e = 0; e < 128; ++e)
      weights.push_back(static_cast<float>(base3_number(b) / kPowers[digit_index(e)] % 3) - 1.0f);
    expect_all_weights(decode_of(block_of(Bytes(24, byte), Bytes(2, byte))), weights);
  }
}

TEST(PTQ1_0_2, EveryFiveAndEveryFourDigitsAreWrittenAsTheCeiling) {
  for (std::uint32_t q = 0; q < 243; ++q) {
    const std::uint32_t q4 = q % 81;
    Bytes codes;
    for (std::uint32_t e = 0; e < 128; ++e) {
      const std::uint32_t number = e < 120 ? q : 3 * q4;
      codes.push_back(static_cast<std::uint8_t>(number / kPowers[digit_index(e)] % 3 - 1));
    }
    const auto written = [](std::uint32_t v) {
      return static_cast<std::uint8_t>(256 * v / 243 + (256 * v % 243 != 0));
    };
    expect_answer(encode_of(codes), block_of(Bytes(24, written(q)), Bytes(2, written(3 * q4))));
  }
}

TEST(PTQ1_0_2, BytesThatNoEncoderWritesAreCounted) {
  std::set<std::uint32_t> five;
  std::set<std::uint32_t> four;
  for (std::uint32_t q = 0; q < 243; ++q) five.insert((256 * q + 242) / 243);
  for (std::uint32_t q = 0; q < 81; ++q) four.insert((256 * 3 * q + 242) / 243);
  ASSERT_EQ(256 - five.size(), 13u);
  ASSERT_EQ(256 - four.size(), 175u);
  for (std::uint32_t b = 0; b < 256; ++b) {
    SCOPED_TRACE(b);
    const auto byte = static_cast<std::uint8_t>(b);
    const std::uint64_t count = (five.contains(b) ? 0u : 24u) + (four.contains(b) ? 0u : 2u);
    expect_counts(decode_of(block_of(Bytes(24, byte), Bytes(2, byte))), {0, 0, count, 0, 0, 0});
  }
}

TEST(PTQ1_0_3, TheKnownAnswerIsEncodedAndDecoded) {
  expect_answer(encode_of(mod3_codes(128)), known_answer());
  std::vector<float> weights;
  for (int e = 0; e < 128; ++e) weights.push_back(static_cast<float>(e % 3 - 1));
  expect_all_weights(decode_of(known_answer()), weights);
}

TEST(PTQ1_0_4, ConstantBlocksAreExactlyThoseOfTheTable) {
  const std::tuple<std::uint8_t, std::uint8_t, std::uint8_t> blocks[] = {
      {0xff, 0x00, 0x00}, {0x00, 0x80, 0x7f}, {0x01, 0xff, 0xfd}};
  for (const auto& [code, qs, qh] : blocks) {
    const Bytes block = block_of(Bytes(24, qs), Bytes(2, qh));
    expect_answer(encode_of(Bytes(128, code)), block);
    expect_all_weights(decode_of(block),
                       std::vector<float>(128, static_cast<float>(static_cast<std::int8_t>(code))));
  }
}

TEST(PTQ1_0_4, BlocksWithASinglePlusOneAreExactlyThoseOfTheTable) {
  const std::tuple<std::size_t, std::size_t, std::uint8_t> singles[] = {
      {0, 0, 0xd5},    {16, 0, 0x9c},   {79, 15, 0x81},  {80, 16, 0xd5},  {88, 16, 0x9c},
      {119, 23, 0x81}, {120, 24, 0xd4}, {121, 25, 0xd4}, {122, 24, 0x9b}, {127, 25, 0x82}};
  for (const auto& [element, at, byte] : singles) {
    SCOPED_TRACE(element);
    Bytes block = block_of(Bytes(24, 0x80), Bytes(2, 0x7f));
    block[at] = byte;
    Bytes codes(128);
    codes[element] = 1;
    expect_answer(encode_of(codes), block);
    std::vector<float> weights(128);
    weights[element] = 1.0f;
    expect_all_weights(decode_of(block), weights);
  }
}

}  // namespace
}  // namespace tritproof::test
