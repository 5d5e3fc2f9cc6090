// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "fuzz/campaign/process.h"
#include "fuzz/target.h"

namespace tritproof::fuzz {

/// How a target is run: its own program, or the one that asks an implementation behind a pipe.
struct Program {
  std::filesystem::path file;
  std::vector<std::string> environment;  ///< "NAME=value"

  /// The command that runs it so, with more variables.
  [[nodiscard]] Command command(std::vector<std::string> arguments,
                                std::vector<std::string> variables,
                                std::filesystem::path log) const;
  /// The same as a line for a shell.
  [[nodiscard]] std::string line(const std::filesystem::path& input) const;
};

/// The program of a target in that folder; `outside`, if not empty, is the command of an
/// implementation behind a pipe.
Program program_of(const std::filesystem::path& programs, const std::string& outside,
                   const Target& target);

}  // namespace tritproof::fuzz
