// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

Bytes known_answer() {
  return hex("003c 2449922449922449922449922449922449922449922449922449922449922449");
}

Question decode_of(Bytes block) { return {Op::decode, Format::pq2_0, {1, 128}, std::move(block)}; }

TEST(PQ2_0_1, TheScaleStandsFirstAndServesAllOfTheBlock) {
  expect_all_weights(decode_of(join({le16({0xb800}), Bytes(32, 0xaa)})),
                     std::vector<float>(128, -0.5f));
}

TEST(PQ2_0_2, FourNeighboursShareAByteLowBitsFirst) {
  Bytes block = join({le16({0x3c00}), Bytes(32, 0x55)});
  block[2 + 25] = 0b11'00'01'10;
  std::vector<float> weights(128);
  weights[100] = 1.0f;
  weights[102] = -1.0f;
  weights[103] = 2.0f;
  expect_all_weights(decode_of(block), weights);
}

TEST(PQ2_0_3, TheKnownAnswerIsEncodedAndDecoded) {
  expect_answer({Op::encode, Format::pq2_0, {1, 128}, join({mod3_codes(128), le16({0x3c00})})},
                known_answer());
  std::vector<float> weights;
  for (int e = 0; e < 128; ++e) weights.push_back(static_cast<float>(e % 3 - 1));
  expect_all_weights(decode_of(known_answer()), weights);
}

TEST(PQ2_0_3, WithByte2ChangedToE4AndHalfTheScaleElementThreeIsOne) {
  Bytes block = known_answer();
  put16(block, 0, 0x3800);
  block[2] = 0xe4;
  expect_weights(decode_of(block), {{0, 0, -0.5f}, {0, 1, 0.0f}, {0, 2, 0.5f}, {0, 3, 1.0f}});
  expect_counts(decode_of(block), {0, 1, 0, 0, 0, 0});
}

TEST(PQ2_0_4, ABlockDecodesAsTwoQ2_0BlocksWithItsScale) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 64; ++i) {
    Bytes block(34);
    for (auto& byte : block) byte = static_cast<std::uint8_t>(random());
    const Bytes d(block.begin(), block.begin() + 2);
    const Bytes front(block.begin() + 2, block.begin() + 18);
    const Bytes back(block.begin() + 18, block.end());
    const Question halves{Op::decode, Format::q2_0, {1, 128}, join({d, front, d, back})};
    for (Subject* subject : subjects_declaring(Op::decode, Format::q2_0)) {
      const Outcome expected = subject->answer(halves.request());
      ASSERT_TRUE(std::holds_alternative<Bytes>(expected));
      Bytes words = std::get<Bytes>(expected);
      expect_answer(decode_of(block), words);
    }
  }
}

}  // namespace
}  // namespace tritproof::test
