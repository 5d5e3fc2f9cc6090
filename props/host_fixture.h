// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>

#include "hw/host/handles.h"

namespace tritproof::host {

/// Gives every test a TMPDIR of its own and holds that nothing is left behind.
class Host : public testing::Test {
 protected:
  void SetUp() override {
    ::setenv("TMPDIR", folder_.path().c_str(), 1);
    files_ = open_files();
  }
  void TearDown() override {
    ::unsetenv("TMPDIR");
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path())) << "a working folder was left";
    EXPECT_EQ(open_files(), files_) << "a descriptor was left";
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a process was left";
  }
  static std::size_t open_files() {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& file : std::filesystem::directory_iterator("/proc/self/fd"))
      ++count;
    return count;
  }

 private:
  TempFolder folder_;
  std::size_t files_ = 0;
};

// Suites are named after the rules that they hold.
using FRAME_2 = Host;
using FRAME_3 = Host;
using FRAME_7 = Host;
using FRAME_8 = Host;
using FRAME_9 = Host;
using FRAME_10 = Host;

}  // namespace tritproof::host
