// SPDX-License-Identifier: Apache-2.0
#include "hw/host/runner_digest.h"

#include <filesystem>
#include <string_view>
#include <system_error>

#include "hw/host/sha256.h"

namespace tritproof::host {
namespace {

constexpr std::string_view kBetweenWords = " \t\n;&|()<>'\"=";

/// The digests of the files that the words of an argument name.
std::string files_in(std::string_view argument) {
  std::string out;
  while (!argument.empty()) {
    const std::size_t end = std::min(argument.find_first_of(kBetweenWords), argument.size());
    const std::filesystem::path word(argument.substr(0, end));
    argument.remove_prefix(std::min(end + 1, argument.size()));
    std::error_code error;
    if (!word.is_absolute() || !std::filesystem::is_regular_file(word, error)) continue;
    if (const auto digest = sha256_of_file(word)) out += "file " + *digest + "\n";
  }
  return out;
}

}  // namespace

std::expected<std::string, std::string> runner_digest(const Command& command) {
  const auto program = locate(command);
  if (!program) return std::unexpected(program.error());
  const auto digest = sha256_of_file(*program);
  if (!digest) return std::unexpected(digest.error());
  std::string lines = "program " + *digest + "\n";
  for (std::size_t i = 1; i < command.argv.size(); ++i)
    lines += "argument " + sha256_hex(command.argv[i]) + "\n" + files_in(command.argv[i]);
  return sha256_hex(lines);
}

}  // namespace tritproof::host
