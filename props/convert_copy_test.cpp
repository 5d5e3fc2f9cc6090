// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "codec/convert/convert.h"
#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

Question conversion(Format from, Format to, Geometry geometry, Bytes input, bool clamp = false) {
  Question question{Op::convert, from, geometry, std::move(input)};
  question.flags.target = to;
  question.flags.clamp = clamp;
  return question;
}

Question copy(Format format, Geometry geometry, Bytes input, bool clamp = false) {
  return conversion(format, format, geometry, std::move(input), clamp);
}

// Any bytes without code 3; pb16i codes ternary, multipliers of any kind under exponents in range.
Bytes any_ternary(const spec::FormatRow& row, Geometry geometry, std::mt19937_64& random) {
  Bytes units = good_units(row, geometry);
  for (std::size_t at = 0; at < units.size(); ++at) {
    auto byte = static_cast<std::uint8_t>(random());
    const std::size_t inside = at % row.bytes;
    for (const spec::Field& field : spec::fields_of(row)) {
      if (inside < field.offset || inside >= field.offset + field.bytes) continue;
      if (field.kind == spec::code2) byte &= static_cast<std::uint8_t>(~(byte & byte >> 1 & 0x55));
      if (field.kind == spec::int4) byte = byte % 3 == 0 ? 0x1f : byte % 3 == 1 ? 0xf0 : 0x01;
    }
    units[at] = byte;
  }
  return row.side_table ? join({units, side_table(geometry.n, -3)}) : units;
}

TEST(CONV_9, WhatPassesTheCodeChecksIsCopiedByteForByte) {
  std::mt19937_64 random(10);
  int copies = 0;
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!row.ternary) continue;
    const Geometry geometry{64, 512};
    const Bytes input = any_ternary(row, geometry, random);
    expect_answer(copy(row.id, geometry, input), input);
    expect_answer(copy(row.id, geometry, input, true), input);
    ++copies;
  }
  EXPECT_EQ(copies, 8);
}

TEST(CONV_9, TheCodeChecksAreMade) {
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!row.ternary || row.gguf_id == 34 || row.gguf_id == 143) continue;
    Bytes input = good_tensor(row, {32, 256});
    put_code(input, row.id, 0, 1, 2);
    const Spot spot = code_spot(row.id, 0, 1);
    const RefusalName name = row.code3 == spec::Code3::reserved   ? RefusalName::ReservedCode
                             : row.code3 == spec::Code3::plus_two ? RefusalName::PlusTwo
                                                                  : RefusalName::NotTernary;
    expect_refused(copy(row.id, {32, 256}, input), name, 1, {{spot.byte, spot.bit, 0, 1}});
  }
}

TEST(CONV_9, AnExponentOutOfRangeIsRefusedInACopyToo) {
  for (const Format format : {Format::pb16i, Format::t2s}) {
    const Bytes input = good_tensor(spec::row_of(format), {32, 256}, 200);
    expect_refused(copy(format, {32, 256}, input), RefusalName::SideTable);
  }
}

TEST(CONV_9, ClampingIsCarriedOutInACopyToo) {
  for (const Format format : {Format::tq2_0, Format::q2_0, Format::pq2_0}) {
    Bytes input = good_tensor(spec::row_of(format), {1, 256});
    put_code(input, format, 0, 1, 2);
    Bytes expected = input;
    put_code(expected, format, 0, 1, 1);
    expect_answer(copy(format, {1, 256}, input, true), expected);
  }
}

TEST(CONV_9, UnequalMultipliersOfAnImageAreCopied) {
  const Bytes image = good_tensor(spec::row_of(Format::pb16i), {32, 256});
  expect_answer(copy(Format::pb16i, {32, 256}, image), image);
}

// A chunk that is blank but for S and M of row 0 and scale and minimum of its first group.
Bytes q4_k_chunk(std::uint16_t s, std::uint8_t scale, std::uint16_t m, std::uint8_t min) {
  Bytes chunk(4736);
  put16(chunk, 4608, s);
  put16(chunk, 4672, m);
  chunk[0] = scale;
  chunk[256] = min;
  return chunk;
}

