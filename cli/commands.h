// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <vector>

/// One function a command, each in the file of its name. It adds the command's arguments to the app
/// and what to run to `run`, which answers the exit code.
namespace tritproof::cli {

using Run = std::function<int()>;
using AddCommand = void (*)(CLI::App& app, Run& run);

void add_formats(CLI::App& app, Run& run);
void add_rules(CLI::App& app, Run& run);
void add_explain(CLI::App& app, Run& run);
void add_subjects(CLI::App& app, Run& run);
void add_inspect(CLI::App& app, Run& run);
void add_convert(CLI::App& app, Run& run);
void add_verify(CLI::App& app, Run& run);
void add_gate(CLI::App& app, Run& run);
void add_selftest(CLI::App& app, Run& run);
void add_report(CLI::App& app, Run& run);
void add_golden(CLI::App& app, Run& run);
void add_certify(CLI::App& app, Run& run);
void add_check_cert(CLI::App& app, Run& run);
void add_fuzz(CLI::App& app, Run& run);
void add_promote(CLI::App& app, Run& run);

}  // namespace tritproof::cli
