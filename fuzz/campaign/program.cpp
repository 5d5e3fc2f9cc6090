// SPDX-License-Identifier: Apache-2.0
#include "fuzz/campaign/program.h"

#include <algorithm>

namespace tritproof::fuzz {
namespace {

// A word that a shell takes as it stands, or in single quotes.
std::string shell_word(std::string_view word) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-/+,:@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos)
    return std::string(word);
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

Command Program::command(std::vector<std::string> arguments, std::vector<std::string> variables,
                         std::filesystem::path log) const {
  Command made{{file.string()}, std::move(variables), std::move(log)};
  std::ranges::move(arguments, std::back_inserter(made.words));
  std::ranges::copy(environment, std::back_inserter(made.environment));
  return made;
}

std::string Program::line(const std::filesystem::path& input) const {
  std::string text;
  for (const std::string& variable : environment) {
    const std::size_t at = variable.find('=') + 1;
    text += variable.substr(0, at) + shell_word(std::string_view(variable).substr(at)) + " ";
  }
  return text + shell_word(file.string()) + " " + shell_word(input.string());
}

Program program_of(const std::filesystem::path& programs, const std::string& outside,
                   const Target& target) {
  const std::string name(target.name);
  if (outside.empty()) return {programs / name, {}};
  return {programs / "tritproof-fuzz-outside",
          {"TRITPROOF_FUZZ_TARGET=" + name, "TRITPROOF_FUZZ_EXEC=" + outside}};
}

}  // namespace tritproof::fuzz
