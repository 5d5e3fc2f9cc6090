// SPDX-License-Identifier: Apache-2.0
#include "fuzz/campaign/promote.h"

#include <memory>

#include "cli/commands.h"
#include "cli/console.h"

namespace tritproof::cli {
namespace {

int run_promote(const std::string& kept, const std::string& to) {
  const auto written = fuzz::promote(kept, to);
  if (!written) {
    complain(for_terminal(written.error()));
    return kCannotRun;
  }
  for (const std::filesystem::path& file : *written) print(for_terminal(file.string()) + "\n");
  return kConforms;
}

}  // namespace

void add_promote(CLI::App& app, Run& run) {
  CLI::App* command =
      app.add_subcommand("promote", "Store a finding as a regression that gate and tests replay");
  auto kept = std::make_shared<std::string>(), to = std::make_shared<std::string>();
  *to = TRITPROOF_REGRESSIONS;
  command->add_option("FINDING", *kept, "The finding's folder, or a file in it")->required();
  command->add_option("--to", *to, "Folder of regressions")->capture_default_str();
  command->footer("Examples:\n  tritproof promote build/fuzz-state/findings/…");
  command->callback([&run, kept, to] { run = [kept, to] { return run_promote(*kept, *to); }; });
}

}  // namespace tritproof::cli
