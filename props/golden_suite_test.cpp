// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include "golden/manifest.h"
#include "props/golden_fixture.h"

namespace tritproof::golden {
namespace {

namespace fs = std::filesystem;

const std::string kDecode = "t2/decode.smoke.json";

TEST(StoredSet, WhatIsWrittenIsReadBackAndWrittenTheSameAgain) {
  const StoredSet set;
  const auto loaded = load_suite(set.folder(), Level::full, false);
  ASSERT_TRUE(loaded) << loaded.error().name << " " << loaded.error().where;
  EXPECT_EQ(loaded->vectors.size(), 5u);
  EXPECT_EQ(loaded->files.size(), 1u);
  EXPECT_EQ(loaded->sha256, digest_of_files(set.folder()));
  const TemporaryFolder other;
  ASSERT_TRUE(write_suite(other.path() / "again", *loaded, {set.blob()}));
  EXPECT_EQ(digest_of_files(other.path() / "again"), loaded->sha256);
}

TEST(StoredSet, ALevelHoldsThoseBeforeIt) {
  const StoredSet set;
  EXPECT_EQ(load_suite(set.folder(), Level::smoke, false)->vectors.size(), 3u);
  EXPECT_EQ(load_suite(set.folder(), Level::core, false)->vectors.size(), 5u);
}

TEST(StoredSet, IsNotTheSetThatTheToolWasBuiltWith) {
  EXPECT_EQ(StoredSet().load(Level::full, true), "another-suite index.json");
}

TEST(StoredSet, AnAlteredOrMissingFileIsNamed) {
  const StoredSet altered;
  altered.edit(kDecode, "one tile", "two tile");
  EXPECT_EQ(altered.load(), "altered-file " + kDecode);
  const StoredSet missing;
  fs::remove(missing.folder() / kDecode);
  EXPECT_EQ(missing.load(), "missing-file " + kDecode);
  const StoredSet without;
  fs::remove(without.folder() / "index.json");
  EXPECT_EQ(without.load(), "missing-file index.json");
}

TEST(StoredSet, AnExtraFileIsNamedWhateverItIs) {
  const StoredSet extra;
  extra.write("t2/notes.txt", "hello");
  EXPECT_EQ(extra.load(), "extra-file t2/notes.txt");
  const StoredSet linked;
  fs::create_symlink("/etc/passwd", linked.folder() / "link");
  EXPECT_EQ(linked.load(), "extra-file link");
}

TEST(StoredSet, AnEmptyFolderAndNoFolderAreNoSet) {
  const TemporaryFolder empty;
  EXPECT_EQ(load_suite(empty.path(), Level::core, false).error().name, "empty-folder");
  EXPECT_EQ(load_suite(empty.path() / "none", Level::core, false).error().name, "missing-folder");
}

TEST(StoredSet, AMissingOrAlteredBlobIsNamed) {
  const StoredSet set;
  const Blob blob{sha256_hex(set.blob()), set.blob().size()};
  EXPECT_EQ(blobs_of(set.folder())(blob), set.blob());
  std::string bytes = set.read("blobs/" + blob.sha256);
  bytes[7] = static_cast<char>(bytes[7] ^ 1);
  set.write("blobs/" + blob.sha256, bytes);
  EXPECT_TRUE(blobs_of(set.folder())(blob).error().starts_with("altered-file blobs/"));
  fs::remove(set.folder() / "blobs" / blob.sha256);
  EXPECT_TRUE(blobs_of(set.folder())(blob).error().starts_with("missing-file blobs/"));
  EXPECT_EQ(set.load(), "missing-file blobs/" + blob.sha256);
}

TEST(StoredSet, AnEditThatAgreesWithTheIndexStillMeetsThePin) {
  const StoredSet set;
  set.edit_agreeing(kDecode, "one tile", "two tile");
  EXPECT_EQ(set.load(), "loaded");
  EXPECT_EQ(set.load(Level::full, true), "another-suite index.json");
}

TEST(StoredSet, AnIdIsThatOfItsQuestionAndGivenOnce) {
  const StoredSet wrong;
  const std::string id = wrong.suite().vectors[0].id;
  wrong.edit_agreeing(kDecode, id, "t2-decode-0123456789ab");
  EXPECT_EQ(wrong.load(), "wrong-id " + kDecode + ", t2-decode-0123456789ab");
  // The second vector replaced by the first.
  const StoredSet twice;
  std::string text = twice.read(kDecode);
  const std::size_t one = text.find("\n") + 1;
  const std::size_t two = text.find("\n", one) + 1;
  const std::size_t end = text.find("\n", two);
  twice.edit_agreeing(kDecode, text.substr(two, end - two), text.substr(one, two - one - 2));
  EXPECT_EQ(twice.load(), "duplicate-id " + kDecode + ", " + id);
}

TEST(StoredSet, CountsPathsVersionTablesAndFlagsAreHeldByTheIndex) {
  const StoredSet count;
  count.edit("index.json", "\"vectors\":2", "\"vectors\":3");
  EXPECT_EQ(count.load(), "wrong-count " + kDecode);
  const StoredSet version;
  version.edit("index.json", "{\"version\":\"1\"", "{\"version\":\"0\"");
  EXPECT_EQ(version.load(), "version-differs index.json, version");
  const StoredSet table;
  table.edit("index.json", "\"words\":\"", "\"words\":\"0000");
  EXPECT_EQ(table.load(), "table-differs index.json, f16-ordinary");
  const StoredSet flag;
  flag.edit("index.json", "\"effect\":\"", "\"effect\":\"x");
  EXPECT_EQ(flag.load(), "flag-differs index.json, reserved-code");
  const StoredSet path;
  path.edit("index.json", "\"path\":\"t2/decode", "\"path\":\"../decode");
  EXPECT_EQ(path.load(), "wrong-value index.json, path");
  const StoredSet misplaced;
  fs::rename(misplaced.folder() / kDecode, misplaced.folder() / "t2/expand.smoke.json");
  misplaced.edit("index.json", kDecode, "t2/expand.smoke.json");
  EXPECT_EQ(misplaced.load(), "misplaced-file t2/expand.smoke.json");
}

TEST(StoredSet, IsWrittenIntoAnEmptyFolderOnlyAndWithItsBlobs) {
  const StoredSet set;
  EXPECT_EQ(write_suite(set.folder(), set.suite(), {set.blob()}).error().name, "not-empty");
  const TemporaryFolder other;
  EXPECT_EQ(write_suite(other.path(), set.suite(), {}).error().name, "missing-blob");
  EXPECT_EQ(write_suite(other.path(), set.suite(), {set.blob(), {1}}).error().name, "unused-blob");
  Suite undigested = set.suite();
  undigested.vectors[0].input_sha256.clear();
  EXPECT_EQ(write_suite(other.path(), undigested, {set.blob()}).error().name, "wrong-value");
  Suite spelled = set.suite();
  spelled.vectors[0].question.why = "caf\xc3\xa9";
  const TemporaryFolder third;
  EXPECT_EQ(write_suite(third.path(), spelled, {set.blob()}).error().name, "wrong-kind");
  EXPECT_EQ(write_suite("/proc/none", set.suite(), {set.blob()}).error().name, "cannot-write");
}

/// What parse_manifest says of a manifest with one edit: "name where".
std::string parse(std::string_view old, std::string_view now) {
  Manifest manifest;
  manifest.level = Level::smoke;
  manifest.vectors = {vector_of(tile_question("a")), vector_of(tile_question("b"))};
  std::string text = write_manifest(manifest);
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  if (at != std::string::npos) text.replace(at, old.size(), now);
  const auto parsed = parse_manifest(text);
  return parsed ? "parsed" : parsed.error().name + " " + parsed.error().where;
}

TEST(Manifest, RefusesEveryKeyThatIsUnknownMissingOrThereTwiceWithFileIdAndKey) {
  const std::string place = "line 2, " + vector_of(tile_question("a")).id + ", ";
  EXPECT_EQ(parse("one tile", "one tile"), "parsed");
  EXPECT_EQ(parse("\"sign\":\"valid\",", ""), "missing-key " + place + "vector");
  EXPECT_EQ(parse("\"n\":32,", "\"n\":32,\"x\":1,"), "unknown-key " + place + "vector");
  EXPECT_EQ(parse("\"n\":32,", "\"n\":32,\"n\":32,"), "duplicate-key line 2");
  EXPECT_EQ(parse("\"n\":32,", "\"n\":\"32\","), "wrong-kind " + place + "n");
  EXPECT_EQ(parse("\"valid\"", "\"good\""), "wrong-value " + place + "sign");
  EXPECT_EQ(parse("negative-scale", "no-such-flag"), "wrong-value " + place + "flags");
  EXPECT_EQ(parse("\"why\":\"one tile\"", "\"why\":\"\""), "wrong-value " + place + "why");
  EXPECT_EQ(parse("\"n\":32,\"k\":256", "\"k\":256,\"n\":32").substr(0, 13), "not-canonical");
  EXPECT_EQ(parse("\"n\":32,", "\"n\": 32,").substr(0, 13), "not-canonical");
  EXPECT_EQ(parse("\"k\":256,", "\"k\":256,\"bf16\":false,").substr(0, 13), "not-canonical");
}

TEST(Manifest, RefusesABrokenHeadTailOrLine) {
  EXPECT_EQ(parse("\"t2\"", "\"t9\""), "wrong-value line 1, head");
  EXPECT_EQ(parse("\"decode\"", "\"unpack\""), "wrong-value line 1, head");
  EXPECT_EQ(parse("\"smoke\"", "\"small\""), "wrong-value line 1, level");
  EXPECT_EQ(parse("\"level\":\"smoke\",", ""), "missing-key line 1, head");
  EXPECT_EQ(parse("\n]}\n", "\n]}\n\n"), "broken-json line 4");
  EXPECT_EQ(parse("\n]}\n", "\n]}"), "broken-json line 4");
  EXPECT_EQ(parse("},\n{", "}\n{"), "broken-json line 3");
  EXPECT_EQ(parse_manifest("").error().name, "broken-json");
  EXPECT_EQ(
      parse_manifest("{\"format\":\"t2\",\"op\":\"decode\",\"level\":\"core\",\"vectors\":[\n]}\n")
          .error()
          .name,
      "no-vectors");
}

TEST(Manifest, RefusesHostileTextInMilliseconds) {
  const std::string head =
      "{\"format\":\"t2\",\"op\":\"decode\",\"level\":\"core\",\"vectors\":[\n";
  const std::pair<std::string, std::string> hostile[] = {
      {"too-large", std::string(kMostManifestBytes + 1, '[')},
      {"broken-json", std::string(2 * kMostLineBytes, '[')},
      {"broken-json", head + std::string(2 * kMostLineBytes, '{')},
      {"too-deep", head + std::string(kMostLineBytes - 8, '[') + "\n"},
      {"broken-json", head + std::string(1000, '\0') + "\n"}};
  for (const auto& [fault, text] : hostile) {
    const auto started = std::chrono::steady_clock::now();
    EXPECT_EQ(parse_manifest(text).error().name, fault);
    EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::milliseconds(500)) << fault;
  }
}

}  // namespace
}  // namespace tritproof::golden
