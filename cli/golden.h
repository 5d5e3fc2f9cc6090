// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/commands.h"
#include "golden/suite.h"

/// What the golden commands share.
namespace tritproof::cli {

/// Which set, and whether it must be the one that the tool was built with.
struct SetArguments {
  std::string folder;
  bool unpinned = false;
  bool as_json = false;

  [[nodiscard]] std::filesystem::path path() const {
    return folder.empty() ? golden::suite_folder() : std::filesystem::path(folder);
  }
};

void add_set_options(CLI::App& command, SetArguments& arguments);

/// Prints a fault as the tool's refusals are printed; answers the exit code that it means.
int report_fault(const golden::Fault& fault);

// The commands below `golden`, one or two a file.
void add_golden_list(CLI::App& golden, Run& run);
void add_golden_check(CLI::App& golden, Run& run);
void add_golden_make(CLI::App& golden, Run& run);
void add_golden_model(CLI::App& golden, Run& run);
void add_golden_export(CLI::App& golden, Run& run);
void add_golden_grade(CLI::App& golden, Run& run);

/// Checks for a known name of a level, format or op.
CLI::Validator level_names();
CLI::Validator one_format();
CLI::Validator op_names();
golden::Level level_named(const std::string& name);

}  // namespace tritproof::cli
