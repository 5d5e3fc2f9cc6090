// SPDX-License-Identifier: Apache-2.0
#include "hw/host/command.h"

#include <unistd.h>

#include <cstdlib>
#include <system_error>

namespace tritproof::host {
namespace {

constexpr std::string_view kPlain =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+/";
constexpr std::string_view kAround = " \t\n;&|()<>";

bool stands_alone(std::string_view line, std::size_t begin, std::size_t end) {
  const auto parts = [](char c) { return kAround.find(c) != std::string_view::npos; };
  return (begin == 0 || parts(line[begin - 1])) && (end == line.size() || parts(line[end]));
}

std::string quoted(const std::string& path) {
  if (path.find_first_not_of(kPlain) == std::string::npos) return path;
  std::string out = "'";
  for (const char c : path) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// The word as the shell should see it.
std::string made_absolute(std::string_view word) {
  std::error_code error;
  const std::filesystem::path path(word);
  const bool relative = word.find('/') != std::string_view::npos && path.is_relative();
  if (!relative || !std::filesystem::exists(path, error)) return std::string(word);
  const auto absolute = std::filesystem::absolute(path, error);
  return error ? std::string(word) : quoted(absolute.string());
}

bool executable(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

}  // namespace

Command Command::shell(std::string_view line) {
  std::string out;
  std::size_t at = 0;
  while (at < line.size()) {
    const std::size_t begin = std::min(line.find_first_of(kPlain, at), line.size());
    const std::size_t end = std::min(line.find_first_not_of(kPlain, begin), line.size());
    out += line.substr(at, begin - at);
    const std::string_view word = line.substr(begin, end - begin);
    out += stands_alone(line, begin, end) ? made_absolute(word) : std::string(word);
    at = end;
  }
  return Command{{"sh", "-c", out}, {}};
}

std::expected<std::string, std::string> locate(const Command& command) {
  if (command.argv.empty() || command.argv[0].empty()) return std::unexpected("no command given");
  const std::string& program = command.argv[0];
  std::error_code error;
  if (program.find('/') != std::string::npos) {
    const auto path = std::filesystem::absolute(program, error);
    if (error || !executable(path)) return std::unexpected(program + " is not a program");
    return path.string();
  }
  const char* const search = std::getenv("PATH");
  std::string_view left = search != nullptr ? search : "/usr/bin:/bin";
  while (!left.empty()) {
    const std::string_view folder = left.substr(0, left.find(':'));
    const auto path = std::filesystem::absolute(std::filesystem::path(folder) / program, error);
    if (!folder.empty() && !error && executable(path)) return path.string();
    left.remove_prefix(std::min(folder.size() + 1, left.size()));
  }
  return std::unexpected(program + " is not in PATH");
}

}  // namespace tritproof::host
