// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// Programs outside of this process: how to name them, start them, talk to them, end them.
namespace tritproof::host {

class Transcript;

/// A program and its arguments. It will run in an empty folder, so `locate` makes paths absolute.
struct Command {
  std::vector<std::string> argv;
  /// Folders it should not see, where that works; it then has the rights of its user, but no other.
  std::vector<std::filesystem::path> hidden;
  std::shared_ptr<Transcript> transcript = nullptr;  ///< takes in all that passes its pipes, if set

  /// `sh -c LINE`. A plain word of LINE that holds a slash and names something that exists is made
  /// absolute, so that `./runner` and `python3 tools/runner.py` mean what they mean to the caller.
  [[nodiscard]] static Command shell(std::string_view line);
};

/// The absolute path of the program: argv[0] itself if it holds a slash, else found in PATH.
/// The error is a sentence.
[[nodiscard]] std::expected<std::string, std::string> locate(const Command& command);

}  // namespace tritproof::host
