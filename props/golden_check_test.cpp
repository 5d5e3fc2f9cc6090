// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "golden/check.h"
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

}  // namespace
}  // namespace tritproof::golden
