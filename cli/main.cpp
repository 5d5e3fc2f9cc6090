// SPDX-License-Identifier: Apache-2.0
#include <malloc.h>

#include <array>
#include <csignal>
#include <exception>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/suggest.h"

namespace {

using namespace tritproof::cli;

constexpr std::array<AddCommand, 13> kCommands{
    add_gate,    add_selftest, add_subjects, add_formats, add_rules,      add_explain, add_inspect,
    add_convert, add_verify,   add_golden,   add_certify, add_check_cert, add_report};

// A mistyped command is answered with the nearest one.
int complain_of_usage(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  std::vector<std::string_view> names;
  std::vector<std::string> owned;
  for (const CLI::App* command : app.get_subcommands({})) owned.push_back(command->get_name());
  for (const std::string& name : owned) names.push_back(name);
  const bool known = argc > 1 && std::ranges::find(owned, argv[1]) != owned.end();
  if (argc > 1 && argv[1][0] != '-' && !known)
    complain("no command '" + for_terminal(argv[1]) + "'" + suggestion(argv[1], names));
  else
    complain(for_terminal(error.what()));
  complain("see 'tritproof --help', or 'tritproof COMMAND --help' for examples");
  return kUsage;
}

int run_tool(int argc, char** argv) {
  CLI::App app("Checks implementations of ternary weight codecs.", "tritproof");
  app.require_subcommand(1);
  app.set_version_flag("--version", TRITPROOF_VERSION);
  app.footer("Exit codes: 0 conforms, 1 differs or refused, 2 wrong usage, 3 cannot run.");
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