convert::Repacked repacked(Format source, const Bytes& tiles) {
  auto result = convert::repack_q4_1(source, {32, 256}, tiles);
  EXPECT_TRUE(result.has_value());
  return result ? *result : convert::Repacked{};
}

TEST(CONV_10, TheWorkedExampleRoundsToEvenAndReportsOneChange) {
  const convert::Repacked result = repacked(Format::q4_k, q4_k_chunk(0x3f81, 3, 0, 0));
  EXPECT_EQ(get16(result.tiles, 0), 0x4042u);
  EXPECT_EQ(get16(result.tiles, 512), 0x0000u);
  EXPECT_EQ(result.changed, 1u);
  EXPECT_EQ(result.numbers, 512u);
}

TEST(CONV_10, ScaleAndZeroAreRoundedAndCountedApart) {
  convert::Repacked result = repacked(Format::q4_k, q4_k_chunk(0x3f80, 3, 0x3f81, 3));
  EXPECT_EQ(get16(result.tiles, 0), 0x4040u);
  EXPECT_EQ(get16(result.tiles, 512), 0x4042u);
  EXPECT_EQ(result.changed, 1u);
  result = repacked(Format::q4_k, q4_k_chunk(0x3f81, 3, 0xbf81, 3));
  EXPECT_EQ(get16(result.tiles, 512), 0xc042u);
  EXPECT_EQ(result.changed, 2u);
}

TEST(CONV_10, InfinitiesAndNaNsStay) {
  const convert::Repacked result = repacked(Format::q4_k, q4_k_chunk(0x7f81, 3, 0xff80, 1));
  EXPECT_GT(get16(result.tiles, 0) & 0x7fff, 0x7f80u);
  EXPECT_EQ(get16(result.tiles, 512), 0xff80u);
  EXPECT_EQ(get16(repacked(Format::q4_k, q4_k_chunk(0x7f7f, 255, 0, 0)).tiles, 0), 0x7f80u);
}

TEST(CONV_10, CodesScalesAndZerosFindTheirPlaces) {
  std::mt19937_64 random(11);
  Bytes chunk = good_unit(spec::row_of(Format::q4_k));
  for (std::size_t at = 0; at < 4608; ++at) chunk[at] = static_cast<std::uint8_t>(random());
  Bytes expected(5120);
  std::uint64_t changed = 0;
  const auto rounded = [&](std::uint32_t at, double value) {
    put16(expected, at, bf16_of(static_cast<float>(value)));
    changed += bf16_value(get16(expected, at)) != value;
  };
  for (std::uint32_t i = 0; i < 256; ++i) {
    rounded(2 * i, bf16_value(get16(chunk, 4608 + 2 * (i % 32))) * chunk[i]);
    rounded(512 + 2 * i, bf16_value(get16(chunk, 4672 + 2 * (i % 32))) * chunk[256 + i]);
  }
  for (std::uint32_t r = 0; r < 32; ++r)
    for (std::uint32_t c = 0; c < 256; ++c)
      put_code(expected, Format::q4_1, r, c, code_at(chunk, Format::q4_k, r, c));
  EXPECT_EQ(repacked(Format::q4_k, chunk).tiles, expected);
  EXPECT_EQ(repacked(Format::q4_k, chunk).changed, changed);
  expect_answer(conversion(Format::q4_k, Format::q4_1, {32, 256}, chunk), expected);
}

TEST(CONV_10, Q4_1IsCopied) {
  std::mt19937_64 random(12);
  Bytes chunk(5120);
  for (auto& byte : chunk) byte = static_cast<std::uint8_t>(random());
  EXPECT_EQ(repacked(Format::q4_1, chunk).tiles, chunk);
  EXPECT_EQ(repacked(Format::q4_1, chunk).changed, 0u);
  expect_answer(conversion(Format::q4_1, Format::q4_1, {32, 256}, chunk), chunk);
}

