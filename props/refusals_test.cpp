// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

const spec::FormatRow& t2 = spec::row_of(Format::t2);
const spec::FormatRow& t2s = spec::row_of(Format::t2s);
const spec::FormatRow& pb16i = spec::row_of(Format::pb16i);

Question conversion(Format from, Format to, Geometry geometry, Bytes input) {
  Question question{Op::convert, from, geometry, std::move(input)};
  question.flags.target = to;
  return question;
}

// Geometries of which no format has a whole number of units, or none at all.
std::vector<Geometry> broken(const spec::FormatRow& row) {
  std::vector<Geometry> geometries{{0, row.columns},
                                   {row.rows, 0},
                                   {row.rows, row.columns - 1},
                                   {row.rows, row.columns + 32},
                                   {0, 0}};
  if (row.is_tile()) geometries.push_back({row.rows - 1, row.columns});
  if (row.is_tile()) geometries.push_back({row.rows + 16, row.columns});
  return geometries;
}

TEST(REF_1, BrokenGeometryIsJudgedBeforeAnyLength) {
  for (const spec::FormatRow& row : spec::kFormats) {
    const Bytes whole = good_tensor(row, units_of(row, 1, 1));
    for (const Geometry& geometry : broken(row)) {
      for (const Op op : {Op::decode, Op::validate}) {
        SCOPED_TRACE(geometry.k);
        expect_refused({op, row.id, geometry, whole}, RefusalName::Geometry);
        expect_refused({op, row.id, geometry, {}}, RefusalName::Geometry);
      }
    }
  }
}

TEST(REF_1, EveryLengthButTheRightOneIsSize) {
  for (const spec::FormatRow& row : spec::kFormats) {
    const Geometry geometry = units_of(row, 1, 2);
    const Bytes whole = good_tensor(row, geometry);
    ASSERT_EQ(whole.size(), 2 * row.bytes + (row.side_table ? 128u : 0u));
    for (const Op op : {Op::decode, Op::validate}) {
      Question question{op, row.id, geometry, {}};
      for (std::size_t length = 0; length <= whole.size() + 1; ++length) {
        SCOPED_TRACE(length);
        question.input = whole;
        question.input.resize(length);
        if (length == whole.size())
          expect_answered(question);
        else
          expect_refused(question, RefusalName::Size);
      }
    }
  }
}

TEST(REF_1, TheOtherOpsJudgeTheirLengthsToo) {
  const Sheet sheet = sheet_of({32, 256}, {0x3c00});
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!row.ternary) continue;
    std::vector<Question> questions{
        encode_of(row.id, sheet),
        conversion(row.id, Format::t2, sheet.geometry, build(row.id, sheet))};
    if (row.gguf_id != 0)
      questions.push_back({Op::quantise, row.id, sheet.geometry, Bytes(4 * 32 * 256)});
    if (row.id == Format::t2s)
      questions.push_back({Op::expand, row.id, sheet.geometry, good_unit(row)});
    if (row.side_table)
      questions.push_back(
          {Op::replay, row.id, sheet.geometry, join({Bytes(256), good_unit(row)}), {}, 1});
    for (Question& question : questions) {
      expect_answered(question);
      question.input.push_back(0);
      expect_refused(question, RefusalName::Size);
      question.input.resize(question.input.size() - 2);
      expect_refused(question, RefusalName::Size);
      question.input.clear();
      expect_refused(question, RefusalName::Size);
    }
  }
}

TEST(REF_1, AByteCountPast64BitsIsSize) {
  constexpr std::uint64_t most = std::uint64_t{1} << 63;
  for (const spec::FormatRow& row : spec::kFormats) {
    for (const Geometry& geometry : {Geometry{most, 256}, Geometry{32, most}, Geometry{most, most},
                                     Geometry{std::uint64_t{1} << 60, std::uint64_t{1} << 60}}) {
      expect_refused({Op::decode, row.id, geometry, good_unit(row)}, RefusalName::Size);
      expect_refused({Op::validate, row.id, geometry, {}}, RefusalName::Size);
    }
  }
}

