// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

Bytes known_answer() {
  return hex(
      "186186186186186186186186186186186186186186186186186186186186186186"
      "18618618618618618618618618618618618618618618618618618618618618003c");
}

Question decode_of(Bytes block) { return {Op::decode, Format::tq2_0, {1, 256}, std::move(block)}; }

// Codes all zero but for qs byte 0.
Bytes block_with(std::uint8_t first, std::uint16_t half) {
  return join({{first}, Bytes(63, 0x55), le16({half})});
}

TEST(TQ2_0_1, AByteHoldsElementsThirtyTwoApart) {
  Bytes block = join({Bytes(64, 0x55), le16({0x3c00})});
  block[5] = 0b00'10'01'00;
  block[32 + 31] = 0b10'00'10'01;
  std::vector<float> weights(256);
  weights[5] = -1.0f;
  weights[5 + 64] = 1.0f;
  weights[5 + 96] = -1.0f;
  weights[159 + 32] = 1.0f;
  weights[159 + 64] = -1.0f;
  weights[159 + 96] = 1.0f;
  expect_all_weights(decode_of(block), weights);
}

TEST(TQ2_0_1, TheScaleStandsLast) {
  expect_all_weights(decode_of(join({Bytes(64, 0xaa), le16({0xb800})})),
                     std::vector<float>(256, -0.5f));
}

TEST(TQ2_0_2, CodeBits3AreTwiceTheScale) {
  expect_weights(decode_of(block_with(0x1b, 0x3c00)),
                 {{0, 0, 2.0f}, {0, 32, 1.0f}, {0, 64, 0.0f}, {0, 96, -1.0f}, {0, 1, 0.0f}});
  expect_weights(decode_of(block_with(0x1b, 0xfbff)), {{0, 0, -131008.0f}});
  expect_weights(decode_of(block_with(0x1b, 0x8000)), {{0, 0, -0.0f}, {0, 96, 0.0f}});
}

TEST(TQ2_0_2, TheOtherTwoBitBlocksReadCodeBits3Alike) {
  for (const Format format : {Format::q2_0, Format::pq2_0}) {
    const spec::FormatRow& row = spec::row_of(format);
    const Bytes block = join({le16({0x4200}), Bytes(row.bytes - 2, 0xff)});
    expect_all_weights({Op::decode, format, {1, row.columns}, block},
                       std::vector<float>(row.columns, 6.0f));
  }
}

TEST(TQ2_0_3, EachCode3IsCounted) {
  expect_counts(decode_of(block_with(0x1b, 0x3c00)), {0, 1, 0, 0, 0, 0});
  for (const spec::FormatRow& row : spec::kFormats) {
    if (row.code3 != spec::Code3::plus_two) continue;
    Bytes block = good_unit(row);
    for (std::uint32_t c = 0; c < row.columns; c += 7) put_code(block, row.id, 0, c, 2);
    expect_counts({Op::validate, row.id, {1, row.columns}, block},
                  {0, (row.columns + 6) / 7, 0, 0, 0, 0});
  }
}

TEST(TQ2_0_3, NoEncoderWritesCode3) {
  for (const spec::FormatRow& row : spec::kFormats) {
    if (row.code3 != spec::Code3::plus_two) continue;
    Bytes codes(row.columns);
    codes[row.columns - 1] = 2;
    expect_refused({Op::encode, row.id, {1, row.columns}, join({codes, le16({0x3c00})})},
                   RefusalName::NotTernary, 1, {{row.columns - 1, 0, 0, row.columns - 1}});
  }
}

TEST(TQ2_0_4, TheKnownAnswerIsEncodedAndDecoded) {
  expect_answer({Op::encode, Format::tq2_0, {1, 256}, join({mod3_codes(256), le16({0x3c00})})},
                known_answer());
  std::vector<float> weights;
  for (int e = 0; e < 256; ++e) weights.push_back(static_cast<float>(e % 3 - 1));
  expect_all_weights(decode_of(known_answer()), weights);
}

}  // namespace
}  // namespace tritproof::test
