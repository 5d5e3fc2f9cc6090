// SPDX-License-Identifier: Apache-2.0
#include "codec/convert/convert.h"

#include <gtest/gtest.h>

#include <random>

#include "codec/convert/compare.h"
#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

Question conversion(Format from, Format to, Geometry geometry, Bytes input, bool clamp = false) {
  Question question{Op::convert, from, geometry, std::move(input)};
  question.flags.target = to;
  question.flags.clamp = clamp;
  return question;
}

convert::StoredTensor stored(const container::Source& source, Format format, Geometry geometry) {
  const spec::FormatRow& row = spec::row_of(format);
  return convert::stored_in(source, format, spec::Layout::standard, geometry,
                            unit_count(row, geometry) * row.bytes);
}

// What a conversion says that it saw, and the units that it wrote.
struct Report {
  convert::Seen seen;
  Bytes units;
};

Report reported(const Question& question) {
  const auto source = container::memory_source(question.input);
  const Format target = *question.flags.target;
  const auto size = convert::target_size(question.format, target, question.geometry);
  EXPECT_TRUE(size.has_value());
  Report report{{}, Bytes(size->units)};
  Bytes ref(size->ref);
  convert::MemorySink units(report.units);
  convert::MemorySink refs(ref);
  const auto seen = convert::convert(stored(*source, question.format, question.geometry), target,
                                     {question.flags.clamp}, units, ref.empty() ? nullptr : &refs);
  EXPECT_TRUE(seen.has_value());
  if (seen) report.seen = *seen;
  return report;
}

std::vector<const spec::FormatRow*> ternary_formats() {
  std::vector<const spec::FormatRow*> rows;
  for (const spec::FormatRow& row : spec::kFormats)
    if (row.ternary) rows.push_back(&row);
  EXPECT_EQ(rows.size(), 8u);
  return rows;
}

TEST(CONV_1, EveryPairOfTernaryFormatsIsExactByteForByte) {
  const Sheet sheet = sheet_of(
      {64, 512}, {0x3c00, 0x3c00, 0x3800, 0x3800, 0xc200, 0xc200, 0x0000, 0x0000, 0x2e66, 0x2e66});
  int pairs = 0;
  for (const spec::FormatRow* from : ternary_formats()) {
    for (const spec::FormatRow* to : ternary_formats()) {
      SCOPED_TRACE(to->name);
      expect_answer(conversion(from->id, to->id, sheet.geometry, build(from->id, sheet)),
                    build(to->id, sheet));
      ++pairs;
    }
  }
  EXPECT_EQ(pairs, 64);
}

TEST(CONV_1, RowsOfAnyLengthAreConvertedWhole) {
  constexpr std::uint64_t columns = 262144 + 512;
  Sheet sheet = sheet_of({32, columns}, {0x3c00});
  for (std::uint64_t n = 0; n < 32; ++n)
    for (const std::uint64_t back : {1u, 2u})
      sheet.halves[(n + 1) * columns / 128 - back] =
          static_cast<std::uint16_t>(n % 2 == 0 ? 0x1c00 : 0x3c01);
  const std::pair<Format, Format> pairs[] = {
      {Format::t2, Format::pb16i},  {Format::tq1_0, Format::t2s},  {Format::pb16i, Format::t2},
      {Format::pb16i, Format::t2s}, {Format::q2_0, Format::tq2_0}, {Format::t2s, Format::ptq1_0}};
  for (const auto& [from, to] : pairs) {
    SCOPED_TRACE(spec::row_of(to).name);
    expect_answer(conversion(from, to, sheet.geometry, build(from, sheet)), build(to, sheet));
  }
}

