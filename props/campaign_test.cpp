// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "fuzz/campaign/promote.h"
#include "fuzz/campaign/report.h"
#include "fuzz/minimise.h"
#include "fuzz/question.h"
#include "fuzz/simplify.h"
#include "fuzz/story.h"
#include "props/temporary_folder.h"

namespace tritproof::fuzz {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, std::string_view text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

TEST(CampaignLog, CountsExecutionsAfterTheCorpusWasRead) {
  const std::string_view log =
      "#7\tINITED cov: 12 ft: 3\n#90\tNEW    cov: 15 ft: 4\nstat::number_of_executed_units: 101\n";
  EXPECT_EQ(executions_in(log), 94u);
  EXPECT_EQ(edges_in(log), 15u);
  EXPECT_EQ(executions_in("#5\tREAD cov: 1"), 0u) << "the corpus was never read to its end";
  EXPECT_EQ(executions_in(""), 0u);
}

TEST(CampaignLog, TellsKindsApart) {
  const auto law = finding_in("x\ntritproof-finding: t2/a/b/c/d\nwords\ncase: one\n==1== E", "t");
  ASSERT_TRUE(law);
  EXPECT_EQ(law->key, "t2/a/b/c/d");
  EXPECT_EQ(law->case_line, "one");
  EXPECT_EQ(law->kind, Kind::finding);
  EXPECT_EQ(finding_in("==1== ERROR: libFuzzer: timeout after 25 s", "t")->kind, Kind::timeout);
  EXPECT_EQ(finding_in("==1== ERROR: libFuzzer: out-of-memory", "t")->kind, Kind::memory);
  EXPECT_EQ(finding_in("==1==ERROR: LeakSanitizer: leaks", "t")->kind, Kind::leak);
  EXPECT_FALSE(finding_in("Done 5 runs", "t"));
}

TEST(CampaignLog, AFindingOfTheCorpusWasExecuted) {
  const TemporaryFolder folder;
  write(folder.path() / "log", "#5\tREAD cov: 1\ntritproof-finding: t2/a/b/c/d\n");
  write(folder.path() / "artifacts" / "crash-1", "input");
  Turn turn;
  turn.target = "t";
  turn.work = folder.path();
  const Told told = read_turn(turn, 77);
  ASSERT_TRUE(told.finding);
  EXPECT_EQ(told.executions, 1u);
  fs::remove_all(turn.work / "artifacts");
  const Told before = read_turn(turn, 77);
  EXPECT_FALSE(before.finding) << "it ended before its first input";
  EXPECT_EQ(before.executions, 0u);
}

TEST(CampaignStore, NamesOfKeysStayInTheirFolder) {
  EXPECT_EQ(file_name_of("../a b"), "%2e.%2fa%20b");
  EXPECT_NE(file_name_of("a/b"), file_name_of("a%2fb"));
  EXPECT_LE(file_name_of(std::string(5000, '/')).size(), 210u);
  EXPECT_NE(file_name_of(std::string(70, 'a') + "b"), file_name_of(std::string(70, 'a') + "c"));
}

TEST(CampaignStore, ACorpusGrowsByPlainFilesOfItsSizeOnly) {
  const TemporaryFolder folder;
  const fs::path more = folder.path() / "more";
  write(more / "a", "1234");
  write(more / "huge", "12345");
  fs::create_directories(more / "foreign");
  fs::create_symlink("/dev/zero", more / "link");
  Corpus corpus(folder.path() / "corpus", 4);
  EXPECT_EQ(corpus.files(), 0u);
  ASSERT_TRUE(corpus.add(more));
  EXPECT_EQ(corpus.files(), 1u);
  EXPECT_EQ(corpus.bytes(), 4u);
  write(folder.path() / "other" / "b", "1");
  ASSERT_TRUE(corpus.add(folder.path() / "other"));
  EXPECT_EQ(corpus.files(), 2u);
  EXPECT_TRUE(fs::exists(corpus.now() / "a"));
  ASSERT_TRUE(corpus.replace(folder.path() / "other"));
  EXPECT_EQ(corpus.files(), 1u);
}

TEST(CampaignStore, AHalfMadeCorpusDoesNotCount) {
  const TemporaryFolder folder;
  Corpus corpus(folder.path(), 4);
  write(folder.path() / "1" / "a", "1");
  write(folder.path() / "made" / "b", "1");
  EXPECT_EQ(corpus.files(), 1u);
}

// A campaign of two seconds over one target whose program is a script.
Plan plan_for(const TemporaryFolder& folder, const std::string& script) {
  const fs::path program = folder.path() / "programs" / "fuzz_decode_t2";
  write(program, "#!/bin/sh\n" + script + "\n");
  fs::permissions(program, fs::perms::owner_all);
  Plan plan;
  plan.targets = {target_named("fuzz_decode_t2")};
  plan.programs = program.parent_path();
  plan.state = folder.path() / "state";
  plan.time = std::chrono::seconds(2);
  return plan;
}

TEST(Campaign, WithoutExecutionsIsNotClean) {
  const TemporaryFolder folder;
  const Plan plan = plan_for(folder, "exit 0");
  const std::atomic<bool> stop{false};
  const auto outcomes = run_campaign(plan, stop, [](const Status&) {});
  ASSERT_TRUE(outcomes) << outcomes.error();
  EXPECT_FALSE(outcomes->clean());
  EXPECT_NE(text_of(*outcomes).find("fuzz_decode_t2 executed nothing"), std::string::npos);
}

TEST(Campaign, ATargetWhoseGoldenVectorsCannotBeWrittenHasNoTurn) {
  const TemporaryFolder folder;
  Plan plan = plan_for(folder, "exit 0");
  plan.more_seeds = [](const fs::path&, const Target&) { return false; };
  const std::atomic<bool> stop{false};
  const auto outcomes = run_campaign(plan, stop, [](const Status&) {});
  ASSERT_TRUE(outcomes) << outcomes.error();
  EXPECT_FALSE(outcomes->clean());
  EXPECT_EQ(outcomes->parts.front().turns, 0u);
  EXPECT_NE(outcomes->parts.front().trouble.find("golden vectors"), std::string::npos);
}

TEST(Campaign, AnOutsideImplementationIsAskedByOneProgramForAllTargets) {
  const Target& target = *target_named("fuzz_decode_t2");
  EXPECT_EQ(program_of("p", "", target).line("in put"), "p/fuzz_decode_t2 'in put'");
  EXPECT_EQ(program_of("p", "./it's", target).line("i"),
            "TRITPROOF_FUZZ_TARGET=fuzz_decode_t2 TRITPROOF_FUZZ_EXEC='./it'\\''s' "
            "p/tritproof-fuzz-outside i");
}

TEST(Campaign, TheLineOfOneThatRunsSaysHowItStands) {
  const Status status{61.5, 600, 12, 5000, 320, 81.4, 2048, 1, "fuzz_t2s"};
  EXPECT_EQ(text_of(status),
            "62 of 600 s, 5000 executions, 81/s a core, 320 edges, the last new one 12 s ago, "
            "corpus 2 KiB, 1 findings; fuzz_t2s");
}

TEST(Campaign, ATurnThatTheCorpusTookUpRetiresNoTarget) {
  const TemporaryFolder folder;
  const std::string turns = (folder.path() / "turns").string();
  Plan plan = plan_for(
      folder, "[ -z \"$TRITPROOF_FUZZ_SEEDS\" ] || exit 0\necho >>" + turns + "\n[ $(wc -l <" +
                  turns +
                  ") -eq 2 ] && all=2 || all=22\n"
                  "printf '#2\\tINITED cov: 3\\nstat::number_of_executed_units: %s\\n' $all");
  plan.time = std::chrono::seconds(3);
  const std::atomic<bool> stop{false};
  const auto outcomes = run_campaign(plan, stop, [](const Status&) {});
  ASSERT_TRUE(outcomes) << outcomes.error();
  EXPECT_GT(outcomes->parts.front().turns, 2u);
  EXPECT_FALSE(outcomes->parts.front().retired);
}

// The first takes all the time and one second more; the last only reads its corpus in its first
// turn.
TEST(Campaign, EveryTargetRunsSomethingHoweverLateItIs) {
  const TemporaryFolder folder;
  const std::string turns = (folder.path() / "turns").string();
  Plan plan = plan_for(
      folder, "[ -z \"$TRITPROOF_FUZZ_SEEDS\" ] || exit 0\nsleep 1\necho >>" + turns +
                  "\n[ $(wc -l <" + turns +
                  ") -eq 2 ] && all=2 || all=22\n"
                  "printf '#2\\tINITED cov: 3\\nstat::number_of_executed_units: %s\\n' $all");
  plan.targets.push_back(target_named("fuzz_decode_t2s"));
  fs::copy_file(plan.programs / "fuzz_decode_t2", plan.programs / "fuzz_decode_t2s");
  plan.time = std::chrono::seconds(1);
  const std::atomic<bool> stop{false};
  const auto outcomes = run_campaign(plan, stop, [](const Status&) {});
  ASSERT_TRUE(outcomes) << outcomes.error();
  EXPECT_TRUE(outcomes->clean()) << text_of(*outcomes);
  EXPECT_EQ(outcomes->parts.back().turns, 2u);
}

TEST(Campaign, TwoOfThemDoNotShareAFolder) {
  const TemporaryFolder folder;
  ASSERT_TRUE(lock_folder(folder.path()));
  EXPECT_FALSE(lock_folder(folder.path()));
}

TEST(Campaign, APromotedFindingIsItsInputAndItsCase) {
  const TemporaryFolder folder;
  write(folder.path() / "found", "bytes");
  Finding finding;
  finding.target = "fuzz_decode_t2";
  finding.key = "t2/agreement/codes/decode-value/reserved";
  finding.story = "words";
  finding.case_line = "a case";
  const fs::path state = folder.path() / "state", to = folder.path() / "to";
  ASSERT_TRUE(keep_finding(state, finding, folder.path() / "found"));
  ASSERT_EQ(kept_findings(state).size(), 1u);
  const auto written = promote(finding.folder, to);
  ASSERT_TRUE(written) << written.error();
  ASSERT_EQ(written->size(), 2u);
  EXPECT_EQ(written->front().parent_path(), to / "fuzz_decode_t2");
  EXPECT_TRUE(fs::exists(written->back()));
  EXPECT_FALSE(promote(folder.path(), to)) << "no finding lies there";
}

// A target that dislikes two bytes of a question: no other byte may stay different.
void dislike(std::span<const std::uint8_t> input) {
  if (input.size() < 200 || input[100] != 0xff || input[150] != 0xff) return;
  std::fputs("tritproof-finding: a/b/c/d/e\n", stderr);
  std::abort();
}

TEST(Minimise, LeavesTheBytesThatMatterInASoundQuestion) {
  const Target target{"mine",  "question", 4096,    dislike,          nullptr,
                      nullptr, nullptr,    nullptr, simplify_question};
  Bytes seed = target_named("fuzz_decode_t2")->seeds().front().bytes;
  for (std::size_t i = kQuestionHead; i < seed.size(); i += 3) seed[i] = 7;
  seed[100] = seed[150] = 0xff;
  EXPECT_EQ(key_of(target, seed), "a/b/c/d/e");
  const Bytes small = minimise(target, seed, std::chrono::seconds(10));
  EXPECT_EQ(key_of(target, small), "a/b/c/d/e");
  const auto question = parse_question(small);
  ASSERT_TRUE(question);
  const auto line = case_line(question->asked, 2);
  EXPECT_TRUE(line) << "more than two edits are left";
}

}  // namespace
}  // namespace tritproof::fuzz
