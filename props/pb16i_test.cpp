// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "codec/container/raw.h"
#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

// Codes all zero, multipliers all 1.
Bytes blank_tile() {
  Bytes tile(4608);
  for (std::size_t at = 4096; at < 4608; at += 2) put16(tile, at, 1);
  return tile;
}

Question decode_of(const Bytes& tile, std::int32_t e_ref = 0) {
  return {Op::decode, Format::pb16i, {32, 256}, join({tile, side_table(32, e_ref)})};
}

// One column of 32 features: all of them -1 with one multiplier.
Question minus_ones(std::uint16_t ms, std::int32_t e_ref) {
  Bytes tile(4608, 0xff);
  for (std::size_t at = 4096; at < 4608; at += 2) put16(tile, at, ms);
  return decode_of(tile, e_ref);
}

TEST(PB16I_1, TheEvenElementIsTheLowNibbleAndValuesAreSigned) {
  Bytes tile = blank_tile();
  for (std::size_t i = 0; i < 8; ++i)
    tile[128 * (16 + 2) + 8 * 7 + i] = static_cast<std::uint8_t>(0x31 * i + 0x10);
  std::vector<Weight> expected;
  for (std::uint64_t i = 0; i < 8; ++i) {
    const std::uint32_t byte = static_cast<std::uint32_t>(0x31 * i + 0x10) & 0xff;
    const auto nibble = [](std::uint32_t v) { return static_cast<float>(v < 8 ? v : v - 16.0); };
    expected.push_back({16 + 2 * i, 2 * 16 + 7, nibble(byte % 16)});
    expected.push_back({16 + 2 * i + 1, 2 * 16 + 7, nibble(byte / 16)});
  }
  expect_weights(decode_of(tile), expected);
}

TEST(PB16I_1, EveryNibbleIsATwosComplementValue) {
  Bytes tile = blank_tile();
  for (std::size_t i = 0; i < 8; ++i) tile[i] = static_cast<std::uint8_t>(0x22 * i + 0x10);
  std::vector<Weight> expected;
  for (std::uint64_t n = 0; n < 16; ++n)
    expected.push_back({n, 0, static_cast<float>(n) - (n < 8 ? 0.0f : 16.0f)});
  expect_weights(decode_of(tile), expected);
}

TEST(PB16I_2, AMultiplierServesThirtyTwoKOfAFeature) {
  Bytes tile(4608, 0x11);
  std::vector<float> weights(32 * 256);
  for (std::size_t entry = 0; entry < 256; ++entry) {
    put16(tile, 4096 + 2 * entry, static_cast<std::uint32_t>(0xff00 + entry));
    const std::size_t n = entry / 128 * 16 + entry % 16;
    const std::size_t k = entry / 64 % 2 * 128 + entry / 16 % 4 * 32;
    for (std::size_t i = 0; i < 32; ++i)
      weights[n * 256 + k + i] = static_cast<float>(entry) - 256.0f;
  }
  expect_all_weights(decode_of(tile), weights);
}

TEST(PB16I_3, TheWorkedExampleDecodesAsItsPageSays) {
  Bytes tile = blank_tile();
  const std::pair<std::size_t, std::uint8_t> codes[] = {{0, 0xf1},  {1, 0xf0},   {8, 0xff},
                                                        {16, 0x87}, {128, 0x01}, {2049, 0x10}};
  for (const auto& [at, byte] : codes) tile[at] = byte;
  put16(tile, 4096, 6);
  put16(tile, 4098, 0xfffd);
  put16(tile, 4128, 6);
  put16(tile, 4224, 3);
  const Bytes table = join({hex("fe ff ff ff ff ff ff ff"), Bytes(120)});
  expect_weights({Op::decode, Format::pb16i, {32, 256}, join({tile, table})}, {{0, 0, 1.5f},
                                                                               {1, 0, 1.5f},
                                                                               {2, 0, 0.0f},
                                                                               {3, 0, -1.0f},
                                                                               {0, 1, -1.5f},
                                                                               {1, 1, 1.5f},
                                                                               {0, 2, 10.5f},
                                                                               {1, 2, 12.0f},
                                                                               {0, 16, 1.5f},
                                                                               {1, 16, -0.0f},
                                                                               {19, 0, 1.0f},
                                                                               {18, 0, 0.0f},
                                                                               {0, 128, 0.0f},
                                                                               {0, 32, 0.0f},
                                                                               {31, 255, 0.0f},
                                                                               {1, 3, -0.0f}});
}

