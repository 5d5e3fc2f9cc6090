// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "codec/convert/compare.h"
#include "props/laws/agreement.h"
#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

float from_bits(std::uint32_t bits) { return std::bit_cast<float>(bits); }

// A q2_0 block whose first four codes are -1, 0, +1, +2.
Question q2_0_with_scale(std::uint16_t half) {
  return {Op::decode, Format::q2_0, {1, 64}, join({le16({half}), hex("e4"), Bytes(15, 0x55)})};
}

// A pb16i tile whose scales are all ms * 2^e_ref and whose code at (0, 0) is `code`.
Question pb16i_with_scale(std::uint16_t ms, std::int32_t e_ref, int code) {
  Bytes tile(4608);
  for (std::size_t at = 4096; at < 4608; at += 2) put16(tile, at, ms);
  put_code(tile, Format::pb16i, 0, 0, code);
  Question question{Op::decode, Format::pb16i, {32, 256}, join({tile, side_table(32, e_ref)})};
  question.flags.bf16 = true;
  return question;
}

void expect_first_bf16(const Question& question, std::uint16_t word) {
  with_every_subject(question, [&](const Outcome& outcome) {
    const auto* answer = std::get_if<Bytes>(&outcome);
    ASSERT_NE(answer, nullptr);
    ASSERT_EQ(answer->size(), 2u * 32 * 256);
    EXPECT_EQ(get16(*answer, 0), word);
  });
}

TEST(HALF_1, EveryPatternBecomesTheFloatOfTheSameValue) {
  for (std::uint32_t p = 0; p < 0x10000; ++p) {
    const float expected = static_cast<float>(half_value(p));
    ASSERT_EQ(word_of(reference::half_to_float(static_cast<std::uint16_t>(p))), word_of(expected))
        << p;
  }
}

TEST(HALF_1, TheExamplesOfThePageAreDecodedAsScales) {
  const std::pair<std::uint16_t, std::uint32_t> examples[] = {
      {0x0000, 0x00000000}, {0x8000, 0x80000000}, {0x0001, 0x33800000}, {0x00b9, 0x37390000},
      {0x03ff, 0x387fc000}, {0x0400, 0x38800000}, {0x3c00, 0x3f800000}, {0x7bff, 0x477fe000},
      {0xfc00, 0xff800000}, {0x7c01, 0x7fc00000}};
  for (const auto& [half, bits] : examples)
    expect_weights(q2_0_with_scale(half), {{0, 2, from_bits(bits)}});
}

TEST(HALF_2, EverySubnormalScaleKeepsItsValueInEveryHalfScaledFormat) {
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!row.ternary || row.side_table) continue;
    for (const std::uint32_t m : {1u, 2u, 185u, 512u, 1023u}) {
      Bytes unit = good_unit(row);
      put16(unit, scale_byte(row.id, 0, 0), m);
      put_code(unit, row.id, 0, 0, 1);
      const float value = std::ldexp(static_cast<float>(m), -24);
      expect_weights({Op::decode, row.id, units_of(row, 1, 1), unit}, {{0, 0, value}});
    }
  }
}

TEST(HALF_3, EveryMiddleBetweenTwoHalvesGoesToTheEvenOne) {
  for (std::uint32_t h = 0; h < 0x7bff; ++h) {
    const auto middle = static_cast<float>((half_value(h) + half_value(h + 1)) / 2);
    const auto even = static_cast<std::uint16_t>(h + h % 2);
    ASSERT_EQ(reference::float_to_half(middle), even) << h;
    ASSERT_EQ(reference::float_to_half(-middle), 0x8000 | even) << h;
    ASSERT_EQ(reference::float_to_half(std::nextafter(middle, 0.0f)), h);
    ASSERT_EQ(reference::float_to_half(std::nextafter(middle, kInf)), h + 1);
    ASSERT_EQ(reference::float_to_half(static_cast<float>(half_value(h))), h);
  }
}