TEST(CONV_11, EveryOtherPairWithAFourOrEightBitChunkIsRefusedNamingBoth) {
  const auto subject = make_subject("reference");
  int pairs = 0;
  for (const spec::FormatRow& from : spec::kFormats) {
    for (const spec::FormatRow& to : spec::kFormats) {
      if (from.ternary && to.ternary) continue;
      if (to.id == Format::q4_1 && (from.id == Format::q4_1 || from.id == Format::q4_k)) continue;
      SCOPED_TRACE(std::string(from.name) + " to " + std::string(to.name));
      const Question question = conversion(from.id, to.id, {32, 256}, good_tensor(from, {32, 256}));
      const Outcome outcome = subject->answer(question.request());
      const auto* refusal = std::get_if<spec::Refusal>(&outcome);
      ASSERT_NE(refusal, nullptr);
      EXPECT_EQ(refusal->name, RefusalName::NoSuchConversion);
      const std::string text = refusal->where + refusal->expected + " " + refusal->got;
      EXPECT_NE(text.find(from.name), std::string::npos) << text;
      EXPECT_NE(text.find(to.name), std::string::npos) << text;
      ++pairs;
    }
  }
  EXPECT_EQ(pairs, 11 * 11 - 64 - 2);
}

TEST(CONV_11, RepackRefusesEverySourceButTwo) {
  for (const spec::FormatRow& row : spec::kFormats) {
    if (row.id == Format::q4_1 || row.id == Format::q4_k) continue;
    const auto result = convert::repack_q4_1(row.id, {32, 256}, good_tensor(row, {32, 256}));
    ASSERT_FALSE(result.has_value()) << row.name;
    EXPECT_EQ(result.error().name, RefusalName::NoSuchConversion) << row.name;
  }
}

TEST(CONV_12, GeometryIsThatOfBothSides) {
  const std::tuple<Format, Format, Geometry> cases[] = {
      {Format::ptq1_0, Format::tq1_0, {1, 128}}, {Format::q2_0, Format::pq2_0, {1, 64}},
      {Format::q2_0, Format::ptq1_0, {1, 192}},  {Format::tq1_0, Format::t2, {1, 256}},
      {Format::tq2_0, Format::pb16i, {33, 256}}, {Format::pq2_0, Format::t2s, {32, 384}},
      {Format::q2_0, Format::tq2_0, {5, 128}}};
  for (const auto& [from, to, geometry] : cases) {
    const spec::FormatRow& row = spec::row_of(from);
    expect_refused(conversion(from, to, geometry, good_tensor(row, geometry)),
                   RefusalName::Geometry);
    const auto size = convert::target_size(from, to, geometry);
    ASSERT_FALSE(size.has_value());
    EXPECT_EQ(size.error().name, RefusalName::Geometry);
  }
}

TEST(CONV_12, ShapesOfWholeBlocksNeedNotBeWholeTiles) {
  const Sheet sheet = sheet_of({5, 384}, {0x3c00, 0x3800, 0xbc00});
  const Format formats[] = {Format::q2_0, Format::pq2_0, Format::ptq1_0};
  for (const Format from : formats)
    for (const Format to : formats)
      expect_answer(conversion(from, to, {5, 384}, build(from, sheet)), build(to, sheet));
}

TEST(CONV_12, OneBlockOfEachGgufTypeIsAShapeOfItsOwn) {
  for (const spec::FormatRow& row : spec::kFormats) {
    if (row.gguf_id == 0) continue;
    const Bytes block = good_unit(row);
    expect_answer(copy(row.id, {1, row.columns}, block), block);
  }
}

TEST(CONV_12, SizesOfTheTargetAreThoseOfItsTilesAndTable) {
  const auto size = convert::target_size(Format::tq1_0, Format::pb16i, {64, 512});
  ASSERT_TRUE(size.has_value());
  EXPECT_EQ(size->units, 4u * 4608);
  EXPECT_EQ(size->ref, 256u);
  EXPECT_EQ(convert::target_size(Format::t2, Format::q2_0, {32, 256})->units, 128u * 18);
}

}  // namespace
}  // namespace tritproof::test