TEST(REF_2, NoSuchConversionComesBeforeGeometryAndSize) {
  expect_refused(conversion(Format::q4_1, Format::t2, {0, 0}, {}), RefusalName::NoSuchConversion);
  expect_refused(conversion(Format::q4_k, Format::tq1_0, {32, 256}, {}),
                 RefusalName::NoSuchConversion);
}

TEST(REF_2, GeometryComesBeforeSizeAndSizeBeforeTheSideTable) {
  expect_refused({Op::decode, Format::pb16i, {32, 255}, Bytes(7)}, RefusalName::Geometry);
  Bytes input = good_tensor(pb16i, {32, 256}, 1000);
  expect_refused({Op::decode, Format::pb16i, {32, 256}, input}, RefusalName::SideTable);
  input.pop_back();
  expect_refused({Op::decode, Format::pb16i, {32, 256}, input}, RefusalName::Size);
}

TEST(REF_2, TheSideTableComesBeforeScalesAndCodes) {
  Bytes stream = good_tensor(t2s, {32, 256}, 1000);
  stream[0] = 0xff;
  expect_refused({Op::decode, Format::t2s, {32, 256}, stream}, RefusalName::SideTable);
  expect_refused(conversion(Format::t2s, Format::t2, {32, 256}, stream), RefusalName::SideTable);
  Bytes image = good_tensor(pb16i, {32, 256}, 1000);
  image[0] = 0x77;
  expect_refused(conversion(Format::pb16i, Format::t2s, {32, 256}, image), RefusalName::SideTable);
}

TEST(REF_2, ScalesComeBeforeCodesInTheOrderOfTheTable) {
  Bytes tile = good_unit(t2);
  tile[0] = 0xff;
  expect_refused(conversion(Format::t2, Format::pb16i, {32, 256}, tile), RefusalName::ReservedCode);
  put16(tile, 2050, 0x8000);
  expect_refused(conversion(Format::t2, Format::pb16i, {32, 256}, tile),
                 RefusalName::ScaleNotRepresentable);
  put16(tile, 2174, 0x7c00);
  expect_refused(conversion(Format::t2, Format::pb16i, {32, 256}, tile),
                 RefusalName::NonFiniteScale);
  expect_refused(conversion(Format::t2, Format::tq1_0, {32, 256}, tile),
                 RefusalName::UnequalScales);
}

TEST(REF_2, AnImageIsRefusedForScalesThenMultipliersThenCodes) {
  Bytes image = build(Format::pb16i, sheet_of({32, 256}, {0x3c00, 0x3c00, 0x3800, 0x3c00}));
  image[0] = 0x77;
  const auto refused_to = [&](Format target, RefusalName name) {
    expect_refused(conversion(Format::pb16i, target, {32, 256}, image), name);
  };
  refused_to(Format::t2, RefusalName::NotTernary);
  refused_to(Format::tq1_0, RefusalName::UnequalScales);
  put16(image, 4096 + 32, 5);
  refused_to(Format::t2, RefusalName::UnequalMultipliers);
  refused_to(Format::t2s, RefusalName::UnequalMultipliers);
  refused_to(Format::tq1_0, RefusalName::UnequalMultipliers);
  for (std::size_t s = 0; s < 4; ++s) put16(image, 4096 + 32 * s + 4, 4097);
  refused_to(Format::t2, RefusalName::ScaleNotRepresentable);
}

TEST(REF_2, UnequalScalesComeBeforePlusTwo) {
  Bytes blocks =
      join({good_unit(spec::row_of(Format::q2_0), 0), good_unit(spec::row_of(Format::q2_0), 1)});
  blocks[2] = 0xff;
  expect_refused(conversion(Format::q2_0, Format::pq2_0, {1, 128}, blocks),
                 RefusalName::UnequalScales);
}

TEST(REF_2, NonFiniteInputComesBeforeScaleUnderflowWhereverItStands) {
  std::vector<float> floats(128);
  floats[0] = 0x1p-130f;
  Question question{Op::quantise, Format::q2_0, {1, 128}, le_floats(floats)};
  expect_refused(question, RefusalName::ScaleUnderflow);
  floats[127] = std::numeric_limits<float>::infinity();
  question.input = le_floats(floats);
  expect_refused(question, RefusalName::NonFiniteInput, 1, {{4 * 127, 0, 0, 127}});
}

