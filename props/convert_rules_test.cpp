// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
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

constexpr Format kTwoBit[] = {Format::tq2_0, Format::q2_0, Format::pq2_0};

// A sheet's blocks in which row 3 holds +2 at columns 0, 128 and 255, and the sheet with +1 there.
Bytes with_plus_two(Format format, Sheet& sheet) {
  Bytes blocks = build(format, sheet);
  const spec::FormatRow& row = spec::row_of(format);
  for (const std::uint32_t k : {0u, 128u, 255u}) {
    const std::size_t block = 3 * (256 / row.columns) + k / row.columns;
    put_code(std::span(blocks).subspan(block * row.bytes, row.bytes), format, 0, k % row.columns,
             2);
    sheet.codes[3 * 256 + k] = 1;
  }
  return blocks;
}

TEST(CONV_5, PlusTwoIsRefusedByEveryTarget) {
  for (const Format source : kTwoBit) {
    Sheet sheet = sheet_of({32, 256}, {0x3c00});
    const Bytes blocks = with_plus_two(source, sheet);
    const spec::FormatRow& row = spec::row_of(source);
    Places places;
    for (const std::uint32_t k : {0u, 128u, 255u}) {
      const Spot spot = code_spot(source, 0, k % row.columns);
      places.push_back({(3 * 256 + k) / row.columns * row.bytes + spot.byte, spot.bit, 3, k});
    }
    for (const spec::FormatRow& to : spec::kFormats)
      if (to.ternary)
        expect_refused(conversion(source, to.id, {32, 256}, blocks), RefusalName::PlusTwo, 3,
                       places);
  }
}

TEST(CONV_6, ClampingMakesPlusOneOfPlusTwoForEveryTarget) {
  for (const Format source : kTwoBit) {
    Sheet sheet = sheet_of({32, 256}, {0x3c00});
    const Bytes blocks = with_plus_two(source, sheet);
    for (const spec::FormatRow& to : spec::kFormats)
      if (to.ternary)
        expect_answer(conversion(source, to.id, {32, 256}, blocks, true), build(to.id, sheet));
  }
}

TEST(CONV_6, ClampedCodesAreReported) {
  for (const Format format : kTwoBit) {
    Sheet sheet = sheet_of({32, 256}, {0x3c00});
    const Bytes blocks = with_plus_two(format, sheet);
    const auto source = container::memory_source(blocks);
    Bytes tile(2176);
    convert::MemorySink sink(tile);
    const auto seen = convert::convert(
        convert::stored_in(*source, format, spec::Layout::standard, {32, 256}, blocks.size()),
        Format::t2, {true}, sink, nullptr);
    ASSERT_TRUE(seen.has_value());
    EXPECT_EQ(seen->clamped, 3u);
    EXPECT_EQ(seen->counts.code3, 3u);
    EXPECT_EQ(tile, build(Format::t2, sheet));
  }
}

TEST(CONV_6, NothingButCode3OfATwoBitTypeIsClamped) {
  Bytes tile = good_unit(spec::row_of(Format::t2));
  tile[0] = 0x57;
  expect_refused(conversion(Format::t2, Format::pq2_0, {32, 256}, tile, true),
                 RefusalName::ReservedCode);
  Bytes image = build(Format::pb16i, sheet_of({32, 256}, {0x3c00}));
  image[0] = 0x02;
  expect_refused(conversion(Format::pb16i, Format::t2, {32, 256}, image, true),
                 RefusalName::NotTernary);
}

// An image of one tile with one multiplier everywhere, codes all +1.
Bytes image_of(std::uint32_t ms, std::int32_t e_ref) {
  Bytes tile(4608, 0x11);
  for (std::size_t at = 4096; at < 4608; at += 2) put16(tile, at, ms);
  return join({tile, side_table(32, e_ref)});
}

Bytes stream_of(std::uint32_t ms, std::int32_t e_ref) {
  Bytes tile(2176, 0xaa);
  for (std::size_t at = 2048; at < 2176; at += 2) put16(tile, at, ms);
  return join({tile, side_table(32, e_ref)});
}