TEST(PB16I_3, TheSideTableIsInOrderOfTheFeature) {
  std::vector<std::int32_t> exponents;
  std::vector<Weight> expected;
  Bytes tile = blank_tile();
  for (std::size_t i = 0; i < 4096; ++i) tile[i] = 0x11;
  for (std::int32_t n = 0; n < 64; ++n) {
    exponents.push_back(3 * n - 100);
    expected.push_back(
        {static_cast<std::uint64_t>(n), 255, static_cast<float>(std::ldexp(1.0, 3 * n - 100))});
  }
  expect_weights({Op::decode, Format::pb16i, {64, 256}, join({tile, tile, le32(exponents)})},
                 expected);
}

TEST(PB16I_4, AProductPastTheLargestFloatIsAnInfinityOfItsSign) {
  Bytes tile = blank_tile();
  tile[0] = 0x87;
  tile[1] = 0xf1;
  put16(tile, 4096, 0x4000);
  put16(tile, 4098, 0x4000);
  expect_weights(decode_of(tile, 113), {{0, 0, kInf},
                                        {1, 0, -kInf},
                                        {2, 0, std::ldexp(1.0f, 113)},
                                        {3, 0, -std::ldexp(1.0f, 113)},
                                        {0, 1, 0.0f}});
}

TEST(PB16I_5, AMultiplierOfZeroMakesAZeroScaleUnderEveryExponent) {
  for (const std::int32_t e_ref : {std::numeric_limits<std::int32_t>::min(), -150, 0, 128,
                                   std::numeric_limits<std::int32_t>::max()}) {
    Bytes tile(4608);
    tile[0] = 0x8f;
    tile[1] = 0x70;
    const Question question = decode_of(tile, e_ref);
    expect_weights(question, {{0, 0, -0.0f}, {1, 0, -0.0f}, {2, 0, 0.0f}, {3, 0, 0.0f}});
    expect_counts(question, {0, 0, 0, 0, 256, 0});
  }
}

TEST(PB16I_6, ScalesAtTheEdgesOfF32AreTaken) {
  expect_weights(minus_ones(1, -149), {{0, 0, -std::ldexp(1.0f, -149)}});
  expect_weights(minus_ones(2, -150), {{0, 0, -std::ldexp(1.0f, -149)}});
  expect_weights(minus_ones(0x8000, 112), {{0, 0, std::ldexp(1.0f, 127)}});
  expect_weights(minus_ones(0x8000, -164), {{0, 0, std::ldexp(1.0f, -149)}});
  expect_weights(minus_ones(32767, 113), {{0, 0, -std::ldexp(32767.0f, 113)}});
  expect_weights(minus_ones(1, 127), {{0, 0, -std::ldexp(1.0f, 127)}});
}

TEST(PB16I_6, ScalesThatAreNoFiniteF32AreRefused) {
  Places first;
  for (std::uint64_t n = 0; n < 8; ++n) first.push_back({4608 + 4 * n, 0, n, 0});
  const std::pair<std::uint16_t, std::int32_t> cases[] = {
      {1, -150},
      {3, -150},
      {0x7fff, -150},
      {1, 128},
      {0x8000, 113},
      {32767, 114},
      {0x8000, -165},
      {1, std::numeric_limits<std::int32_t>::max()},
      {1, std::numeric_limits<std::int32_t>::min()}};
  for (const auto& [ms, e_ref] : cases) {
    SCOPED_TRACE(e_ref);
    expect_refused(minus_ones(ms, e_ref), RefusalName::SideTable, 32, first);
  }
}

TEST(PB16I_6, FeaturesAreCountedOnceAndPlacedInTheSideTable) {
  Question question{Op::decode, Format::pb16i, {64, 512}, {}};
  const spec::FormatRow& row = spec::row_of(Format::pb16i);
  Bytes table = side_table(64, 0);
  put32(table, 4 * 3, 200);
  put32(table, 4 * 40, 0x80000000);
  question.input = join({good_units(row, {64, 512}), table});
  const Places places{{4 * 4608 + 12, 0, 3, 0}, {4 * 4608 + 160, 0, 40, 0}};
  expect_refused(question, RefusalName::SideTable, 2, places);
  question.op = Op::validate;
  expect_refused(question, RefusalName::SideTable, 2, places);
}

TEST(PB16I_6, EveryMultiplierOfAFeatureIsJudged) {
  for (const Format format : {Format::t2s, Format::pb16i}) {
    const spec::FormatRow& row = spec::row_of(format);
    const std::uint32_t first = spec::fields_of(row).back().offset;
    for (std::uint32_t at = first; at < row.bytes; at += 2) {
      Bytes unit = good_unit(row);
      for (std::uint32_t word = first; word < row.bytes; word += 2) put16(unit, word, word == at);
      const std::uint64_t n = (at - first) / 2 / (row.groups() / 2) * 16 + (at - first) / 2 % 16;
      expect_refused({Op::validate, format, {32, 256}, join({unit, side_table(32, 128)})},
                     RefusalName::SideTable, 1, {{row.bytes + 4 * n, 0, n, 0}});
    }
  }
}