TEST(HALF_3, TheExamplesOfThePageRoundAsItSays) {
  EXPECT_EQ(reference::float_to_half(from_bits(0x477fefff)), 0x7bff);
  EXPECT_EQ(reference::float_to_half(from_bits(0x477ff000)), 0x7c00);
  EXPECT_EQ(reference::float_to_half(from_bits(0x33000000)), 0x0000);
  EXPECT_EQ(reference::float_to_half(from_bits(0x33000001)), 0x0001);
  EXPECT_EQ(reference::float_to_half(from_bits(0x33c00000)), 0x0002);
}

TEST(HALF_3, SignsAndInfinitiesAndNaNsAreKept) {
  EXPECT_EQ(reference::float_to_half(-0.0f), 0x8000);
  EXPECT_EQ(reference::float_to_half(from_bits(0x80000001)), 0x8000);
  EXPECT_EQ(reference::float_to_half(-65520.0f), 0xfc00);
  EXPECT_EQ(reference::float_to_half(std::numeric_limits<float>::max()), 0x7c00);
  EXPECT_EQ(reference::float_to_half(-kInf), 0xfc00);
  for (const std::uint32_t nan : {0x7f800001u, 0x7fffffffu, 0xff801000u, 0x7fc00000u}) {
    const std::uint16_t half = reference::float_to_half(from_bits(nan));
    EXPECT_GT(half & 0x7fff, 0x7c00) << nan;
  }
}

TEST(HALF_4, EveryUpperHalfRoundsToNearestEven) {
  for (std::uint32_t upper = 0; upper < 0x10000; ++upper) {
    for (const std::uint32_t rest : {0u, 1u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu}) {
      const float value = from_bits(upper << 16 | rest);
      const std::uint16_t got = reference::float_to_bf16(value);
      ASSERT_EQ(reference::canonical_bf16(got), bf16_of(value)) << upper << " " << rest;
    }
  }
}

TEST(HALF_4, TheExamplesOfThePageRoundAsItSays) {
  EXPECT_EQ(reference::float_to_bf16(from_bits(0x3f808000)), 0x3f80);
  EXPECT_EQ(reference::float_to_bf16(from_bits(0x3f818000)), 0x3f82);
  EXPECT_EQ(reference::float_to_bf16(from_bits(0x7f7f7fff)), 0x7f7f);
  EXPECT_EQ(reference::float_to_bf16(from_bits(0x7f7f8000)), 0x7f80);
  EXPECT_GT(reference::float_to_bf16(from_bits(0x7fffffff)) & 0x7fff, 0x7f80);
  EXPECT_GT(reference::float_to_bf16(from_bits(0xff800001)) & 0x7fff, 0x7f80);
}

TEST(HALF_4, WeightsRoundLikeThatInEverySubject) {
  expect_first_bf16(pb16i_with_scale(257, -8, 1), 0x3f80);
  expect_first_bf16(pb16i_with_scale(259, -8, 1), 0x3f82);
  expect_first_bf16(pb16i_with_scale(259, -8, -1), 0xbf82);
  expect_first_bf16(pb16i_with_scale(511, 119, 1), 0x7f80);
  expect_first_bf16(pb16i_with_scale(510, 119, 1), 0x7f7f);
}

TEST(HALF_5, ZerosAreSignedAsTheProductIs) {
  expect_weights(q2_0_with_scale(0x8000), {{0, 0, 0.0f}, {0, 1, -0.0f}, {0, 2, -0.0f}});
  expect_weights(q2_0_with_scale(0x0000), {{0, 0, -0.0f}, {0, 1, 0.0f}, {0, 2, 0.0f}});
  expect_weights(q2_0_with_scale(0xbc00), {{0, 0, 1.0f}, {0, 1, -0.0f}, {0, 2, -1.0f}});
}

TEST(HALF_5, CodeZeroWithAnInfiniteOrNaNScaleIsNaN) {
  expect_weights(q2_0_with_scale(0x7c00), {{0, 0, -kInf}, {0, 1, kNaN}, {0, 2, kInf}});
  expect_weights(q2_0_with_scale(0xfc00), {{0, 0, kInf}, {0, 1, kNaN}, {0, 2, -kInf}});
  expect_weights(q2_0_with_scale(0x7c01), {{0, 0, kNaN}, {0, 1, kNaN}, {0, 2, kNaN}});
}

