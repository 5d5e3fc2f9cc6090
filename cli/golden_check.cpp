// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/console.h"
#include "cli/golden.h"
#include "cli/rules.h"
#include "golden/check.h"
#include "golden/flags.h"
#include "golden/maker.h"
#include "golden/suite_files.h"
#include "hw/host/piped_subject.h"
#include "hw/runners.h"

namespace tritproof::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMostFaults = 20;

struct CheckArguments : SetArguments {
  bool all = false;
};

struct MakeArguments : SetArguments {
  std::string out;
};

std::vector<std::string> rule_names() {
  std::vector<std::string> names;
  for (const RuleRow& row : rules()) names.emplace_back(row.id);
  return names;
}

std::uint64_t sum(const std::array<std::uint64_t, 3>& counts) {
  return counts[0] + counts[1] + counts[2];
}

void print_table(const golden::CheckReport& report) {
  print(fmt::format("{:<14}{:>8}{:>8}{:>8}{:>8}\n", "vectors", "smoke", "core", "full", "all"));
  for (const auto& [format, counts] : report.by_format)
    print(fmt::format("{:<14}{:>8}{:>8}{:>8}{:>8}\n", format, counts[0], counts[1], counts[2],
                      sum(counts)));
  const auto& levels = report.by_level;
  print(fmt::format("{:<14}{:>8}{:>8}{:>8}{:>8}\n", "all", levels[0], levels[1], levels[2],
                    sum(levels)));
  print(fmt::format("{:<14}{:>8.2f}{:>8.2f}{:>8.2f}  MB, each with those before it\n", "size",
                    static_cast<double>(report.bytes[0]) / 1e6,
                    static_cast<double>(report.bytes[1]) / 1e6,
                    static_cast<double>(report.bytes[2]) / 1e6));
  print(fmt::format("{} valid, {} defects, {} refused\n", report.by_sign[0], report.by_sign[1],
                    report.by_sign[2]));
  print(
      fmt::format("{} different in format, op, rules, flags or outcome class, {} of them refused "
                  "or defects\n",
                  report.distinct, report.distinct_bad));
  print(fmt::format("{} rules shown, {} exempt; {} flags\n", report.by_rule.size(),
                    golden::exempt_rules().size(), report.by_flag.size()));
  std::string line;
  for (const golden::Flag& flag : golden::flags()) {
    const auto count = report.by_flag.find(std::string(flag.name));
    const std::string one =
        fmt::format("  {} {}", flag.name, count == report.by_flag.end() ? 0 : count->second);
    if (line.size() + one.size() > 100) {
      print(line + "\n");
      line.clear();
    }
    line += one;
  }
  print(line + "\n");
  if (report.sized != 0)
    print(fmt::format("{} model-sized inputs were sized, not made; --all makes them\n",
                      report.sized));
}

ordered_json json_of(const golden::CheckReport& report) {
  ordered_json faults = ordered_json::array();
  for (const golden::Fault& fault : report.faults)
    faults.push_back({{"name", fault.name},
                      {"where", fault.where},
                      {"expected", fault.expected},
                      {"got", fault.got}});
  return {{"suite_sha256", report.sha256}, {"sound", report.faults.empty()},
          {"interrupted", interrupted()},  {"vectors", report.vectors},
          {"sized_only", report.sized},    {"by_format", report.by_format},
          {"by_level", report.by_level},   {"by_sign", report.by_sign},
          {"by_flag", report.by_flag},     {"by_rule", report.by_rule},
          {"distinct", report.distinct},   {"distinct_refused_or_defect", report.distinct_bad},
          {"bytes", report.bytes},         {"faults", faults}};
}

