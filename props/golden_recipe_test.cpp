// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "codec/reference/tensor.h"
#include "golden/hex.h"
#include "golden/recipe_json.h"
#include "golden/recipe_sources.h"
#include "golden/tables.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {
namespace {

const FindBlob kNoBlobs = [](const Blob&) -> std::expected<Bytes, std::string> {
  return std::unexpected("no blobs");
};

std::string hex_of(std::vector<Part> parts, std::vector<Edit> edits = {}) {
  const auto bytes = make_bytes({std::move(parts), std::move(edits)}, kNoBlobs);
  return bytes ? to_hex(*bytes) : bytes.error();
}

std::vector<Part> again(const std::vector<Part>& parts) {
  StrictReader reader;
  auto read = parts_from(reader, to_json(parts));
  EXPECT_TRUE(reader.good()) << reader.fault()->name << " " << reader.fault()->where;
  return read;
}

/// The fault of a recipe that is written wrongly.
std::string fault_of(std::string_view text) {
  const auto value = parse_strict(text);
  if (!value) return value.error().name;
  StrictReader reader;
  parts_from(reader, *value);
  return reader.good() ? "none" : reader.fault()->name + " " + reader.fault()->where;
}

TEST(Sha256, IsThatOfThePublishedExamples) {
  EXPECT_EQ(sha256_hex(std::string_view("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex(std::string_view()),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  Sha256 pieces;
  pieces.update(std::string_view("a"));
  pieces.update(std::string_view("bc"));
  EXPECT_EQ(pieces.finish_hex(), sha256_hex(std::string_view("abc")));
  EXPECT_EQ(pieces.finish_hex(), sha256_hex(std::string_view())) << "finish starts anew";
}

TEST(Tables, HoldWordsThatDifferAndFitTheirWidth) {
  for (const Table& table : kTables) {
    EXPECT_FALSE(table.words.empty()) << table.name;
    EXPECT_EQ(std::set<std::uint32_t>(table.words.begin(), table.words.end()).size(),
              table.words.size())
        << table.name;
    if (table.width == 2) {
      EXPECT_LE(std::ranges::max(table.words), 0xffffu) << table.name;
    }
    EXPECT_EQ(table_named(table.name), &table) << "each name once";
  }
  EXPECT_GE(table_named("f16-ordinary")->words.size(), 64u);
}

TEST(Recipe, BlockIOfAStreamIsTheDigestOfSeedAndCounter) {
  const Bytes stream = hash_stream("s", 70);
  const auto block = [&](unsigned i) {
    return sha256_hex(Bytes{'s', static_cast<std::uint8_t>(i), 0, 0, 0, 0, 0, 0, 0});
  };
  EXPECT_EQ(to_hex(stream), (block(0) + block(1) + block(2)).substr(0, 140));
}

TEST(Recipe, TritsAreFiveBase3DigitsOfTheBytesBelow243LeastFirst) {
  Bytes expected;
  const Bytes stream = hash_stream("trits 19", 400);
  ASSERT_NE(std::ranges::find(stream, 243), stream.end()) << "the first byte that is skipped";
  ASSERT_NE(std::ranges::find(stream, 242), stream.end()) << "the last one that is not";
  for (const std::uint8_t byte : stream) {
    if (byte >= 243) continue;
    for (unsigned d = 0, number = byte; d < 5; ++d, number /= 3)
      expected.push_back(static_cast<std::uint8_t>(static_cast<int>(number % 3) - 1));
  }
  expected.resize(1203);
  EXPECT_EQ(hex_of({{Codes{Trits{"trits 19"}, 1203}}}), to_hex(expected));
}

TEST(Recipe, PlanesAreBitsOfTheIndex) {
  EXPECT_EQ(hex_of({{Codes{Plane{0, false}, 4}}, {Codes{Plane{1, true}, 4}}}), "ff01ff010101ffff");
  EXPECT_EQ(hex_of({{Codes{Constant{-128}, 2}}, {Codes{Constant{7}, 1}}}), "808007");
}

TEST(Recipe, WordsComeFromATableByTheStreamOrRiseOrAreTheSame) {
  const Bytes stream = hash_stream("w", 6);
  const Table& table = *table_named("e-ordinary");
  Bytes expected;
  for (std::size_t i = 0; i < 3; ++i) {
    const unsigned index = stream[2 * i] | stream[2 * i + 1] << 8;
    for (unsigned b = 0; b < 4; ++b)
      expected.push_back(
          static_cast<std::uint8_t>(table.words[index % table.words.size()] >> (8 * b)));
  }
  EXPECT_EQ(hex_of({{Words{FromTable{"e-ordinary", "w"}, 3}}}), to_hex(expected));
  EXPECT_EQ(hex_of({{Words{Rising{0xffff}, 3}}}), "ffff00000100");
  EXPECT_EQ(hex_of({{Words{Same{{1, 2, 3, 4}}, 2}}}), "0102030401020304");
}

TEST(Recipe, RepetitionUOfUnitsSuffixesSeedsAndMovesRisingWordsOn) {
  EXPECT_EQ(
      hex_of({{Units{2, {{Random{"r", 2}}, {Words{Rising{5}, 2}}, {Hex{{0xaa}}}}}}}),
      to_hex(hash_stream("r/0", 2)) + "05000600aa" + to_hex(hash_stream("r/1", 2)) + "07000800aa");
}

TEST(Recipe, AnImageIsWhatTheEncoderMakesOfItsCodesAndScales) {
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!row.ternary) continue;
    const spec::Geometry geometry{2 * row.rows, 2 * std::max(row.columns, 128u)};
    const std::uint64_t codes = geometry.n * geometry.k;
    const std::uint64_t scales = codes / (row.side_table ? 128 : row.group);
    const auto input = make_bytes(
        {{{Codes{Trits{"c"}, codes}}, {Words{FromTable{"f16-ordinary", "s"}, scales}}}, {}},
        kNoBlobs);
    const auto packed = reference::encode(row.id, geometry, *input);
    ASSERT_TRUE(packed) << row.name << ": ordinary scales pack in every row";
    EXPECT_EQ(hex_of({{Image{row.id, geometry, Trits{"c"}, FromTable{"f16-ordinary", "s"}}}}),
              to_hex(*packed))
        << row.name;
  }
}

TEST(Recipe, EditsComeLastInOrderAndNeverPassTheEnd) {
  const std::vector<Part> zeros{{Repeat{{0}, 4}}};
  EXPECT_EQ(hex_of(zeros, {{1, {0x11, 0x22}}, {2, {0x33}}}), "00113300");
  EXPECT_EQ(hex_of(zeros, {{3, {1, 2}}}), "an edit at 3 passes the end");
  EXPECT_EQ(hex_of(zeros, {{~0ull, {1}}}), "an edit at 18446744073709551615 passes the end");
}

TEST(Recipe, WhatIsTooLargeIsRefusedBeforeAnythingIsMade) {
  const std::string huge = "more than " + std::to_string(kMostRecipeBytes) + " bytes";
  EXPECT_EQ(hex_of({{Random{"s", ~0ull}}}), huge);
  EXPECT_EQ(hex_of({{Repeat{{1, 2}, ~0ull}}}), huge);
  EXPECT_EQ(hex_of({{Repeat{{1, 2}, 1ull << 63}}}), huge) << "a product that wraps to 0";
  EXPECT_EQ(hex_of({{Random{"s", kMostRecipeBytes}}, {Hex{{1}}}}), huge);
  EXPECT_EQ(hex_of({{Units{1u << 20, {{Random{"s", 1u << 20}}}}}}), huge);
  EXPECT_EQ(hex_of({{Units{~0ull, {{Hex{}}}}}}), "too many units, or empty ones");
  EXPECT_EQ(hex_of({{Image{spec::Format::t2, {1ull << 37, 1ull << 40}, Trits{"c"}, Rising{}}}}),
            "image: N x K overflows it");
}

TEST(Recipe, WhatHasNoMeaningIsRefused) {
  EXPECT_EQ(hex_of({{Words{FromTable{"f17", "s"}, 1}}}), "no table 'f17'");
  EXPECT_EQ(hex_of({{Words{Same{{1, 2, 3}}, 1}}}), "a word of 3 bytes");
  EXPECT_EQ(hex_of({{Codes{Plane{64, false}, 1}}}), "no bit of an index: 64");
  EXPECT_EQ(hex_of({{Codes{Constant{128}, 1}}}), "no int8 code: 128");
  EXPECT_EQ(hex_of({{Blob{"00", 1}}}), "no blobs");
  EXPECT_EQ(hex_of({{Image{spec::Format::q8, {32, 256}, Trits{"c"}, Rising{}}}}),
            "no image is made in q8");
  EXPECT_EQ(hex_of({{Image{spec::Format::t2, {32, 256}, Constant{2}, Rising{}}}}),
            "image: NotTernary");
  EXPECT_EQ(hex_of({{Image{spec::Format::t2, {32, 256}, Trits{"c"}, FromTable{"e-half", "s"}}}}),
            "scales of an image are two bytes");
  EXPECT_EQ(hex_of({{Units{1, {{Units{1, {{Units{1, {{Units{1, {{Hex{{1}}}}}}}}}}}}}}}}),
            "units nest too deep");
}

TEST(Recipe, ReadingUndoesWriting) {
  const std::vector<Part> parts{
      {Hex{{0, 255}}},
      {Blob{std::string(64, 'a'), 3}},
      {Repeat{{1, 2}, 3}},
      {Random{"r", 40}},
      {Codes{Trits{"t"}, 5}},
      {Codes{Constant{-1}, 5}},
      {Codes{Plane{3, true}, 16}},
      {Words{FromTable{"f16-edges", "w"}, 2}},
      {Words{Same{{1, 2}}, 2}},
      {Words{Rising{65535}, 2}},
      {Image{spec::Format::tq1_0, {1, 256}, Plane{2, false}, Same{{0, 0x3c}}}},
      {Units{2, {{Units{3, {{Hex{{9}}}}}}}}}};
  const std::string text = one_line(to_json(parts));
  EXPECT_EQ(one_line(to_json(again(parts))), text);
  const FindBlob blob = [](const Blob&) -> std::expected<Bytes, std::string> {
    return Bytes{1, 2, 3};
  };
  EXPECT_EQ(make_bytes({again(parts), {}}, blob), make_bytes({parts, {}}, blob));
}

TEST(Recipe, EveryKeyIsAskedFor) {
  EXPECT_EQ(fault_of(R"([{"hex":"00"}])"), "none");
  EXPECT_EQ(fault_of(R"([{"hex":"00","bytes":1}])"), "unknown-key input");
  EXPECT_EQ(fault_of(R"([{"random":"s"}])"), "missing-key input");
  EXPECT_EQ(fault_of(R"([{"hex":"00","hex":"01"}])"), "duplicate-key");
  EXPECT_EQ(fault_of(R"([{"hex":"0"}])"), "wrong-kind hex");
  EXPECT_EQ(fault_of(R"([{"hex":"AA"}])"), "wrong-kind hex");
  EXPECT_EQ(fault_of(R"([{"random":"s","bytes":-1}])"), "wrong-kind bytes");
  EXPECT_EQ(fault_of(R"([{"random":"s","bytes":1.5}])"), "wrong-kind bytes");
  EXPECT_EQ(fault_of(R"([{"random":"","bytes":1}])"), "wrong-value seed");
  EXPECT_EQ(fault_of(R"([{"words":{"table":"f17","seed":"s"},"count":1}])"), "wrong-value table");
  EXPECT_EQ(
      fault_of(R"([{"image":"q8","n":1,"k":1,"codes":{"constant":0},"scales":{"rising":0}}])"),
      "wrong-value image");
  EXPECT_EQ(fault_of(R"([{"codes":{"plane":64},"count":1}])"), "wrong-value plane");
  EXPECT_EQ(fault_of(R"({"hex":"00"})"), "wrong-kind input");
  EXPECT_EQ(fault_of("[" + std::string(100000, '[')), "too-deep");
  EXPECT_EQ(fault_of("[{\"hex\":\"\xff\"}]"), "broken-json");
}

}  // namespace
}  // namespace tritproof::golden
