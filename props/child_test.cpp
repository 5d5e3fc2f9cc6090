// SPDX-License-Identifier: Apache-2.0
#include "hw/host/child.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "props/host_fixture.h"

namespace tritproof::host {
namespace {

using namespace std::chrono_literals;

using ChildProcess = Host;

TEST_F(ChildProcess, AnOrphanWithoutItsEnvironmentIsEndedToo) {
  auto child = Child::start(Command::shell("setsid env -i sh -c 'sleep 60; :' & exit 0"));
  ASSERT_TRUE(child.has_value());
  ASSERT_TRUE((*child)->ended(Clock::now() + 5s).has_value());
  std::vector<pid_t> family;
  for (int i = 0; i < 1000 && family.size() < 2; ++i) {
    family = (*child)->family();
    ::usleep(1000);
  }
  EXPECT_EQ(family.size(), 2u) << "the dead leader, and the shell that we inherited";
  child->reset();
  for (const pid_t pid : family) EXPECT_EQ(::kill(pid, 0), -1) << pid;
}

/// What a shell line writes on stderr in the place where runners live.
std::string told_by(const Command& command) {
  auto child = Child::start(command);
  if (!child) return child.error();
  (*child)->close_input();
  EXPECT_TRUE((*child)->ended(Clock::now() + 10s).has_value());
  return std::string((*child)->errors());
}

TEST_F(ChildProcess, AChildStartsInAnEmptyFolderWithAShortEnvironment) {
  ::setenv("TRITPROOF_SECRET", "1", 1);
  EXPECT_EQ(told_by(Command::shell("ls -A >&2; test $PWD = $TMPDIR || echo elsewhere >&2")), "");
  const std::string environment = told_by(Command::shell("env | sed s/=.*// | sort >&2"));
  EXPECT_EQ(environment, "LANG\nPATH\nPWD\nTMPDIR\nTRITPROOF_CHILD\n");
}

TEST_F(ChildProcess, AChildInheritsNoDescriptorAndNoSignal) {
  const Fd open_on_exec(::open("/dev/null", O_RDONLY));
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  const Command list = Command::shell("exec >&2; cd /proc/self/fd; for f in *; do echo $f; done");
  EXPECT_EQ(told_by(list), "0\n1\n2\n3\n") << "3 is the shell's own, the folder that it reads";
  const Command signals = Command::shell("grep -E 'Sig(Ign|Blk)' /proc/self/status >&2");
  EXPECT_EQ(told_by(signals), "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
  std::signal(SIGPIPE, before);
}

TEST_F(ChildProcess, HiddenFoldersAreEmptyWhereTheSystemAllowsIt) {
  const TempFolder outside;
  const std::string folder = outside.path() + "/golden";
  std::filesystem::create_directories(folder + "/vector");
  Command command = Command::shell("ls " + folder + " >&2");
  command.hidden = {folder};
  auto child = Child::start(command);
  ASSERT_TRUE(child.has_value());
  ASSERT_TRUE((*child)->ended(Clock::now() + 10s).has_value());
  EXPECT_EQ((*child)->errors(), (*child)->hides() ? "" : "vector\n");
  child->reset();
  EXPECT_TRUE(std::filesystem::exists(folder + "/vector"));
}

TEST_F(ChildProcess, WordsOfACommandThatNameFilesAreMadeAbsolute) {
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(TRITPROOF_EXAMPLES "/..");
  const Command command = Command::shell("cat examples/runner.c 'examples/runner.c' examples/none");
  const std::string root = std::filesystem::current_path().string();
  std::filesystem::current_path(here);
  EXPECT_EQ(command.argv[2],
            "cat " + root + "/examples/runner.c 'examples/runner.c' examples/none");
}

}  // namespace
}  // namespace tritproof::host