int check_set(const CheckArguments& arguments) {
  Progress progress;
  heed_interrupts();
  golden::CheckOptions options{!arguments.unpinned, arguments.all, rule_names(), {}, interrupted};
  options.step = [&progress](std::uint64_t done, std::uint64_t all) {
    if (done % 256 == 0) progress.show(fmt::format("{} of {} vectors", done, all));
  };
  const golden::CheckReport report = golden::check_suite(arguments.path(), options);
  progress.clear();
  if (arguments.as_json)
    print(json_of(report).dump(2) + "\n");
  else if (report.vectors != 0)
    print_table(report);
  int exit = kConforms;
  for (std::size_t i = 0; i < std::min(report.faults.size(), kMostFaults); ++i)
    exit = std::max(exit, report_fault(report.faults[i]));
  if (report.faults.size() > kMostFaults)
    complain(fmt::format("{} more faults", report.faults.size() - kMostFaults));
  if (report.faults.empty() && !arguments.as_json)
    print(fmt::format("golden: sound, suite_sha256 {}\n", report.sha256));
  return exit;
}

/// ggml's runner, or null and a line that says what then holds.
std::unique_ptr<Subject> start_ggml() {
  const hw::RunnerRow* row = hw::runner_named("ggml");
  const auto command = row->find();
  if (!command) {
    complain("ggml is absent: its recorded answers are kept from the stored set; get it: " +
             command.error().bring);
    return nullptr;
  }
  auto subject = host::PipedSubject::start("ggml", *command);
  if (subject) return *std::move(subject);
  complain("ggml does not start: its recorded answers are kept from the stored set: " +
           for_terminal(subject.error().what));
  return nullptr;
}

int report_made(const MakeArguments& arguments, std::uint64_t vectors) {
  const auto digest = golden::digest_of_files(arguments.out);
  if (!digest) return report_fault(digest.error());
  const bool same = *digest == golden::kSuiteSha256;
  if (arguments.as_json) {
    print(ordered_json{{"vectors", vectors}, {"suite_sha256", *digest}, {"pinned", same}}.dump(2) +
          "\n");
    return same ? kConforms : kDiffers;
  }
  print(fmt::format("{} vectors written to {}\nsuite_sha256 {}\n", vectors,
                    for_terminal(arguments.out), *digest));
  if (same)
    print("golden: the set that this tool was built with, byte for byte\n");
  else
    complain("not the set that this tool was built with, " + std::string(golden::kSuiteSha256));
  return same ? kConforms : kDiffers;
}

int make_set(const MakeArguments& arguments) {
  // Told before the minutes that making takes.
  if (auto empty = golden::check_empty(arguments.out); !empty) return report_fault(empty.error());
  heed_interrupts();
  Progress progress;
  const auto ggml = start_ggml();
  const auto frozen = golden::load_suite(arguments.path(), golden::Level::full, false);
  const auto made =
      golden::make_suite(ggml.get(), frozen ? &*frozen : nullptr, [&progress](std::uint64_t done) {
        if (done % 64 == 0) progress.show(fmt::format("{} vectors", done));
        return !interrupted();
      });
  progress.clear();
  if (!made) {
    complain(for_terminal(made.error().group + ": " + made.error().why));
    complain("  " + for_terminal(made.error().what));
    return kDiffers;
  }
  if (auto written = golden::write_suite(arguments.out, made->suite, made->blobs); !written)
    return report_fault(written.error());
  return report_made(arguments, made->suite.vectors.size() + made->suite.files.size());
}

}  // namespace

void add_golden_check(CLI::App& golden, Run& run) {
  CLI::App* command = golden.add_subcommand(
      "check", "Check hashes, schema, counts, uniqueness, rules and flags of the stored set");
  auto arguments = std::make_shared<CheckArguments>();
  command->add_flag("--all", arguments->all, "Make model-sized inputs too");
  add_set_options(*command, *arguments);
  command->footer("Example:\n  tritproof golden check");
  command->callback([&run, arguments] { run = [arguments] { return check_set(*arguments); }; });
}

void add_golden_make(CLI::App& golden, Run& run) {
  CLI::App* command =
      golden.add_subcommand("make", "Make the set anew and compare it with the stored one");
  auto arguments = std::make_shared<MakeArguments>();
  command->add_option("DIR", arguments->out, "An empty folder, or none")->required();
  add_set_options(*command, *arguments);
  command->footer("Example:\n  tritproof golden make /tmp/vectors");
  command->callback([&run, arguments] { run = [arguments] { return make_set(*arguments); }; });
}

}  // namespace tritproof::cli
