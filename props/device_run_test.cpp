// SPDX-License-Identifier: Apache-2.0
#include "hw/host/device_run.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "hw/host/caretaker.h"
#include "hw/host/transcript.h"
#include "props/device_fixture.h"

namespace tritproof::host {
namespace {

TEST_F(DeviceRuns, ATruthfulDevicePassesEveryItem) {
  Questions questions(40);
  RunOptions options = quick_options();
  options.repeat_one_in = 4;
  const RunReport report = run_of(the_double({"truthful"}), questions, options);
  EXPECT_EQ(report.count(Verdict::pass), 40u);
  EXPECT_EQ(report.children, 1u);
  EXPECT_TRUE(report.restarts.empty());
  EXPECT_EQ(report.farewell, std::nullopt);
  ASSERT_EQ(report.transcripts.size(), 1u);
  EXPECT_EQ(report.transcripts[0].size(), 64u);
  EXPECT_NE(report.transcripts[0], Transcript().digest()) << "of nothing";
  EXPECT_EQ(report.evidence.device_class, DeviceClass::stand_in);
  EXPECT_EQ(questions.kept.size(), 40u);
  std::size_t twice = 0;
  for (const ItemResult& result : report.results) {
    EXPECT_EQ(result.child, 1u);
    EXPECT_GT(result.microseconds, 0u);
    twice += result.times == 2 ? 1 : 0;
  }
  EXPECT_GT(twice, 2u) << "about a quarter is asked twice";
  EXPECT_LT(twice, 25u);
}

TEST_F(DeviceRuns, AHangOnOneItemIn5000LosesThatItemOnly) {
  Questions questions(5000, {{3210, 0xff}});
  RunOptions options = quick_options();
  options.timeouts.answer = 1500ms;
  options.probe = plain_probe();
  const RunReport report = run_of(the_double({"hang", "ff"}), questions, options);
  expect_only_lost(report, 3210, Verdict::hang, "clock ran out");
  EXPECT_EQ(report.probes, 1u);
  ASSERT_EQ(report.restarts.size(), 1u);
  EXPECT_EQ(report.restarts[0], (Restart{2, "item-3210", "hang"}));
  EXPECT_EQ(report.results[3209].child, 1u);
  EXPECT_EQ(report.results[3211].child, 2u);
}

TEST_F(DeviceRuns, ACrashThatComesAloneIsQuarantined) {
  Questions questions(20, {{7, 0xff}});
  const RunReport report = run_of(the_double({"quit", "ff"}), questions);
  expect_only_lost(report, 7, Verdict::crash, "alone in a new child too: crash");
  EXPECT_EQ(report.quarantined, std::vector<std::string>{"item-7"});
  EXPECT_EQ(report.results[7].times, 2u);
  EXPECT_EQ(report.results[8].times, 1u) << "nothing is repeated";
  EXPECT_EQ(report.results[7].after, "");
}

TEST_F(DeviceRuns, ACrashThatNeedsAnEarlierItemNamesBoth) {
  for (const std::size_t culprit : {0u, 17u}) {
    Questions questions(40, {{culprit, 0xee}, {30, 0xff}});
    const RunReport report = run_of(the_double({"quit", "ff+ee"}), questions);
    const std::string name = "item-" + std::to_string(culprit);
    expect_only_lost(report, 30, Verdict::crash, "alone in a new child it answers");
    EXPECT_NE(report.results[30].what.find("it crashes after " + name), std::string::npos);
    EXPECT_EQ(report.results[30].after, name);
    EXPECT_LE(report.restarts.size(), 10u) << "by halving";
    EXPECT_EQ(report.quarantined, std::vector<std::string>{"item-30"});
  }
}

TEST_F(DeviceRuns, BisectionIsBounded) {
  Questions questions(40, {{3, 0xee}, {30, 0xff}});
  RunOptions options = quick_options();
  options.bisection.restarts = 2;
  RunReport report = run_of(the_double({"quit", "ff+ee"}), questions, options);
  expect_only_lost(report, 30, Verdict::crash, "not found in the time given");
  EXPECT_EQ(report.restarts.size(), 4u) << "alone, two trials, and the one that goes on";
  options.bisection.most = 0;
  report = run_of(the_double({"quit", "ff+ee"}), questions, options);
  expect_only_lost(report, 30, Verdict::crash, "not searched");
}

TEST_F(DeviceRuns, ACrashThatDoesNotComeBackIsStillACrash) {
  const TempFolder folder;
  for (const std::size_t index : {0u, 5u}) {
    Questions questions(10, {{index, 0xff}});
    const std::string file = folder.path() + "/" + std::to_string(index);
    const RunReport report = run_of(the_double({"once", "ff", file}), questions);
    expect_only_lost(report, index, Verdict::crash, "the crash does not come every time");
    EXPECT_TRUE(report.quarantined.empty());
  }
}

TEST_F(DeviceRuns, WhatBreaksTheProtocolLosesItsItem) {
  Questions questions(12, {{4, 0xff}});
  for (const char* mode : {"garbage", "wrong-id", "short"}) {
    const RunReport report = run_of(the_double({mode, "ff"}), questions);
    expect_only_lost(report, 4, Verdict::protocol_error, "");
    EXPECT_EQ(report.restarts.size(), 1u) << mode;
  }
}

TEST_F(DeviceRuns, AWrongAnswerCostsNoChild) {
  Questions questions(12, {{4, 0xff}});
  RunReport report = run_of(the_double({"lying", "ff"}), questions);
  expect_only_lost(report, 4, Verdict::mismatch, "wrong weights");
  EXPECT_EQ(report.children, 1u);
  report = run_of(the_double({"refuse", "ff"}), questions);
  expect_only_lost(report, 4, Verdict::refused, "it refused");
  EXPECT_EQ(report.children, 1u);
}

TEST_F(FRAME_9, APartialAnswerSaysHowMuchIsPoison) {
  Questions questions(12, {{4, 0xff}});
  const RunReport report = run_of(the_double({"partial", "ff"}), questions);
  expect_only_lost(report, 4, Verdict::mismatch, "16384 of 32768 bytes are the poison");
  EXPECT_EQ(report.children, 1u);
}

TEST_F(FRAME_9, AStaleAnswerIsNamed) {
  Questions questions(12, {{4, 0xff}});
  const RunReport report = run_of(the_double({"stale", "ff"}), questions);
  expect_only_lost(report, 4, Verdict::mismatch, "the answer to item-3 once more");
}

TEST_F(FRAME_9, AnAnswerOfAnEarlierChildIsNotCalledStale) {
  Questions questions(6, {{3, 0xff}});
  auto run = DeviceRun::start(the_double({"garbage", "ff"}), quick_options());
  ASSERT_TRUE(run.has_value());
  Job job = questions.job();
  job.judge = [](std::size_t, std::span<const std::uint8_t>, const Outcome&) {
    return Judgement{Verdict::mismatch, "wrong", "digest"};
  };
  const auto report = (*run)->run(job);
  ASSERT_TRUE(report.has_value());
  EXPECT_NE(report->results[2].what, "wrong") << "as item-1 was answered, by the same child";
  EXPECT_EQ(report->results[4].what, "wrong") << "as item-2 was answered, by another";
}

TEST_F(FRAME_9, NoPoisonIsTakenForANumber) {
  std::vector<std::uint32_t> words{0, 0, 0x7f80, 1, 1, 0xff80, 0x7fc00000, 1, 1, 0xffffffff};
  words.insert(words.end(), {0x12345678, 0x3f800000});
  std::size_t used = 0;
  EXPECT_EQ(make_poison([&] { return words.at(used++); }), 0x123456783f800000u);
  EXPECT_EQ(used, words.size()) << "0, and each infinity or NaN in f32 or bf16, is passed over";
  std::random_device random;
  EXPECT_NE(make_poison(std::ref(random)), make_poison(std::ref(random)));
}

TEST_F(DeviceRuns, AnswersThatDifferAreUnstable) {
  Questions questions(12, {{4, 0xff}});
  RunOptions options = quick_options();
  options.repeat_one_in = 1;
  const RunReport report = run_of(the_double({"unstable", "ff"}), questions, options);
  expect_only_lost(report, 4, Verdict::unstable, "asked twice, it answered differently: from byte");
  for (const ItemResult& result : report.results) EXPECT_EQ(result.times, 2u);
}

TEST_F(DeviceRuns, WhatEscapesIsEndedAndCostsNothing) {
  Questions questions(12, {{4, 0xff}});
  EXPECT_EQ(run_of(the_double({"escape", "ff"}), questions).count(Verdict::pass), 12u);
  const RunReport report = run_of(the_double({"grandchild", "ff"}), questions);
  expect_only_lost(report, 4, Verdict::crash, "exited with status 3");
}

TEST_F(DeviceRuns, ADeviceThatVanishesLeavesTheRestNotRun) {
  const TempFolder folder;
  Questions questions(12, {{4, 0xff}});
  const RunReport report = run_of(the_double({"vanish", "ff", folder.path() + "/gone"}), questions);
  EXPECT_EQ(report.count(Verdict::pass), 4u);
  EXPECT_EQ(name_of(report.results[4].verdict), "crash");
  EXPECT_EQ(report.count(Verdict::not_run), 7u);
  EXPECT_EQ(report.results[11].unasked, Unasked::device_lost);
  ASSERT_TRUE(report.lost.has_value());
  EXPECT_NE(report.lost->find("did not come back after item-4"), std::string::npos) << *report.lost;
  EXPECT_NE(report.lost->find("exited with status 4"), std::string::npos) << *report.lost;
  EXPECT_EQ(questions.kept.size(), 5u) << "what is asked again later is not kept";
}

TEST_F(DeviceRuns, ADeviceThatComesBackAsAnotherIsGivenUp) {
  const TempFolder folder;
  Questions questions(12, {{4, 0xff}});
  const RunReport report =
      run_of(the_double({"change", "ff", folder.path() + "/changed"}), questions);
  EXPECT_EQ(report.count(Verdict::not_run), 7u);
  ASSERT_TRUE(report.lost.has_value());
  EXPECT_NE(report.lost->find("it said version=1, a new child says version=2"), std::string::npos)
      << *report.lost;
}

TEST_F(DeviceRuns, AnUnhealthyDeviceIsGivenUpAfterSomeAttempts) {
  Questions questions(12, {{4, 0xff}});
  RunOptions options = quick_options();
  options.probe = plain_probe();
  int asked = 0;
  options.probe->healthy = [&asked](const Outcome&) { return ++asked > 100; };
  const RunReport report = run_of(the_double({"garbage", "ff"}), questions, options);
  EXPECT_EQ(asked, 3) << "attempts";
  EXPECT_EQ(report.count(Verdict::not_run), 7u);
  EXPECT_NE(report.lost.value_or("").find("probe was answered wrongly"), std::string::npos);
}

TEST_F(DeviceRuns, RestartsHaveAnEnd) {
  Questions questions(12);
  RunOptions options = quick_options();
  options.most_restarts = 5;
  const RunReport report = run_of(the_double({"garbage"}), questions, options);
  EXPECT_EQ(report.count(Verdict::protocol_error), 6u);
  EXPECT_EQ(report.count(Verdict::not_run), 6u);
  EXPECT_EQ(report.results[11].unasked, Unasked::restarts_spent);
  EXPECT_EQ(report.restarts.size(), 5u);
}

}  // namespace
}  // namespace tritproof::host
