// SPDX-License-Identifier: Apache-2.0
#include <malloc.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/suggest.h"

namespace {

using namespace tritproof::cli;

constexpr std::array<AddCommand, 15> kCommands{
    add_gate,    add_selftest,   add_subjects, add_formats, add_rules,
    add_explain, add_inspect,    add_convert,  add_verify,  add_golden,
    add_certify, add_check_cert, add_report,   add_fuzz,    add_promote};

using Names = std::vector<std::string>;

std::string near(std::string_view typed, const Names& names) {
  return suggestion(typed, std::vector<std::string_view>(names.begin(), names.end()));
}

Names commands_of(const CLI::App& app) {
  Names names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

Names options_of(const CLI::App& app) {
  Names names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// The command or option that was mistyped, with the nearest one; empty if none was.
std::string mistyped(const CLI::App& app, std::span<char*> words) {
  const CLI::App* command = &app;
  std::size_t at = 0;
  const auto named = [&](const CLI::App* sub) { return sub->get_name() == words[at]; };
  for (; at < words.size(); ++at) {
    const auto found = command->get_subcommands(named);
    if (found.empty()) break;
    command = found.front();
  }
  const Names commands = commands_of(*command);
  if (at < words.size() && words[at][0] != '-' && !commands.empty())
    return "no command '" + for_terminal(words[at]) + "'" + near(words[at], commands);
  const Names options = options_of(*command);
  for (const std::string_view word : words.subspan(at)) {
    const std::string_view name = word.substr(0, word.find('='));
    if (name.starts_with("--") && name.size() > 2 &&
        std::ranges::find(options, name) == options.end())
      return "no option '" + for_terminal(name) + "'" + near(name, options);
  }
  return {};
}

int complain_of_usage(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  const std::string typed =
      mistyped(app, std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
  complain(typed.empty() ? for_terminal(error.what()) : typed);
  complain("see 'tritproof --help', or 'tritproof COMMAND --help' for examples");
  return kUsage;
}

int run_tool(int argc, char** argv) {
  CLI::App app("Checks implementations of ternary weight codecs.", "tritproof");
  app.require_subcommand(1);
  app.set_version_flag("--version", TRITPROOF_VERSION);
  app.footer(
      "Exit codes: 0 conforms, 1 differs or refused, 2 wrong usage, 3 cannot run, 130 "
      "interrupted.");
  Run run;
  for (const AddCommand add : kCommands) add(app, run);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& done) {
    return finish(app.exit(done));
  } catch (const CLI::ParseError& error) {
    return complain_of_usage(app, error, argc, argv);
  }
  return finish(run());
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that goes away is a failed write, not a death.
  std::signal(SIGPIPE, SIG_IGN);
  // Tensors come and go by the million: giving each back to the kernel costs a fifth of a gate.
  mallopt(M_MMAP_THRESHOLD, 256 << 20);
  mallopt(M_TRIM_THRESHOLD, 512 << 20);
  try {
    return run_tool(argc, argv);
  } catch (const std::exception& error) {
    complain(std::string("cannot go on: ") + error.what());
    return kCannotRun;
  }
}