Bytes halves_of(std::uint16_t half) {
  Bytes tile(2176, 0xaa);
  for (std::size_t at = 2048; at < 2176; at += 2) put16(tile, at, half);
  return tile;
}

TEST(CONV_7, ScalesThatAreExactHalvesBecomeThoseHalves) {
  const std::tuple<std::uint32_t, std::int32_t, std::uint16_t> cases[] = {
      {1, -24, 0x0001},          {1023, -24, 0x03ff}, {2047, 5, 0x7bff},  {0x8000, -39, 0x8001},
      {0xffff, -25 + 1, 0x8001}, {2, -25, 0x0001},    {32752, 1, 0x7bff}, {0, 1000, 0x0000},
      {0xf801, -11, 0xbbff},     {1, 15, 0x7800},     {4096, -12, 0x3c00}};
  for (const auto& [ms, e_ref, half] : cases) {
    SCOPED_TRACE(half);
    expect_answer(conversion(Format::pb16i, Format::t2, {32, 256}, image_of(ms, e_ref)),
                  halves_of(half));
    expect_answer(conversion(Format::t2s, Format::t2, {32, 256}, stream_of(ms, e_ref)),
                  halves_of(half));
  }
}

TEST(CONV_7, ScalesThatAreNoHalvesAreRefused) {
  const std::pair<std::uint32_t, std::int32_t> cases[] = {
      {2049, -11}, {1, -25}, {3, -25}, {1, 16}, {2049, -24 - 1}, {32767, 0}, {0x8001, 1}, {1, 100}};
  for (const auto& [ms, e_ref] : cases) {
    SCOPED_TRACE(ms);
    for (const Format target : {Format::t2, Format::q2_0, Format::tq1_0}) {
      expect_refused(conversion(Format::pb16i, target, {32, 256}, image_of(ms, e_ref)),
                     RefusalName::ScaleNotRepresentable);
      expect_refused(conversion(Format::t2s, target, {32, 256}, stream_of(ms, e_ref)),
                     RefusalName::ScaleNotRepresentable);
    }
  }
}

TEST(REF_4, RefusedScalesAreCountedAsOftenAsTheyAreStored) {
  Places image, stream;
  for (std::uint64_t n = 0; n < 8; ++n) {
    image.push_back({4096 + 2 * n, 0, n, 0});
    stream.push_back({2048 + 2 * n, 0, n, 0});
  }
  expect_refused(conversion(Format::pb16i, Format::t2, {32, 256}, image_of(2049, -11)),
                 RefusalName::ScaleNotRepresentable, 256, image);
  expect_refused(conversion(Format::t2s, Format::t2, {32, 256}, stream_of(2049, -11)),
                 RefusalName::ScaleNotRepresentable, 64, stream);
  const spec::FormatRow& row = spec::row_of(Format::q2_0);
  Bytes blocks = good_units(row, {32, 256});
  for (const std::size_t at : {std::size_t{0}, std::size_t{18}}) put16(blocks, at, 0x7c00);
  for (const Format target : {Format::t2s, Format::pb16i})
    expect_refused(conversion(Format::q2_0, target, {32, 256}, blocks), RefusalName::NonFiniteScale,
                   2, {{0, 0, 0, 0}, {18, 0, 0, 64}});
}

TEST(CONV_7, TheRefusalNamesNAndKAndTheValue) {
  Bytes stream = stream_of(1, 0);
  put16(stream, 2048 + 2 * (16 * 3 + 5), 2049);
  const Question question = conversion(Format::t2s, Format::t2, {32, 256}, stream);
  expect_refused(question, RefusalName::ScaleNotRepresentable, 1, {{2154, 0, 21, 128}});
  with_every_subject(question, [](const Outcome& outcome) {
    EXPECT_NE(std::get<spec::Refusal>(outcome).got.find("2049"), std::string::npos)
        << std::get<spec::Refusal>(outcome).got;
  });
}

