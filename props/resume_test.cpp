// SPDX-License-Identifier: Apache-2.0
#include "hw/host/resume.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "props/device_fixture.h"

namespace tritproof::host {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kCount = 24;

/// A run that loses items in several ways, among passes.
Questions eventful() { return Questions(kCount, {{9, 0xff}, {15, 0xff}}); }
Command eventful_double() { return the_double({"quit", "ff"}); }

RunOptions kept_in(const fs::path& file, bool go_on) {
  RunOptions options = quick_options();
  options.resume = Resume{file, go_on, "a suite", "c0ffee"};
  return options;
}

/// What must be the same however often the run was interrupted.
std::vector<std::string> essence(const RunReport& report) {
  std::vector<std::string> out;
  for (const ItemResult& r : report.results)
    out.push_back(std::string(name_of(r.verdict)) + " " + r.digest + " " + r.after + " " +
                  std::string(kUnaskedNames[static_cast<std::size_t>(r.unasked)]));
  return out;
}

/// A process that runs the harness and is killed in it; true if it was.
bool killed_in(const std::function<void()>& harness) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    harness();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

/// Runs until `where` says stop by killing the whole process.
bool run_and_die(const fs::path& file, bool go_on, const std::string& temporary,
                 Questions questions) {
  return killed_in([&] {
    ::setenv("TMPDIR", temporary.c_str(), 1);  // what a killed harness leaves lies apart
    [[maybe_unused]] const RunReport report =
        run_of(eventful_double(), questions, kept_in(file, go_on));
  });
}

TEST_F(Resuming, AKilledRunGoesOnToTheSameResults) {
  const TempFolder folder;
  Questions whole = eventful();
  const RunReport expected =
      run_of(eventful_double(), whole, kept_in(folder.path() + "/whole", false));
  EXPECT_EQ(expected.count(Verdict::crash), 2u);

  const fs::path file = folder.path() + "/killed";
  bool go_on = false;
  for (const std::size_t last : {1u, 9u, 17u}) {
    Questions questions = eventful();
    questions.at_keep = [last](std::size_t i) -> std::expected<Job::Next, std::string> {
      if (i == last) ::raise(SIGKILL);
      return Job::Next::go_on;
    };
    ASSERT_TRUE(run_and_die(file, go_on, folder.path(), questions)) << last;
    go_on = true;
  }
  Questions rest = eventful();
  const RunReport report = run_of(eventful_double(), rest, kept_in(file, true));
  EXPECT_EQ(rest.kept.front(), 17u) << "what was being kept is asked again";
  EXPECT_EQ(rest.kept.size(), kCount - 17);
  EXPECT_EQ(essence(report), essence(expected));
  EXPECT_EQ(report.transcripts.size(), 4u) << "one a session";
  EXPECT_EQ(report.children, report.restarts.size() + 4) << "all sessions are counted";
  EXPECT_GE(report.restarts.size(), expected.restarts.size());
  EXPECT_TRUE(report.results[0].resumed);
  EXPECT_FALSE(report.results[17].resumed);
}

TEST_F(Resuming, AnItemThatEndsThreeSessionsIsNotAskedAgain) {
  const TempFolder folder;
  const fs::path file = folder.path() + "/run";
  Questions deadly = eventful();
  deadly.at_payload = [](std::size_t i) {
    if (i == 5) ::raise(SIGKILL);
  };
  for (int session = 0; session < 3; ++session)
    ASSERT_TRUE(run_and_die(file, session != 0, folder.path(), deadly));
  deadly.at_payload = [](std::size_t i) { EXPECT_NE(i, 5u); };
  const RunReport report = run_of(eventful_double(), deadly, kept_in(file, true));
  EXPECT_EQ(report.results[5].unasked, Unasked::quarantined);
  EXPECT_EQ(name_of(report.results[5].verdict), "not-run");
  EXPECT_EQ(report.quarantined.front(), "item-5");
  EXPECT_EQ(report.count(Verdict::not_run), 1u);
}

TEST_F(Resuming, SessionsThatTheCallerEndsAreNotHeldAgainstTheItem) {
  const TempFolder folder;
  const fs::path file = folder.path() + "/run";
  Questions questions = eventful();
  questions.at_keep = [](std::size_t i) -> std::expected<Job::Next, std::string> {
    if (i == 5) return std::unexpected("disk full");
    return Job::Next::go_on;
  };
  for (int session = 0; session < 3; ++session) {
    auto run = DeviceRun::start(eventful_double(), kept_in(file, session != 0));
    ASSERT_TRUE(run.has_value());
    EXPECT_EQ((*run)->run(questions.job()).error().fault, RunFault::not_kept);
  }
  questions.at_keep = nullptr;
  const RunReport report = run_of(eventful_double(), questions, kept_in(file, true));
  EXPECT_EQ(report.count(Verdict::pass), kCount - 2);
}

TEST_F(Resuming, ADeviceThatCameBackIsAskedTheRest) {
  const TempFolder folder;
  const fs::path file = folder.path() + "/run";
  const std::string gone = folder.path() + "/gone";
  Questions questions(12, {{4, 0xff}});
  const Command command = the_double({"vanish", "ff", gone});
  EXPECT_EQ(run_of(command, questions, kept_in(file, false)).count(Verdict::not_run), 7u);
  fs::remove(gone);
  const RunReport report = run_of(command, questions, kept_in(file, true));
  expect_only_lost(report, 4, Verdict::crash, "");
  EXPECT_TRUE(report.results[4].resumed);
}

RunTrouble refusal_of(Command command, Questions questions, RunOptions options) {
  auto run = DeviceRun::start(std::move(command), std::move(options));
  if (!run) ADD_FAILURE() << run.error().what;
  if (!run) return {};
  auto report = (*run)->run(questions.job());
  EXPECT_FALSE(report.has_value());
  EXPECT_TRUE(questions.kept.empty());
  return report ? RunTrouble{} : report.error();
}

TEST_F(Resuming, AnyDifferenceIsRefusedByName) {
  const TempFolder folder;
  const fs::path file = folder.path() + "/run";
  Questions questions(3);
  const Command command = the_double({"change", "ff", folder.path() + "/changed"});
  EXPECT_EQ(run_of(command, questions, kept_in(file, false)).count(Verdict::pass), 3u);
  EXPECT_EQ(run_of(command, questions, kept_in(file, true)).count(Verdict::pass), 3u);
  const auto expect = [&](const Command& other, std::size_t count, const RunOptions& options,
                          const std::string& field) {
    const RunTrouble trouble = refusal_of(other, Questions(count), options);
    EXPECT_EQ(trouble.fault, RunFault::resume_differs);
    EXPECT_EQ(trouble.what.substr(0, field.size()), field) << trouble.what;
  };
  RunOptions options = kept_in(file, true);
  options.resume->suite = "another suite";
  expect(command, 3, options, "suite: it was a suite and is another suite");
  options = kept_in(file, true);
  options.hello.level = "full";
  expect(command, 3, options, "level: it was core and is full");
  options = kept_in(file, true);
  options.resume->challenge = "";
  expect(command, 3, options, "challenge: it was c0ffee and is empty");
  expect(command, 4, kept_in(file, true), "items: it was ");
  expect(the_double({"truthful"}), 3, kept_in(file, true), "runner: it was ");
  fs::create_directory(folder.path() + "/changed");  // no file: it is not part of the runner
  expect(command, 3, kept_in(file, true), "hello");
}

TEST_F(Resuming, AFileIsNeitherOverwrittenNorInvented) {
  const TempFolder folder;
  const fs::path file = folder.path() + "/run";
  const Command command = the_double({"truthful"});
  EXPECT_EQ(refusal_of(command, Questions(3), kept_in(file, true)).fault, RunFault::resume_missing);
  Questions questions(3);
  [[maybe_unused]] const RunReport report = run_of(command, questions, kept_in(file, false));
  EXPECT_EQ(refusal_of(command, Questions(3), kept_in(file, false)).fault, RunFault::resume_exists);
  EXPECT_EQ(refusal_of(command, Questions(3), kept_in("/proc/none/run", false)).fault,
            RunFault::resume_unwritable);
  std::ofstream(file) << "something else\n";
  EXPECT_EQ(refusal_of(command, Questions(3), kept_in(file, true)).fault, RunFault::resume_damaged);
}

/// Files of this process cannot grow beyond this, as on a full disk.
class SizeLimit {
 public:
  explicit SizeLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST_F(Resuming, AFullDiskEndsTheRunByNameAndLosesNothing) {
  const TempFolder folder;
  const fs::path file = folder.path() + "/run";
  Questions questions = eventful();
  RunTrouble trouble;
  {
    auto run = DeviceRun::start(eventful_double(), kept_in(file, false));
    ASSERT_TRUE(run.has_value());
    const SizeLimit limit(3000);
    auto report = (*run)->run(questions.job());
    ASSERT_FALSE(report.has_value());
    trouble = report.error();
  }
  EXPECT_EQ(trouble.fault, RunFault::resume_unwritable);
  EXPECT_NE(trouble.what.find("File too large"), std::string::npos) << trouble.what;
  const std::size_t kept = questions.kept.size();
  EXPECT_GT(kept, 2u);
  EXPECT_LT(kept, kCount);
  questions.kept.clear();
  const RunReport report = run_of(eventful_double(), questions, kept_in(file, true));
  EXPECT_GE(questions.kept.size() + kept, kCount);
  EXPECT_LE(questions.kept.size() + kept, kCount + 1) << "at most the last is asked again";
  EXPECT_EQ(report.count(Verdict::pass), kCount - 2);
}

TEST_F(Resuming, ALineThatDoesNotFitLeavesNoPieceBehind) {
  const TempFolder folder;
  const fs::path file = folder.path() + "/run";
  const auto writer = ResumeFile::create(file, {});
  ASSERT_TRUE(writer.has_value());
  const auto before = fs::file_size(file);
  {
    const SizeLimit limit(before + 10);
    EXPECT_FALSE((*writer)->append(asking_line(7)).has_value());
  }
  EXPECT_EQ(fs::file_size(file), before);
  EXPECT_TRUE((*writer)->append(asking_line(8)).has_value());
}

TEST_F(Resuming, WhatWasWrittenIsSyncedWithinASecond) {
  Syncer syncer(-1);  // whose first sync fails, and so shows itself
  EXPECT_EQ(syncer.failed(), 0);
  const auto touched = Clock::now();
  syncer.touch();
  while (syncer.failed() == 0 && Clock::now() < touched + 10s) ::usleep(1000);
  EXPECT_EQ(syncer.failed(), EBADF);
  EXPECT_LT(Clock::now() - touched, 1s);
}

TEST_F(Resuming, OneRunAtATimeWritesAFile) {
  const TempFolder folder;
  const fs::path file = folder.path() + "/run";
  const auto first = ResumeFile::create(file, {});
  ASSERT_TRUE(first.has_value());
  const auto second = ResumeFile::go_on(file, {});
  ASSERT_FALSE(second.has_value());
  EXPECT_EQ(second.error().fault, RunFault::locked);
}

}  // namespace
}  // namespace tritproof::host
