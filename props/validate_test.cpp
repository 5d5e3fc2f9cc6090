// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

Question conversion_of(Format from, Format to, Geometry geometry, Bytes input) {
  Question question{Op::convert, from, geometry, std::move(input)};
  question.flags.target = to;
  return question;
}

// The offset of the first 16-bit field of a kind, and how many words all such fields hold.
std::pair<std::uint32_t, std::uint64_t> words_of(const spec::FormatRow& row, spec::FieldKind kind) {
  std::uint32_t first = 0;
  std::uint64_t words = 0;
  for (const spec::Field& field : spec::fields_of(row)) {
    if (field.kind != kind) continue;
    if (words == 0) first = field.offset;
    words += field.bytes / 2;
  }
  return {first, words};
}

TEST(REF_6, TheWorkedExampleIsCountedAndRefusedAsItsPageSays) {
  const Bytes block = join({hex("ff"), Bytes(62, 0x55), hex("57 01 80")});
  expect_counts({Op::validate, Format::tq2_0, {1, 256}, block}, {0, 5, 0, 0, 0, 1});
  expect_refused(conversion_of(Format::tq2_0, Format::tq1_0, {1, 256}, block), RefusalName::PlusTwo,
                 5, {{0, 0, 0, 0}, {0, 2, 0, 32}, {0, 4, 0, 64}, {0, 6, 0, 96}, {63, 0, 0, 159}});
  expect_refused(conversion_of(Format::tq2_0, Format::tq1_0, {1, 256}, Bytes(65)),
                 RefusalName::Size);
  expect_refused(conversion_of(Format::tq2_0, Format::tq1_0, {1, 200}, block),
                 RefusalName::Geometry);
}

TEST(REF_6, HalfScalesAreClassedAsHalves) {
  for (const spec::FormatRow& row : spec::kFormats) {
    const auto [first, words] = words_of(row, spec::f16);
    if (words == 0) continue;
    const std::pair<std::uint16_t, spec::Counts> classes[] = {{0x7c00, {0, 0, 0, 1, 0, 0}},
                                                              {0xfc01, {0, 0, 0, 1, 0, 0}},
                                                              {0x0000, {0, 0, 0, 0, 1, 0}},
                                                              {0x8000, {0, 0, 0, 0, 1, 0}},
                                                              {0x0001, {0, 0, 0, 0, 0, 1}},
                                                              {0x83ff, {0, 0, 0, 0, 0, 1}},
                                                              {0x0400, {}},
                                                              {0x7bff, {}}};
    for (const auto& [half, counts] : classes) {
      Bytes unit = good_unit(row);
      put16(unit, first, half);
      expect_counts({Op::validate, row.id, units_of(row, 1, 1), unit}, counts);
    }
  }
}

TEST(REF_6, BfloatScalesAreClassedAsBfloats) {
  const std::pair<std::uint16_t, spec::Counts> classes[] = {{0x7f80, {0, 0, 0, 1, 0, 0}},
                                                            {0xff81, {0, 0, 0, 1, 0, 0}},
                                                            {0x0000, {0, 0, 0, 0, 1, 0}},
                                                            {0x8000, {0, 0, 0, 0, 1, 0}},
                                                            {0x0001, {0, 0, 0, 0, 0, 1}},
                                                            {0x807f, {0, 0, 0, 0, 0, 1}},
                                                            {0x0080, {}},
                                                            {0x7f7f, {}},
                                                            {0x0400, {}}};
  for (const Format format : {Format::q4_1, Format::q4_k, Format::q8}) {
    for (const auto& [word, counts] : classes) {
      Bytes unit = good_unit(spec::row_of(format));
      put16(unit, scale_byte(format, 5, 77), word);
      expect_counts({Op::validate, format, {32, 256}, unit}, counts);
    }
  }
}

TEST(REF_6, ZerosOfQ4_1AreNoScalesAndMOfQ4_KIsOne) {
  Bytes q4_1 = good_unit(spec::row_of(Format::q4_1));
  for (std::size_t at = 512; at < 1024; at += 2) put16(q4_1, at, at % 4 == 0 ? 0x7f80 : 0);
  expect_counts({Op::validate, Format::q4_1, {32, 256}, q4_1}, {});
  Bytes q4_k = good_unit(spec::row_of(Format::q4_k));
  put16(q4_k, 4672, 0x7fff);
  put16(q4_k, 4734, 0x8000);
  for (std::size_t at = 0; at < 512; ++at) q4_k[at] = 0;
  expect_counts({Op::validate, Format::q4_k, {32, 256}, q4_k}, {0, 0, 0, 1, 1, 0});
}

TEST(REF_6, EveryStoredScaleIsCounted) {
  const std::pair<Format, std::uint64_t> stored[] = {
      {Format::t2, 64},   {Format::t2s, 64},  {Format::pb16i, 256}, {Format::q4_1, 256},
      {Format::q4_k, 64}, {Format::q8, 256},  {Format::tq1_0, 1},   {Format::tq2_0, 1},
      {Format::q2_0, 1},  {Format::pq2_0, 1}, {Format::ptq1_0, 1}};
  for (const auto& [format, scales] : stored) {
    const spec::FormatRow& row = spec::row_of(format);
    Bytes unit = good_tensor(row, units_of(row, 1, 1));
    for (const spec::Field& field : spec::fields_of(row))
      if (spec::codes_per_byte(field.kind) == 0)
        std::fill_n(unit.begin() + field.offset, field.bytes, std::uint8_t{0});
    expect_counts({Op::validate, format, units_of(row, 1, 1), unit}, {0, 0, 0, 0, scales, 0});
  }
}

