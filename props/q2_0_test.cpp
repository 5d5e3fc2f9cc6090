// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

Bytes known_answer() { return hex("003c24499224499224499224499224499224"); }

Question decode_of(Bytes block) { return {Op::decode, Format::q2_0, {1, 64}, std::move(block)}; }

TEST(Q2_0_1, TheScaleStandsFirst) {
  expect_all_weights(decode_of(join({le16({0xb800}), Bytes(16, 0xaa)})),
                     std::vector<float>(64, -0.5f));
}

TEST(Q2_0_1, ABlockOfZerosIsEncodedWithItsScale) {
  for (const std::uint16_t half : {std::uint16_t{0}, std::uint16_t{0x8000}, std::uint16_t{0x3c01}})
    expect_answer({Op::encode, Format::q2_0, {1, 64}, join({Bytes(64), le16({half})})},
                  join({le16({half}), Bytes(16, 0x55)}));
}

TEST(Q2_0_2, FourNeighboursShareAByteLowBitsFirst) {
  Bytes block = join({le16({0x3c00}), Bytes(16, 0x55)});
  block[2 + 9] = 0b11'00'01'10;
  std::vector<float> weights(64);
  weights[36] = 1.0f;
  weights[38] = -1.0f;
  weights[39] = 2.0f;
  expect_all_weights(decode_of(block), weights);
}

TEST(Q2_0_2, SignsOfZeroAreThoseOfTheProduct) {
  expect_weights(decode_of(join({le16({0x8000}), Bytes(16, 0x24)})),
                 {{0, 0, 0.0f}, {0, 1, -0.0f}, {0, 2, -0.0f}, {0, 3, 0.0f}});
}

TEST(Q2_0_3, TheKnownAnswerIsEncodedAndDecoded) {
  expect_answer({Op::encode, Format::q2_0, {1, 64}, join({mod3_codes(64), le16({0x3c00})})},
                known_answer());
  std::vector<float> weights;
  for (int e = 0; e < 64; ++e) weights.push_back(static_cast<float>(e % 3 - 1));
  expect_all_weights(decode_of(known_answer()), weights);
}

TEST(Q2_0_3, WithByte2ChangedToE4ElementThreeIsPlusTwo) {
  Bytes block = known_answer();
  block[2] = 0xe4;
  expect_weights(decode_of(block), {{0, 0, -1.0f}, {0, 1, 0.0f}, {0, 2, 1.0f}, {0, 3, 2.0f}});
  expect_counts(decode_of(block), {0, 1, 0, 0, 0, 0});
}

TEST(Q2_0_4, EachBlockOfARowHasItsOwnScale) {
  Bytes input;
  std::vector<float> weights;
  for (int block = 0; block < 6; ++block) {
    const auto half = static_cast<std::uint16_t>(0x3c00 + 0x400 * block);
    input = join({input, le16({half}), Bytes(16, 0xaa)});
    weights.insert(weights.end(), 64, static_cast<float>(1 << block));
  }
  expect_all_weights({Op::decode, Format::q2_0, {1, 384}, input}, weights);
  expect_all_weights({Op::decode, Format::q2_0, {2, 192}, input}, weights);
  expect_all_weights({Op::decode, Format::q2_0, {6, 64}, input}, weights);
}

}  // namespace
}  // namespace tritproof::test