TEST(CONV_1, EveryConversionReportsWhatItCounted) {
  Sheet sheet = sheet_of({32, 256}, {0x3c00});
  sheet.halves[0] = sheet.halves[1] = 0x7c00;
  sheet.halves[2] = sheet.halves[3] = 0x8000;
  sheet.halves[4] = sheet.halves[5] = 0x0001;
  const auto counts = [&](Format format) {
    return reported(conversion(format, Format::pq2_0, {32, 256}, build(format, sheet))).seen.counts;
  };
  EXPECT_EQ(counts(Format::t2), (spec::Counts{0, 0, 0, 2, 2, 2}));
  EXPECT_EQ(counts(Format::tq2_0), (spec::Counts{0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(counts(Format::q2_0), (spec::Counts{0, 0, 0, 4, 4, 4}));
  Bytes blocks = build(Format::tq1_0, sheet);
  blocks[0] = 0x01;
  blocks[48] = 0x01;
  const Report report = reported(conversion(Format::tq1_0, Format::pq2_0, {32, 256}, blocks));
  EXPECT_EQ(report.seen.counts, (spec::Counts{0, 0, 2, 1, 1, 1}));
}

TEST(CONV_2, PatternsAreMovedAsBits) {
  const Sheet sheet =
      sheet_of({32, 512}, {0x8000, 0x8000, 0x0001, 0x0001, 0x7c00, 0x7c00, 0xfc00, 0xfc00, 0x7e01,
                           0x7e01, 0xfd55, 0xfd55, 0x7c01, 0x7c01, 0x03ff, 0x03ff, 0x0000, 0x0000});
  int pairs = 0;
  for (const spec::FormatRow* from : ternary_formats()) {
    for (const spec::FormatRow* to : ternary_formats()) {
      if (from->side_table || to->side_table) continue;
      SCOPED_TRACE(to->name);
      expect_answer(conversion(from->id, to->id, sheet.geometry, build(from->id, sheet)),
                    build(to->id, sheet));
      ++pairs;
    }
  }
  EXPECT_EQ(pairs, 36);
}

TEST(CONV_3, GroupsThatComeToShareAScaleMustHaveTheSameBits) {
  const std::pair<std::uint16_t, std::uint16_t> scales[] = {
      {0x3c00, 0x3c01}, {0x0000, 0x8000}, {0x7e01, 0x7e02}, {0x7c00, 0xfc00}};
  const std::pair<Format, std::uint64_t> sources[] = {
      {Format::t2, 2050}, {Format::ptq1_0, 54}, {Format::pq2_0, 34}, {Format::q2_0, 36}};
  for (const auto& [first, second] : scales) {
    Sheet sheet = sheet_of({32, 256}, {0x3c00});
    sheet.halves[0] = first;
    sheet.halves[1] = second;
    for (const auto& [source, byte] : sources)
      for (const Format target : {Format::tq1_0, Format::tq2_0})
        expect_refused(conversion(source, target, {32, 256}, build(source, sheet)),
                       RefusalName::UnequalScales, 1, {{byte, 0, 0, 128}});
  }
}

TEST(CONV_3, TheTwoHalvesOfAnyHundredTwentyEightOfQ2_0MustHaveTheSameBits) {
  const std::pair<std::uint16_t, std::uint16_t> scales[] = {
      {0x3c00, 0x3c01}, {0x0000, 0x8000}, {0x7e01, 0x7e02}, {0x7c00, 0xfc00}};
  for (const auto& [first, second] : scales) {
    Bytes blocks = build(Format::q2_0, sheet_of({32, 256}, {first}));
    put16(blocks, 18 * 7, second);
    for (const spec::FormatRow* to : ternary_formats())
      if (!to->side_table && to->id != Format::q2_0)
        expect_refused(conversion(Format::q2_0, to->id, {32, 256}, blocks),
                       RefusalName::UnequalScales, 1, {{18 * 7, 0, 1, 192}});
  }
}

TEST(CONV_3, TheWorkedRowOfQ2_0BecomesItsPq2_0AndPtq1_0Block) {
  const Bytes front = join({hex("00 3c"), Bytes(16, 0x55)});
  const Bytes back = join({hex("00 3c"), Bytes(16, 0x56)});
  expect_answer(conversion(Format::q2_0, Format::pq2_0, {1, 128}, join({front, back})),
                join({hex("00 3c"), Bytes(16, 0x55), Bytes(16, 0x56)}));
  Bytes block = join({Bytes(24, 0x80), Bytes(2, 0x7f), hex("00 3c")});
  for (std::uint32_t e = 64; e < 128; e += 4) put_code(block, Format::ptq1_0, 0, e, 1);
  expect_answer(conversion(Format::q2_0, Format::ptq1_0, {1, 128}, join({front, back})), block);
  const Bytes other = join({front, hex("01 3c"), Bytes(16, 0x56)});
  for (const Format target : {Format::pq2_0, Format::ptq1_0})
    expect_refused(conversion(Format::q2_0, target, {1, 128}, other), RefusalName::UnequalScales, 1,
                   {{18, 0, 0, 64}});
}

TEST(CONV_4, AReservedCodeStopsEveryConversion) {
  const Sheet sheet = sheet_of({32, 256}, {0x3c00});
  for (const Format source : {Format::t2, Format::t2s}) {
    Bytes input = build(source, sheet);
    Places places;
    for (std::uint32_t i = 0; i < 9; ++i) input[64 * (8 - i) + 2] = 0x5f;
    for (std::uint64_t i = 0; i < 4; ++i)
      for (std::uint32_t bit = 0; bit < 4; bit += 2) {
        const std::uint64_t r = bit / 2;
        if (source == Format::t2)
          places.push_back({64 * i + 2, bit, i, 8 + r});
        else
          places.push_back({64 * i + 2, bit, 8 + r, 16 * i});
      }
    for (const spec::FormatRow* to : ternary_formats())
      expect_refused(conversion(source, to->id, {32, 256}, input, true), RefusalName::ReservedCode,
                     18, places);
  }
}

TEST(CONV_4, AComparisonFailsIfEitherSideHoldsAReservedCode) {
  const Bytes good = good_unit(spec::row_of(Format::t2));
  Bytes bad = good;
  bad[64] = 0x57;
  const auto a = container::memory_source(good);
  const auto b = container::memory_source(bad);
  const auto of = [](const container::Source& source) {
    return stored(source, Format::t2, {32, 256});
  };
  const auto same = convert::compare(of(*a), of(*a));
  const auto left = convert::compare(of(*b), of(*a));
  const auto right = convert::compare(of(*a), of(*b));
  const auto both = convert::compare(of(*b), of(*b));
  ASSERT_TRUE(same && left && right && both);
  EXPECT_TRUE(same->equal());
  EXPECT_EQ(same->weights, 8192u);
  EXPECT_EQ(left->differing + right->differing, 0u);
  EXPECT_FALSE(left->equal() || right->equal() || both->equal());
  EXPECT_EQ(left->reserved_a, 1u);
  EXPECT_EQ(right->reserved_b, 1u);
  EXPECT_EQ(both->reserved_a + both->reserved_b, 2u);
}

TEST(CONV_4, AComparisonNamesTheFirstDifference) {
  const Sheet sheet = sheet_of({32, 256}, {0x3c00});
  const Bytes tiles = build(Format::t2, sheet);
  Bytes blocks = build(Format::ptq1_0, sheet);
  put_code(std::span(blocks).subspan(5 * 56 + 28, 28), Format::ptq1_0, 0, 9, 1);
  put16(blocks, 31 * 56 + 26, 0x4000);
  const auto a = container::memory_source(tiles);
  const auto b = container::memory_source(blocks);
  const auto compared =
      convert::compare(stored(*a, Format::t2, {32, 256}), stored(*b, Format::ptq1_0, {32, 256}));
  ASSERT_TRUE(compared.has_value());
  EXPECT_FALSE(compared->equal());
  const int code = sheet.codes[5 * 256 + 137];
  std::uint64_t expected = code == 1 ? 0 : 1;
  for (std::size_t k = 0; k < 128; ++k) expected += sheet.codes[31 * 256 + k] != 0;
  EXPECT_EQ(compared->differing, expected);
  ASSERT_TRUE(compared->first.has_value());
  EXPECT_EQ(compared->first->n, code == 1 ? 31u : 5u);
  EXPECT_EQ(compared->first->b, code == 1 ? word_of(0) : word_of(1));
}

}  // namespace
}  // namespace tritproof::test