TEST(HALF_5, TwiceTheLargestHalfIsExact) {
  expect_weights(q2_0_with_scale(0xfbff), {{0, 3, -131008.0f}, {0, 0, 65504.0f}});
}

Outcome one_word(std::uint32_t word) {
  Bytes bytes(4);
  put32(bytes, 0, word);
  return bytes;
}

bool words_agree(std::uint32_t a, std::uint32_t b) {
  const Request request{Op::decode, Format::q2_0, {}, {1, 1}, 0, {}, 0};
  return !laws::agree(request, one_word(a), one_word(b));
}

TEST(HALF_6, AllNaNsAgreeAndAgreeWithNothingElse) {
  for (const std::uint32_t nan : {0x7f800001u, 0x7fffffffu, 0xffc00000u, 0xff800001u}) {
    EXPECT_TRUE(words_agree(0x7fc00000, nan));
    EXPECT_EQ(reference::canonical_word(from_bits(nan)), 0x7fc00000u);
    for (const std::uint32_t other : {0x7f800000u, 0xff800000u, 0x00000000u, 0x7f7fffffu})
      EXPECT_FALSE(words_agree(nan, other));
  }
}

TEST(HALF_6, Bf16NaNsBecomeTheOneNaNOfTheirOwn) {
  EXPECT_EQ(reference::canonical_bf16(0x7f81), 0x7fc0);
  EXPECT_EQ(reference::canonical_bf16(0xffff), 0x7fc0);
  EXPECT_EQ(reference::canonical_bf16(0x7f80), 0x7f80);
  EXPECT_EQ(reference::canonical_bf16(0xff80), 0xff80);
  Request request{Op::decode, Format::q2_0, {}, {1, 2}, 0, {}, 0};
  request.flags.bf16 = true;
  EXPECT_EQ(laws::canonical(request, hex("81 ff 80 ff")), hex("c0 7f 80 ff"));
}

TEST(HALF_7, OneBitIsADifferenceAndSoIsTheSignOfZero) {
  EXPECT_TRUE(words_agree(0x3f800000, 0x3f800000));
  EXPECT_FALSE(words_agree(0x3f800000, 0x3f800001));
  EXPECT_FALSE(words_agree(0x00000000, 0x80000000));
  EXPECT_FALSE(words_agree(0x00000000, 0x00000001));
}

TEST(HALF_7, AnswersAreLittleEndianWords) {
  with_every_subject(q2_0_with_scale(0x3c00), [](const Outcome& outcome) {
    const Bytes& answer = std::get<Bytes>(outcome);
    EXPECT_EQ(Bytes(answer.begin(), answer.begin() + 16),
              hex("00 00 80 bf 00 00 00 00 00 00 80 3f 00 00 00 40"));
  });
}

TEST(HALF_7, ComparingTensorsTellsPlusZeroFromMinusZero) {
  const Bytes plus = join({le16({0x0000}), Bytes(16, 0x55)});
  const Bytes minus = join({le16({0x8000}), Bytes(16, 0x55)});
  const auto a = container::memory_source(plus);
  const auto b = container::memory_source(minus);
  const auto compared =
      convert::compare(convert::stored_in(*a, Format::q2_0, spec::Layout::standard, {1, 64}, 18),
                       convert::stored_in(*b, Format::q2_0, spec::Layout::standard, {1, 64}, 18));
  ASSERT_TRUE(compared.has_value());
  EXPECT_EQ(compared->weights, 64u);
  EXPECT_EQ(compared->differing, 64u);
  EXPECT_FALSE(compared->equal());
}

TEST(HALF_8, ABf16AnswerIsTheFinishedWeightRoundedOnce) {
  expect_first_bf16(pb16i_with_scale(257, -8, 7), 0x40e1);
  expect_first_bf16(pb16i_with_scale(257, -8, -7), 0xc0e1);
}

}  // namespace
}  // namespace tritproof::test
