// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

constexpr std::uint32_t kPowers[] = {81, 27, 9, 3, 1};

// Digit `i` of the number that a byte stands for, most significant first.
int digit_of(std::uint32_t byte, std::uint32_t i) {
  return static_cast<int>(base3_number(byte) / kPowers[i] % 3);
}

Bytes block_of(Bytes qs, Bytes qh, std::uint16_t half = 0x3c00) {
  return join({std::move(qs), std::move(qh), le16({half})});
}

Bytes known_answer() {
  return hex(
      "456ccf456ccf456ccf456ccf456ccf456ccf456ccf456ccf456ccf456ccf456c"
      "94bb3194bb3194bb3194bb3194bb31943092bb30003c");
}

Question decode_of(Bytes block) { return {Op::decode, Format::tq1_0, {1, 256}, std::move(block)}; }

TEST(TQ1_0_1, ElementsStandWhereTheTableSays) {
  const std::tuple<std::uint64_t, std::size_t, std::uint8_t> spots[] = {
      {0, 0, 0xd5},    {1, 1, 0xd5},    {32, 0, 0x9c},   {64, 0, 0x89},   {159, 31, 0x81},
      {160, 32, 0xd5}, {175, 47, 0xd5}, {176, 32, 0x9c}, {239, 47, 0x81}, {240, 48, 0xd4},
      {243, 51, 0xd4}, {244, 48, 0x9b}, {255, 51, 0x82}};
  for (const auto& [element, at, byte] : spots) {
    SCOPED_TRACE(element);
    Bytes block = block_of(Bytes(48, 0x80), Bytes(4, 0x7f));
    block[at] = byte;
    std::vector<float> weights(256);
    weights[element] = 1.0f;
    expect_all_weights(decode_of(block), weights);
    Bytes codes(256);
    codes[element] = 1;
    expect_answer({Op::encode, Format::tq1_0, {1, 256}, join({codes, le16({0x3c00})})}, block);
  }
}

TEST(TQ1_0_1, TheScaleStandsLast) {
  Bytes block = block_of(Bytes(48, 0xff), Bytes(4, 0xfd), 0xc200);
  expect_all_weights(decode_of(block), std::vector<float>(256, -3.0f));
}

TEST(TQ1_0_2, EachByteGivesTheDigitsOfTheLargestNumberWrittenNotAboveIt) {
  for (std::uint32_t b = 0; b < 256; ++b) {
    SCOPED_TRACE(b);
    const auto byte = static_cast<std::uint8_t>(b);
    std::vector<float> weights(256);
    for (std::uint32_t e = 0; e < 256; ++e) {
      const std::uint32_t digit = e < 160 ? e / 32 : e < 240 ? (e - 160) / 16 : (e - 240) / 4;
      weights[e] = static_cast<float>(digit_of(b, digit) - 1);
    }
    expect_all_weights(decode_of(block_of(Bytes(48, byte), Bytes(4, byte))), weights);
  }
}

TEST(TQ1_0_2, TheWorkedExampleOfByte45HasDigits02102) {
  const int digits[] = {0, 2, 1, 0, 2};
  for (std::uint32_t i = 0; i < 5; ++i) EXPECT_EQ(digit_of(0x45, i), digits[i]);
  const Bytes block = block_of(join({hex("45"), Bytes(47, 0x80)}), Bytes(4, 0x7f));
  expect_weights(
      decode_of(block),
      {{0, 0, -1.0f}, {0, 32, 1.0f}, {0, 64, 0.0f}, {0, 96, -1.0f}, {0, 128, 1.0f}, {0, 1, 0.0f}});
}

TEST(TQ1_0_3, EveryFiveAndEveryFourDigitsAreWrittenAsTheCeiling) {
  for (std::uint32_t q = 0; q < 243; ++q) {
    const std::uint32_t q4 = q % 81;
    Bytes codes;
    for (std::uint32_t e = 0; e < 240; ++e) {
      const std::uint32_t digit = e < 160 ? e / 32 : (e - 160) / 16;
      codes.push_back(static_cast<std::uint8_t>(q / kPowers[digit] % 3 - 1));
    }
    for (std::uint32_t t = 0; t < 16; ++t)
      codes.push_back(static_cast<std::uint8_t>(q4 / kPowers[t / 4 + 1] % 3 - 1));
    const auto written = [](std::uint32_t v) {
      return static_cast<std::uint8_t>(256 * v / 243 + (256 * v % 243 != 0));
    };
    expect_answer({Op::encode, Format::tq1_0, {1, 256}, join({codes, le16({0x3c00})})},
                  block_of(Bytes(48, written(q)), Bytes(4, written(3 * q4))));
  }
}

TEST(TQ1_0_4, ThirteenBytesOfQsAndHundredSeventyFiveOfQhAreCounted) {
  const Bytes listed = hex("01 14 28 3c 4f 63 77 8a 9e b2 c5 d9 ed");
  const std::set<std::uint8_t> qs(listed.begin(), listed.end());
  std::set<std::uint32_t> written;
  for (std::uint32_t q = 0; q < 81; ++q) written.insert((256 * 3 * q + 242) / 243);
  ASSERT_EQ(qs.size(), 13u);
  ASSERT_EQ(written.size(), 256u - 175u);
  for (std::uint32_t b = 0; b < 256; ++b) {
    SCOPED_TRACE(b);
    const auto byte = static_cast<std::uint8_t>(b);
    Bytes block = block_of(Bytes(48, 0x80), Bytes(4, 0x7f));
    for (const std::size_t at : {0u, 31u, 32u, 47u}) block[at] = byte;
    expect_counts(decode_of(block), {0, 0, qs.contains(byte) ? 4u : 0u, 0, 0, 0});
    block = block_of(Bytes(48, 0x80), Bytes(4, byte));
    expect_counts(decode_of(block), {0, 0, written.contains(b) ? 0u : 4u, 0, 0, 0});
  }
}

TEST(TQ1_0_4, AnUnwrittenByteDecodesAsTheOneBelowIt) {
  for (const std::uint8_t byte : hex("01 14 28 3c 4f 63 77 8a 9e b2 c5 d9 ed")) {
    for (std::uint32_t i = 0; i < 5; ++i)
      EXPECT_EQ(digit_of(byte, i), digit_of(byte - 1u, i)) << int{byte};
    EXPECT_NE(base3_byte(base3_number(byte), 5), byte);
  }
}

TEST(TQ1_0_5, TheKnownAnswerIsEncodedAndDecoded) {
  const Bytes codes = mod3_codes(256);
  expect_answer({Op::encode, Format::tq1_0, {1, 256}, join({codes, le16({0x3c00})})},
                known_answer());
  std::vector<float> weights;
  for (int e = 0; e < 256; ++e) weights.push_back(static_cast<float>(e % 3 - 1));
  expect_all_weights(decode_of(known_answer()), weights);
}

TEST(TQ1_0_5, ConstantBlocksAreEncodedAsThePageSays) {
  const std::tuple<std::uint8_t, std::uint8_t, std::uint8_t> blocks[] = {
      {0xff, 0x00, 0x00}, {0x00, 0x80, 0x7f}, {0x01, 0xff, 0xfd}};
  for (const auto& [code, qs, qh] : blocks)
    expect_answer({Op::encode, Format::tq1_0, {1, 256}, join({Bytes(256, code), le16({0x3555})})},
                  block_of(Bytes(48, qs), Bytes(4, qh), 0x3555));
}

}  // namespace
}  // namespace tritproof::test
