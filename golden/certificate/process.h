// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <expected>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Programs of the user's own machine, run to their end: ssh-keygen, and the commands of rows. They
/// keep the caller's environment, folder and stderr; a device's program is another matter
/// (hw/host).
namespace tritproof::golden {

struct Program {
  std::vector<std::string> argv;  ///< argv[0] is looked up in PATH
  std::string input;              ///< its standard input
  std::chrono::seconds patience{600};
  /// Takes its standard output in pieces.
  std::function<void(std::span<const std::uint8_t> piece)> output;
  bool quiet = false;  ///< its stderr goes nowhere
};

struct Ended {
  bool in_time = true;  ///< false: it was killed, with all of its process group
  int exit = 0;         ///< its status; 128 + the signal that ended it
};

/// The error is a sentence: it could not be started.
std::expected<Ended, std::string> run_program(const Program& program);

}  // namespace tritproof::golden