TEST(CONV_7, CodesOfAnImageMustBeTernary) {
  Bytes image = image_of(1, 0);
  image[0] = 0x72;
  image[4095] = 0x81;
  for (const spec::FormatRow& to : spec::kFormats)
    if (to.ternary)
      expect_refused(conversion(Format::pb16i, to.id, {32, 256}, image), RefusalName::NotTernary, 3,
                     {{0, 0, 0, 0}, {0, 4, 1, 0}, {4095, 4, 31, 255}});
}

TEST(CONV_7, MultipliersOfAHundredTwentyEightMustBeEqual) {
  Bytes image = image_of(1, 0);
  put16(image, 4096 + 2 * (16 * 13 + 2), 2);
  for (const spec::FormatRow& to : spec::kFormats)
    if (to.ternary && to.id != Format::pb16i)
      expect_refused(conversion(Format::pb16i, to.id, {32, 256}, image),
                     RefusalName::UnequalMultipliers, 1,
                     {{4096 + 2 * (16 * 13 + 2), 0, 18, 128 + 32}});
}

TEST(CONV_7, EveryMultiplierOfAnImageMustBeAHalfAndNotOnlyTheFirstOfFour) {
  Bytes image = image_of(1024, -11);
  put16(image, 4096 + 32, 2049);
  expect_refused(conversion(Format::pb16i, Format::t2, {32, 256}, image),
                 RefusalName::ScaleNotRepresentable, 1, {{4096 + 32, 0, 0, 32}});
}

TEST(CONV_8, ImageAndStreamTurnIntoEachOtherUnchanged) {
  const std::pair<std::uint32_t, std::int32_t> cases[] = {
      {2049, -11},
      {6, -2},
      {0x8000, 112},
      {32767, 113},
      {1, -149},
      {0, 0x7fffffff},
      {0, std::numeric_limits<std::int32_t>::min()},
      {100, -3}};
  for (const auto& [ms, e_ref] : cases) {
    SCOPED_TRACE(e_ref);
    expect_answer(conversion(Format::pb16i, Format::t2s, {32, 256}, image_of(ms, e_ref)),
                  stream_of(ms, e_ref));
    expect_answer(conversion(Format::t2s, Format::pb16i, {32, 256}, stream_of(ms, e_ref)),
                  image_of(ms, e_ref));
  }
}

TEST(CONV_8, ARowOutOfRangeIsCountedOnceAndPlacedInTheSideTable) {
  Bytes image = good_tensor(spec::row_of(Format::pb16i), {64, 512});
  put32(image, 4 * 4608 + 4 * 33, 200);
  put32(image, 4 * 4608 + 4 * 5, 0xffffff00);
  for (const Format target : {Format::t2s, Format::t2, Format::q2_0})
    expect_refused(conversion(Format::pb16i, target, {64, 512}, image), RefusalName::SideTable, 2,
                   {{4 * 4608 + 20, 0, 5, 0}, {4 * 4608 + 132, 0, 33, 0}});
}

TEST(CONV_8, ARowOutOfRangeIsCountedOnceHoweverLongItIs) {
  constexpr std::size_t tiles = 262144 / 256 + 2;
  Bytes image = good_tensor(spec::row_of(Format::pb16i), {32, 256 * tiles});
  put32(image, 4608 * tiles + 4 * 5, 200);
  for (const Format target : {Format::t2s, Format::t2})
    expect_refused(conversion(Format::pb16i, target, {32, 256 * tiles}, image),
                   RefusalName::SideTable, 1, {{4608 * tiles + 20, 0, 5, 0}});
}

TEST(CONV_8, OnlySideTableIsRefusedForAScale) {
  expect_refused(conversion(Format::pb16i, Format::t2s, {32, 256}, image_of(1, 128)),
                 RefusalName::SideTable);
  expect_refused(conversion(Format::t2s, Format::pb16i, {32, 256}, stream_of(1, -150)),
                 RefusalName::SideTable);
}

}  // namespace
}  // namespace tritproof::test
