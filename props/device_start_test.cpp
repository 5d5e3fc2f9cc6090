// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "hw/host/bisect.h"
#include "hw/host/lock.h"
#include "hw/host/runner_digest.h"
#include "hw/host/transcript.h"
#include "props/device_fixture.h"

namespace tritproof::host {
namespace {

RunTrouble trouble_of(Command command, RunOptions options = quick_options()) {
  auto run = DeviceRun::start(std::move(command), std::move(options));
  EXPECT_FALSE(run.has_value());
  return run ? RunTrouble{} : run.error();
}

RunTrouble trouble_of(Questions& questions, Job job) {
  auto run = DeviceRun::start(the_double({"truthful"}), quick_options());
  auto report = (*run)->run(std::move(job));
  EXPECT_FALSE(report.has_value());
  EXPECT_LE(questions.kept.size(), 4u);
  return report ? RunTrouble{} : report.error();
}

TEST_F(DeviceRuns, WhatTheDeviceDeclaresIsKnownBeforeAnyItem) {
  const auto before = std::chrono::system_clock::now();
  auto run = DeviceRun::start(the_double({"die"}), quick_options());
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ((*run)->hello().runner, "double");
  EXPECT_GE((*run)->declared_at(), before);
  EXPECT_EQ((*run)->runner_digest().size(), 64u);
}

TEST_F(DeviceRuns, TheProbeMayBeChosenByTheHello) {
  Questions questions(6, {{2, 0xff}});
  auto run = DeviceRun::start(the_double({"garbage", "ff"}), quick_options());
  ASSERT_TRUE(run.has_value());
  (*run)->probe_with(plain_probe());
  const auto report = (*run)->run(questions.job());
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->probes, 1u);
}

TEST_F(DeviceRuns, WithoutADeviceThereIsNoRun) {
  RunTrouble trouble = trouble_of(the_double({"no-device"}));
  EXPECT_EQ(trouble.fault, RunFault::no_start);
  EXPECT_EQ(name_of(trouble.verdict), "no-device");
  trouble = trouble_of(the_double({"other-version"}));
  EXPECT_EQ(name_of(trouble.verdict), "setup-error");
  EXPECT_NE(trouble.what.find("version is not 1"), std::string::npos) << trouble.what;
  trouble = trouble_of(Command{{"tritproof-no-such-program"}, {}});
  EXPECT_EQ(trouble.fault, RunFault::no_start);
  EXPECT_NE(trouble.what.find("not in PATH"), std::string::npos) << trouble.what;
}

TEST_F(DeviceRuns, TheHandshakeHasItsOwnClock) {
  Questions questions(3);
  RunOptions options = quick_options();
  EXPECT_EQ(run_of(the_double({"slow-hello"}), questions, options).count(Verdict::pass), 3u);
  options.timeouts.handshake = 100ms;
  EXPECT_NE(trouble_of(the_double({"slow-hello"}), options).what.find("clock ran out"),
            std::string::npos);
}

TEST_F(FRAME_10, WhatIsNotDeclaredIsCountedApart) {
  Questions questions(6);
  questions.items[1].request.op = spec::Op::validate;
  questions.items[2].request.format = spec::Format::q8;
  questions.items[3].request.geometry.k = 1u << 21;
  questions.items[4].request.flags.bf16 = true;
  const RunReport report = run_of(the_double({"truthful"}), questions);
  EXPECT_EQ(report.count(Verdict::pass), 2u);
  EXPECT_EQ(report.results[1].unasked, Unasked::not_declared);
  EXPECT_EQ(report.results[2].unasked, Unasked::not_declared);
  EXPECT_EQ(report.results[3].unasked, Unasked::not_taken);
  EXPECT_EQ(report.results[4].unasked, Unasked::not_taken);
  EXPECT_EQ(report.count(Verdict::not_run), 4u);
  EXPECT_EQ(questions.kept.size(), 6u);
}

TEST_F(DeviceRuns, WhatTheRunnerSaysOfItsDeviceIsTheVerdict) {
  Questions questions(6, {{2, 0xff}});
  expect_only_lost(run_of(the_double({"device-error", "ff"}), questions), 2, Verdict::device_error,
                   "state ABORT");
  expect_only_lost(run_of(the_double({"says-hang", "ff"}), questions), 2, Verdict::hang, "");
}

TEST_F(DeviceRuns, NoEmptyOrAmbiguousJob) {
  Questions none(0);
  EXPECT_EQ(trouble_of(none, none.job()).fault, RunFault::bad_job);
  Questions twins(2);
  twins.items[1].id = twins.items[0].id;
  EXPECT_EQ(trouble_of(twins, twins.job()).fault, RunFault::bad_job);
  Questions nameless(1);
  nameless.items[0].id.clear();
  EXPECT_EQ(trouble_of(nameless, nameless.job()).fault, RunFault::bad_job);
  Job nobody = nameless.job();
  nobody.judge = nullptr;
  EXPECT_EQ(trouble_of(nameless, nobody).fault, RunFault::bad_job);
}

TEST_F(DeviceRuns, TheCallersTroubleEndsTheRunByName) {
  Questions questions(6);
  Job job = questions.job();
  job.payload = [](std::size_t i) -> std::expected<Bytes, std::string> {
    if (i == 3) return std::unexpected("no blob");
    return Questions::tile(0);
  };
  RunTrouble trouble = trouble_of(questions, job);
  EXPECT_EQ(trouble.fault, RunFault::no_payload);
  EXPECT_EQ(trouble.what, "item-3: no blob");
  questions.kept.clear();
  questions.at_keep = [](std::size_t i) -> std::expected<Job::Next, std::string> {
    if (i == 3) return std::unexpected("disk full");
    return Job::Next::go_on;
  };
  trouble = trouble_of(questions, questions.job());
  EXPECT_EQ(trouble.fault, RunFault::not_kept);
  EXPECT_EQ(trouble.what, "item-3: disk full");
}

TEST_F(DeviceRuns, TheCallerMayStopAtTheFirstFailure) {
  Questions questions(6);
  questions.at_keep = [](std::size_t i) { return i == 2 ? Job::Next::stop : Job::Next::go_on; };
  const RunReport report = run_of(the_double({"truthful"}), questions);
  EXPECT_EQ(report.count(Verdict::pass), 3u);
  EXPECT_EQ(report.results[3].unasked, Unasked::stopped);
  EXPECT_EQ(report.results[5].unasked, Unasked::stopped);
}

TEST_F(DeviceRuns, TroubleAfterTheLastItemIsNotHidden) {
  Questions questions(3);
  const RunReport report = run_of(the_double({"sulky"}), questions);
  ASSERT_TRUE(report.farewell.has_value());
  EXPECT_EQ(name_of(report.farewell->verdict), "crash");
}

TEST_F(DeviceRuns, TheTranscriptIsOfAllBytesBothWays) {
  Transcript transcript;
  const Bytes bytes{'a', 'b', 'c'};
  transcript.sent(bytes);
  const std::string abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  const std::string none = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  EXPECT_EQ(transcript.digest(), sha256_hex("sent " + abc + " received " + none + "\n"));
  const std::string before = transcript.digest();
  transcript.received(bytes);
  EXPECT_EQ(transcript.digest(), sha256_hex("sent " + abc + " received " + abc + "\n"));
  EXPECT_NE(transcript.digest(), before);

  Command command = Command::shell("cat");  // it sends back what it is sent
  command.transcript = std::make_shared<Transcript>();
  auto child = Child::start(command);
  ASSERT_TRUE(child.has_value());
  Outgoing out(bytes);
  Bytes in(3);
  EXPECT_EQ((*child)->receive(out, in, Clock::now() + 10s), Progress::done);
  EXPECT_EQ(command.transcript->digest(), transcript.digest());
}

TEST_F(DeviceRuns, TheDigestOfARunnerIsOfProgramArgumentsAndTheirFiles) {
  const TempFolder folder;
  const std::string script = folder.path() + "/runner.py";
  const auto digest = [](const std::string& line) {
    return runner_digest(Command::shell(line)).value_or("none");
  };
  std::ofstream(script) << "one";
  const std::string first = digest("python3 '" + script + "' --fast");
  EXPECT_EQ(first.size(), 64u);
  EXPECT_EQ(first, digest("python3 '" + script + "' --fast"));
  EXPECT_NE(first, digest("python3 '" + script + "' --slow"));
  std::ofstream(script) << "two";
  EXPECT_NE(first, digest("python3 '" + script + "' --fast"));
  EXPECT_NE(runner_digest(Command{{"/bin/sh"}, {}}), runner_digest(Command{{"/bin/cat"}, {}}));
  EXPECT_FALSE(runner_digest(Command{{"/none"}, {}}).has_value());
}

TEST_F(DeviceRuns, ASecondRunIsToldWhoHoldsTheDevice) {
  const TempFolder folder;
  const std::filesystem::path locks = folder.path() + "/locks";
  RunOptions options = quick_options();
  options.lock_folder = locks;
  {
    const auto first = DeviceRun::start(the_double({"truthful"}), options);
    ASSERT_TRUE(first.has_value()) << first.error().what;
    const RunTrouble trouble = trouble_of(the_double({"truthful"}), options);
    EXPECT_EQ(trouble.fault, RunFault::locked);
    const std::string holder = "in use by process " + std::to_string(::getpid()) + " since 20";
    EXPECT_NE(trouble.what.find(holder), std::string::npos) << trouble.what;
    EXPECT_TRUE(DeviceRun::start(the_double({"lying"}), options).has_value()) << "another device";
    options.lock_name = "/dev/accel/accel0";
    const auto named = DeviceRun::start(the_double({"truthful"}), options);
    EXPECT_TRUE(named.has_value());
    EXPECT_EQ(trouble_of(the_double({"lying"}), options).fault, RunFault::locked);
  }
  EXPECT_TRUE(std::filesystem::is_empty(locks)) << "the lock goes with its run";
  EXPECT_TRUE(DeviceRun::start(the_double({"truthful"}), options).has_value());
}

TEST_F(DeviceRuns, TheLockOfAKilledRunIsTakenOver) {
  const TempFolder folder;
  const pid_t holder = ::fork();
  if (holder == 0) {
    const auto lock = DeviceLock::take(folder.path(), "x");
    ::raise(SIGKILL);
  }
  ::waitpid(holder, nullptr, 0);
  EXPECT_FALSE(std::filesystem::is_empty(folder.path()));
  EXPECT_TRUE(DeviceLock::take(folder.path(), "x").has_value());
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  const auto nowhere = DeviceLock::take("/proc/none", "x");
  ASSERT_FALSE(nowhere.has_value());
  EXPECT_NE(nowhere.error().find("cannot be locked"), std::string::npos) << nowhere.error();
}

TEST_F(DeviceRuns, HalvingFindsTheOneItemOrSaysWhyNot) {
  std::vector<std::size_t> history(100);
  for (std::size_t i = 0; i < history.size(); ++i) history[i] = 1000 + i;
  using Items = std::span<const std::size_t>;
  const auto holds = [](Items items, std::size_t wanted) {
    return std::ranges::find(items, wanted) != items.end();
  };
  for (std::size_t count = 1; count <= 9; ++count)
    for (std::size_t i = 0; i < count; ++i) {
      int trials = 0;
      const auto found = find_culprit(Items(history).first(count), [&](Items items) {
        ++trials;
        return std::optional(holds(items, history[i]));
      });
      EXPECT_EQ(found, history[i]);
      EXPECT_LE(trials, 6);
    }
  const auto never = find_culprit(history, [](Items) { return std::optional(false); });
  ASSERT_FALSE(never.has_value());
  EXPECT_NE(never.error().find("does not come every time"), std::string::npos);
  const auto both = find_culprit(history, [&](Items items) {
    return std::optional(holds(items, 1001) && holds(items, 1098));
  });
  ASSERT_FALSE(both.has_value());
  EXPECT_NE(both.error().find("more than one"), std::string::npos);
  EXPECT_FALSE(find_culprit(history, [](Items) { return std::optional<bool>(); }).has_value());
}

}  // namespace
}  // namespace tritproof::host