TEST(PB16I_7, TheExponentIsTheLargestThatKeepsEveryScaleWhole) {
  Sheet sheet = sheet_of({32, 256}, {0x3e00, 0x3a00, 0x0000, 0x0000, 0x5c00, 0xdc00});
  const Bytes image = build(Format::pb16i, sheet);
  EXPECT_EQ(get16(image, 4096), 6u);
  EXPECT_EQ(get16(image, 4096 + 4 * 32), 3u);
  EXPECT_EQ(Bytes(image.begin() + 4608, image.begin() + 4620), hex("fe ffffff 00000000 08000000"));
  expect_answer(encode_of(Format::pb16i, sheet), image);
  expect_answer(encode_of(Format::t2s, sheet), build(Format::t2s, sheet));
}

TEST(PB16I_7, EveryFiniteHalfBesideItselfIsPacked) {
  for (std::uint32_t first = 0; first < 0x7c00; first += 32 * 31) {
    Sheet sheet = sheet_of({32 * 31, 256}, {0});
    for (std::uint32_t i = 0; i < 2 * 32 * 31; ++i) {
      const std::uint32_t half = first + i / 2;
      sheet.halves[i] = static_cast<std::uint16_t>(i % 2 == 0 || half == 0 ? half : half + 0x8000);
    }
    expect_answer(encode_of(Format::pb16i, sheet), build(Format::pb16i, sheet));
    expect_answer(encode_of(Format::t2s, sheet), build(Format::t2s, sheet));
  }
}

TEST(PB16I_8, InfinitiesAndNaNsAreRefusedAsNonFinite) {
  Sheet sheet = sheet_of({32, 256}, {0x3c00});
  sheet.halves[5] = 0x7c00;
  sheet.halves[6] = 0xfe01;
  sheet.halves[7] = 0x8000;
  const Places places{{8192 + 10, 0, 2, 128}, {8192 + 12, 0, 3, 0}};
  for (const Format format : {Format::pb16i, Format::t2s})
    expect_refused(encode_of(format, sheet), RefusalName::NonFiniteScale, 2, places);
}

TEST(PB16I_8, MinusZeroAndMultipliersPastInt16AreNotRepresentable) {
  Sheet sheet = sheet_of({32, 256}, {0x3c00});
  sheet.halves[5] = 0x8000;
  sheet.halves[8] = 0x3c00;
  sheet.halves[9] = 0x0001;
  const Places places{{8192 + 10, 0, 2, 128}, {8192 + 16, 0, 4, 0}};
  for (const Format format : {Format::pb16i, Format::t2s})
    expect_refused(encode_of(format, sheet), RefusalName::ScaleNotRepresentable, 2, places);
}

TEST(PB16I_8, TheLargestMultipliersFit) {
  Sheet sheet = sheet_of({32, 256}, {0x3c00});
  sheet.halves[0] = 0xf800;  // -32768 * 2^0, beside 1 * 2^0
  sheet.halves[2] = 0x77ff;  // 32752 * 2^0
  expect_answer(encode_of(Format::pb16i, sheet), build(Format::pb16i, sheet));
  sheet.halves[0] = 0x7800;  // +32768 does not fit
  expect_refused(encode_of(Format::pb16i, sheet), RefusalName::ScaleNotRepresentable, 1,
                 {{8192, 0, 0, 0}});
}

TEST(PB16I_9, AnImageWithAnAdditiveSideFileIsRefused) {
  const std::filesystem::path folder(testing::TempDir());
  const auto write = [&](const char* name, const Bytes& bytes) {
    std::ofstream file(folder / name, std::ios::binary);
    for (const std::uint8_t byte : bytes) file.put(static_cast<char>(byte));
  };
  const std::filesystem::path image = folder / "pb16i_additive.pb16i";
  write("pb16i_additive.pb16i", blank_tile());
  write("pb16i_additive.ref", side_table(32, 0));
  EXPECT_TRUE(container::read_raw(image, Format::pb16i, Geometry{32, 256}).has_value());
  write("pb16i_additive.min", Bytes(512));
  const auto refused = container::read_raw(image, Format::pb16i, Geometry{32, 256});
  for (const char* suffix : {".pb16i", ".ref", ".min"})
    std::filesystem::remove(folder / (std::string("pb16i_additive") + suffix));
  ASSERT_FALSE(refused.has_value());
  ASSERT_TRUE(std::holds_alternative<spec::Refusal>(refused.error()));
  EXPECT_EQ(std::get<spec::Refusal>(refused.error()).name, RefusalName::AdditiveTerm);
}

}  // namespace
}  // namespace tritproof::test
