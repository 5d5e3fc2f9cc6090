// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// Children of a campaign: each in a process group of its own, and dead when the campaign is.
namespace tritproof::fuzz {

struct Command {
  std::vector<std::string> words;        ///< the program's path first
  std::vector<std::string> environment;  ///< "NAME=value", before what is inherited
  std::filesystem::path log;             ///< gets what the child prints
};

/// Starts a child; the error says what the system refused.
std::expected<pid_t, std::string> start_child(const Command& command);

/// The exit code of a child that has ended, 128 + N if signal N ended it; nothing while it runs.
std::optional<int> ended(pid_t child);

/// Waits for a child at most so long, then kills its group. Its exit code.
int wait_for(pid_t child, std::chrono::milliseconds time);

/// Sends a signal to the child's group.
void send(pid_t child, int signal);

}  // namespace tritproof::fuzz
