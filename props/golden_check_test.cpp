// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "golden/check.h"
#include "golden/facts.h"
#include "props/golden_fixture.h"

namespace tritproof::golden {
namespace {

CheckReport check(const StoredSet& set, std::vector<std::string> rules = {}) {
  return check_suite(set.folder(), {false, false, std::move(rules), {}});
}

bool tells(const CheckReport& report, const std::string& name, const std::string& where = "") {
  return std::ranges::any_of(report.faults, [&](const Fault& fault) {
    return fault.name == name && (where.empty() || fault.where == where);
  });
}

TEST(Check, CountsAndFindsASmallSetTooSmallAndNothingElse) {
  const StoredSet set;
  const CheckReport report = check(set);
  EXPECT_EQ(report.vectors, 6u);
  EXPECT_EQ(report.blobs, 1u);
  EXPECT_EQ(report.by_format.at("t2"), (std::array<std::uint64_t, 3>{3, 2, 0}));
  EXPECT_EQ(report.by_sign, (std::array<std::uint64_t, 3>{5, 0, 1}));
  EXPECT_TRUE(tells(report, "too-few", "vectors"));
  EXPECT_TRUE(tells(report, "too-few", "distinct vectors"));
  EXPECT_TRUE(tells(report, "too-few", "vectors of level full"));
  EXPECT_TRUE(tells(report, "no-vectors", "q8 decode"));
  EXPECT_TRUE(tells(report, "unused-flag", "tie"));
  for (const char* none : {"wrong-input", "wrong-flags", "wrong-sign", "broken-recipe",
                           "duplicate-question", "altered-file", "unused-blob", "too-large"})
    EXPECT_FALSE(tells(report, none)) << none;
}

TEST(Check, ARuleIsShownOrExemptAndNotBoth) {
  const StoredSet set;
  std::vector<std::string> rules{"T2-1", "T2-2", "REF-6", "GGUF-1", "NONE"};
  for (const Exempt& row : exempt_rules()) rules.emplace_back(row.rule);
  const CheckReport report = check(set, rules);
  EXPECT_TRUE(tells(report, "unshown-rule", "NONE"));
  EXPECT_FALSE(tells(report, "unshown-rule", "T2-1"));
  EXPECT_FALSE(tells(report, "needless-exemption"));
  EXPECT_FALSE(tells(report, "unknown-rule"));
  rules.erase(rules.begin());
  EXPECT_TRUE(tells(check(set, rules), "unknown-rule", "T2-1"));
  EXPECT_TRUE(tells(check(set), "needless-exemption", "FRAME-1")) << "of a rule that is none";
}

TEST(Check, AnEditOfAVectorIsFoundEvenWhereTheIndexAgrees) {
  const std::string decode = "t2/decode.smoke.json";
  const StoredSet input;
  const std::string digest = input.suite().vectors[0].input_sha256;
  input.edit_agreeing(decode, digest, std::string(64, '0'));
  EXPECT_TRUE(tells(check(input), "wrong-input", input.suite().vectors[0].id));
  const StoredSet flags;
  flags.edit_agreeing(decode, "\"negative-scale\",", "");
  EXPECT_TRUE(tells(check(flags), "wrong-flags", flags.suite().vectors[0].id));
  const StoredSet sign;
  sign.edit_agreeing(decode, "\"sign\":\"valid\"", "\"sign\":\"refused\"");
  EXPECT_TRUE(tells(check(sign), "wrong-sign", sign.suite().vectors[0].id));
}

TEST(Check, AnAlteredBlobIsNamedByCheckThoughNoVectorWasAsked) {
  const StoredSet set;
  const std::string name = "blobs/" + sha256_hex(set.blob());
  std::string bytes = set.read(name);
  bytes[0] = static_cast<char>(bytes[0] ^ 1);
  set.write(name, bytes);
  EXPECT_TRUE(tells(check(set), "altered-file", name));
}

TEST(Check, TheSameQuestionByAnotherRecipeIsADuplicate) {
  const TemporaryFolder folder;
  Suite suite;
  Question one = tile_question("a");
  Question other = one;
  other.input.parts = {{Hex{payload_of(one)}}};
  suite.vectors = {vector_of(one), vector_of(other)};
  ASSERT_NE(suite.vectors[0].id, suite.vectors[1].id);
  ASSERT_TRUE(write_suite(folder.path() / "set", suite, {}));
  const CheckReport report = check_suite(folder.path() / "set", {false, false, {}, {}});
  EXPECT_TRUE(tells(report, "duplicate-question", suite.vectors[1].id));
}

TEST(Check, SaysWhatIsWrongWithAFolderThatDoesNotLoad) {
  const TemporaryFolder folder;
  EXPECT_TRUE(tells(check_suite(folder.path(), {false, false, {}, {}}), "empty-folder"));
}

/// The flags of a t2 tile of codes 0 and scales 1.0 with edits.
std::vector<std::string> flags_with(std::vector<Edit> edits, spec::Op op = spec::Op::decode) {
  Question question = tile_question("unused");
  question.op = op;
  question.input.parts = {{Repeat{{0x55}, 2048}}, {Repeat{{0x00, 0x3c}, 64}}};
  question.input.edits = std::move(edits);
  return flags_shown(question, payload_of(question));
}

bool shows(const std::vector<std::string>& flags, std::string_view flag) {
  return std::ranges::find(flags, flag) != flags.end();
}

struct Shown {
  std::string_view flag;
  std::vector<Edit> edits;
};

TEST(Flags, EachIsShownByTheBytesThatMakeItAndNotByThoseBefore) {
  const Shown cases[] = {
      {"reserved-code", {{0, {0x57}}}},
      {"reserved-under-odd-scale", {{0, {0x57}}, {2048, {0x00, 0xbc}}}},
      {"both-signs", {{0, {0x58}}}},
      {"zero-sign", {{2048, {0x00, 0xbc}}}},
      {"zero-times-nonfinite", {{2048, {0x00, 0x7c}}}},
      {"lone-code", {{70, {0x56}}}},
      {"lone-code-at-edge", {{2047, {0x95}}}},
      {"subnormal-scale", {{2048, {0x29, 0x00}}}},
      {"infinite-scale", {{2048, {0x00, 0xfc}}}},
      {"nan-scale", {{2048, {0x01, 0x7c}}}},
      {"negative-scale", {{2048, {0x00, 0xbc}}}},
      {"negative-zero-scale", {{2048, {0x00, 0x80}}}},
      {"edge-scale", {{2174, {0xff, 0x7b}}}},
      {"beyond-bf16", {{2174, {0x01, 0x3c}}}},
  };
  const auto plain = flags_with({});
  EXPECT_TRUE(shows(plain, "one-code"));
  for (const Shown& one : cases) {
    EXPECT_FALSE(shows(plain, one.flag)) << one.flag;
    EXPECT_TRUE(shows(flags_with(one.edits), one.flag)) << one.flag;
  }
}

TEST(Flags, AreShownByOpsOfTheirOwn) {
  EXPECT_TRUE(shows(flags_with({{0, {0x57}}}, spec::Op::validate), "counted-codes"));
  EXPECT_TRUE(shows(flags_with({{2048, {0, 0}}}, spec::Op::validate), "counted-scales"));
  EXPECT_FALSE(shows(flags_with({}, spec::Op::validate), "counted-scales"));
}

TEST(Flags, SizesAndShapesShowWithoutAnyContent) {
  Question question = tile_question("unused");
  const auto of = [&](std::uint64_t bytes, spec::Geometry geometry) {
    question.geometry = geometry;
    return flags_shown(question, Bytes(bytes));
  };
  EXPECT_TRUE(shows(of(2175, {32, 256}), "cut-short"));
  EXPECT_TRUE(shows(of(2177, {32, 256}), "left-over"));
  EXPECT_TRUE(shows(of(2176, {32, 257}), "broken-geometry"));
  EXPECT_TRUE(shows(of(2176, {32, 0}), "nothing-asked"));
  EXPECT_TRUE(shows(of(2176, {1ull << 37, 1ull << 40}), "uncountable-size"));
  EXPECT_TRUE(shows(of(4352, {64, 256}), "unit-rows"));
  EXPECT_TRUE(shows(of(4352, {32, 512}), "unit-columns"));
  EXPECT_TRUE(shows(of(2176 * 15, {96, 1280}), "large-grid"));
}

TEST(Flags, APayloadOfTheWrongSizeShowsThatAndNothingOfItsContent) {
  Question question = tile_question("unused");
  Bytes payload = payload_of(question);
  payload[0] |= 3;
  EXPECT_TRUE(shows(flags_shown(question, payload), "reserved-code"));
  payload.push_back(0);
  EXPECT_EQ(flags_shown(question, payload), std::vector<std::string>{"left-over"});
}

TEST(Flags, HaveAFaultAnEffectAFamilyThatExistsAndANameOfTheirOwn) {
  const std::set<std::string_view> families{
      "",        "ternary",  "half",   "power",      "wide",     "order",
      "place",   "grid",     "frame",  "side_table", "validate", "encode",
      "packing", "quantise", "expand", "convert",    "repack",   "replay"};
  std::set<std::string_view> names;
  std::set<std::string_view> claimed;
  for (const Flag& flag : flags()) {
    EXPECT_TRUE(names.insert(flag.name).second) << flag.name;
    EXPECT_TRUE(families.contains(flag.claims)) << flag.claims;
    EXPECT_FALSE(flag.fault.empty() || flag.effect.empty()) << flag.name;
    claimed.insert(flag.claims);
  }
  EXPECT_GE(names.size(), 40u);
  EXPECT_EQ(claimed, families) << "every family is claimed by a flag";
}

}  // namespace
}  // namespace tritproof::golden