TEST(REF_6, MultipliersAreClassedAsTheFloatTheyStandFor) {
  for (const Format format : {Format::t2s, Format::pb16i}) {
    const spec::FormatRow& row = spec::row_of(format);
    const std::uint64_t all = row.bytes == 2176 ? 64 : 256;
    const auto counted = [&](std::uint32_t ms, std::int32_t e_ref, const spec::Counts& counts) {
      Bytes unit = good_unit(row);
      const std::uint32_t first = words_of(row, spec::int16).first;
      for (std::uint32_t at = first; at < row.bytes; at += 2) put16(unit, at, ms);
      expect_counts({Op::validate, format, {32, 256}, join({unit, side_table(32, e_ref)})}, counts);
    };
    counted(1, -149, {0, 0, 0, 0, 0, all});
    counted(1, -127, {0, 0, 0, 0, 0, all});
    counted(1, -126, {});
    counted(0xffff, -127, {0, 0, 0, 0, 0, all});
    counted(32767, -141, {0, 0, 0, 0, 0, all});
    counted(0x8000, -141, {});
    counted(32767, 113, {});
    counted(0, 5, {0, 0, 0, 0, all, 0});
  }
}

TEST(REF_7, AnythingButTernaryIsNotTernaryInEveryFormat) {
  Sheet sheet = sheet_of({32, 256}, {0x3c00});
  const std::pair<std::uint64_t, std::int8_t> wrong[] = {
      {3, 2}, {255, -2}, {256, 127}, {300, -128}, {8191, 3}};
  Places places;
  for (const auto& [at, code] : wrong) {
    sheet.codes[at] = code;
    places.push_back({at, 0, at / 256, at % 256});
  }
  for (const spec::FormatRow& row : spec::kFormats)
    if (row.ternary) expect_refused(encode_of(row.id, sheet), RefusalName::NotTernary, 5, places);
}

TEST(REF_7, CodesAndPatternsArriveBitForBitInEveryHalfScaledFormat) {
  const Sheet sheet =
      sheet_of({32, 512}, {0x3c00, 0x8000, 0x7c00, 0x0001, 0xfe01, 0x7c01, 0x0000, 0xfbff, 0x83ff});
  for (const spec::FormatRow& row : spec::kFormats)
    if (row.ternary && !row.side_table)
      expect_answer(encode_of(row.id, sheet), build(row.id, sheet));
}

TEST(REF_8, OpsExistForTheFormatsOfTheRuleOnly) {
  const auto ternary = [](Format f) { return f <= Format::pb16i || f >= Format::tq1_0; };
  for (const spec::FormatRow& row : spec::kFormats) {
    const Geometry geometry{32, 256};
    const Bytes bytes = good_tensor(row, geometry);
    for (const auto& subject : in_process_subjects()) {
      const auto made = subject.make();
      const auto refused = [&](Op op) {
        const Question question{op, row.id, geometry, bytes, {}, 1};
        const Outcome outcome = made->answer(question.request());
        const auto* refusal = std::get_if<spec::Refusal>(&outcome);
        return refusal != nullptr && refusal->name == RefusalName::NoSuchConversion;
      };
      const bool first = made->name() == "reference";
      EXPECT_EQ(refused(Op::encode), !first || !ternary(row.id)) << row.name;
      EXPECT_EQ(refused(Op::quantise), !first || row.id < Format::tq1_0) << row.name;
      EXPECT_EQ(refused(Op::expand), row.id != Format::t2s) << row.name;
      EXPECT_EQ(refused(Op::replay), row.id != Format::t2s && row.id != Format::pb16i) << row.name;
      EXPECT_FALSE(refused(Op::decode)) << row.name;
      EXPECT_FALSE(refused(Op::validate)) << row.name;
    }
  }
}

TEST(REF_8, TheTableOfOpsSaysTheSame) {
  int defined = 0;
  for (const spec::FormatRow& row : spec::kFormats)
    for (std::uint64_t op = 1; op <= 7; ++op)
      if (spec::defined(*spec::op_numbered(op), row.id)) ++defined;
  EXPECT_EQ(defined, 11 + 11 + 8 + 5 + 1 + 10 + 2);
}

TEST(REF_9, TheOtherLayoutIsThereForQ4_1AndQ8Alone) {
  for (const spec::FormatRow& row : spec::kFormats) {
    const bool there = row.id == Format::q4_1 || row.id == Format::q8;
    for (const Op op : {Op::decode, Op::validate}) {
      Question question{op, row.id, units_of(row, 1, 1), good_tensor(row, units_of(row, 1, 1))};
      question.flags.layout = spec::Layout::other;
      if (there)
        expect_answered(question);
      else
        expect_refused(question, RefusalName::NoSuchConversion);
      question.geometry = {0, 0};
      expect_refused(question, there ? RefusalName::Geometry : RefusalName::NoSuchConversion);
    }
  }
}

TEST(REF_9, OpsThatDoNotReadALayoutRefuseTheOtherOne) {
  for (const Op op : {Op::encode, Op::quantise, Op::expand, Op::convert, Op::replay})
    for (const spec::FormatRow& row : spec::kFormats) {
      if (!spec::defined(op, row.id)) continue;
      Question question{op, row.id, units_of(row, 1, 1), {}};
      question.flags.layout = spec::Layout::other;
      question.m = 1;
      expect_refused(question, RefusalName::NoSuchConversion);
    }
}

TEST(REF_9, TheOtherLayoutMovesTheScalesThatAreCounted) {
  for (const Format format : {Format::q4_1, Format::q8}) {
    Question question{Op::validate, format, {32, 256}, good_unit(spec::row_of(format))};
    question.flags.layout = spec::Layout::other;
    put16(question.input, scale_byte(format, 31, 255, spec::Layout::other), 0);
    expect_counts(question, {0, 0, 0, 0, 1, 0});
  }
}

}  // namespace
}  // namespace tritproof::test