TEST(REF_3, TheNinthPlaceIsDroppedAndTheCountIsOfAll) {
  Bytes stream = good_units(t2s, {32, 512});
  Places places;
  for (std::size_t i = 0; i < 9; ++i) stream[2176 + 64 * (8 - i)] = 0x57;
  for (std::uint64_t kb = 0; kb < 8; ++kb) places.push_back({2176 + 64 * kb, 0, 0, 256 + 16 * kb});
  expect_refused({Op::expand, Format::t2s, {32, 512}, stream}, RefusalName::ReservedCode, 9,
                 places);
  expect_refused({Op::decode, Format::t2s, {32, 512}, join({stream, side_table(32, 0)})},
                 RefusalName::ReservedCode, 9, places);
}

TEST(REF_3, WithinAByteTheLowestBitComesFirst) {
  Bytes stream = good_unit(t2s);
  stream[1024 + 5] = 0xff;
  expect_refused({Op::expand, Format::t2s, {32, 256}, stream}, RefusalName::ReservedCode, 4,
                 {{1029, 0, 20, 1}, {1029, 2, 21, 1}, {1029, 4, 22, 1}, {1029, 6, 23, 1}});
}

TEST(REF_3, PlacesOfReplayAreOffsetsInWhatWasGiven) {
  Bytes stream = good_units(t2s, {32, 512});
  stream[2176 + 64] = 0x5d;
  const Bytes input = join({Bytes(2 * 512, 1), stream});
  expect_refused({Op::replay, Format::t2s, {32, 512}, input, {}, 2}, RefusalName::ReservedCode, 1,
                 {{2 * 512 + 2176 + 64, 2, 1, 256 + 16}});
}

TEST(REF_4, EveryCodeOfAByteIsCounted) {
  for (const spec::FormatRow& row : spec::kFormats) {
    if (row.code3 == spec::Code3::none) continue;
    const Geometry geometry = units_of(row, 1, 2);
    Bytes input = good_tensor(row, geometry);
    for (std::uint32_t c = 0; c < row.columns; ++c)
      put_code(std::span(input).subspan(row.bytes, row.bytes), row.id, 0, c, 2);
    const bool reserved = row.code3 == spec::Code3::reserved;
    expect_counts({Op::validate, row.id, geometry, input},
                  {reserved ? row.columns : 0, reserved ? 0 : row.columns, 0, 0, 0, 0});
  }
}

TEST(REF_4, MultipliersThatDifferFromTheirFirstAreCounted) {
  const auto counted = [](std::array<std::uint32_t, 4> ms, std::uint64_t count, Places places) {
    Bytes image = build(Format::pb16i, sheet_of({32, 256}, {0x3c00}));
    for (std::size_t s = 0; s < 4; ++s) put16(image, 4096 + 32 * s, ms[s]);
    expect_refused(conversion(Format::pb16i, Format::t2s, {32, 256}, image),
                   RefusalName::UnequalMultipliers, count, places);
  };
  counted({6, 6, 5, 6}, 1, {{4160, 0, 0, 64}});
  counted({5, 6, 6, 6}, 3, {{4128, 0, 0, 32}, {4160, 0, 0, 64}, {4192, 0, 0, 96}});
  counted({0, 1, 0, 0}, 1, {{4128, 0, 0, 32}});
}

TEST(REF_5, DecodeAndValidateTakeEveryContent) {
  std::mt19937_64 random(5);
  for (const spec::FormatRow& row : spec::kFormats) {
    for (int i = 0; i < 8; ++i) {
      const Geometry geometry = units_of(row, 1, 2);
      Bytes input = good_tensor(row, geometry);
      for (std::size_t at = 0; at < 2 * row.bytes; ++at)
        input[at] = static_cast<std::uint8_t>(random());
      expect_answered({Op::validate, row.id, geometry, input});
      if (row.id == Format::t2s)
        expect_refused({Op::decode, row.id, geometry, input}, RefusalName::ReservedCode);
      else
        expect_answered({Op::decode, row.id, geometry, input});
    }
  }
}

}  // namespace
}  // namespace tritproof::test
