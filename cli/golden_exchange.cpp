// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/console.h"
#include "cli/golden.h"
#include "golden/exchange.h"

namespace tritproof::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMostFailures = 20;

struct ExportArguments : SetArguments {
  std::string level = "core";
  std::vector<std::string> formats;
  std::vector<std::string> ops;
  std::string tensor;
  std::string out;
};

struct GradeArguments : SetArguments {
  std::string answers;
};

golden::ExportOptions options_of(const ExportArguments& arguments) {
  golden::ExportOptions options{level_named(arguments.level), {}, {}};
  for (const std::string& name : arguments.formats)
    options.formats.push_back(*spec::format_named(name));
  for (const std::string& name : arguments.ops) options.ops.push_back(*spec::op_named(name));
  return options;
}

int export_vectors(const ExportArguments& arguments) {
  const golden::ExportOptions options = options_of(arguments);
  const auto suite = golden::load_suite(arguments.path(), options.level, !arguments.unpinned);
  if (!suite) return report_fault(suite.error());
  const auto done =
      golden::export_requests(*suite, golden::blobs_of(arguments.path()), options, arguments.out);
  if (!done) return report_fault(done.error());
  if (arguments.as_json) {
    print(ordered_json{{"suite_sha256", suite->sha256},
                       {"vectors", done->vectors},
                       {"probes", done->probes},
                       {"left_out", done->left_out},
                       {"bytes", done->bytes},
                       {"head_bytes", done->head_bytes}}
              .dump(2) +
          "\n");
    return kConforms;
  }
  print(fmt::format("{} vectors and {} probes in {} bytes, the first frame {}; listed in {}.txt\n",
                    done->vectors, done->probes, done->bytes, done->head_bytes,
                    for_terminal(arguments.out)));
  if (done->left_out != 0)
    print(fmt::format("{} vectors were left out: a frame holds at most 64 MiB\n", done->left_out));
  return kConforms;
}

int export_tensor(const ExportArguments& arguments) {
  const auto sums = golden::export_head(arguments.out);
  if (!sums) return report_fault(sums.error());
  print(*sums);
  return kConforms;
}

int run_export(const ExportArguments& arguments) {
  return arguments.tensor.empty() ? export_vectors(arguments) : export_tensor(arguments);
}

std::uint64_t asked(const golden::Graded& graded) {
  std::uint64_t all = 0;
  for (const std::uint64_t count : graded.by_verdict) all += count;
  return all;
}

bool conforms(const golden::Graded& graded) {
  return graded.failures.empty() &&
         graded.by_verdict[static_cast<std::size_t>(Verdict::pass)] != 0 &&
         std::ranges::all_of(graded.fingerprints, [](const golden::Fingerprint& print) {
           return print.conforms() || std::ranges::all_of(print.traits, [](const auto& trait) {
                    return trait.value == "unasked";
                  });
         });
}

ordered_json json_of(const golden::Graded& graded) {
  ordered_json verdicts = ordered_json::object();
  for (std::size_t i = 0; i < graded.by_verdict.size(); ++i)
    if (graded.by_verdict[i] != 0)
      verdicts[std::string(name_of(static_cast<Verdict>(i)))] = graded.by_verdict[i];
  ordered_json failures = ordered_json::array();
  for (const golden::NotPassed& failure : graded.failures)
    failures.push_back(
        {{"id", failure.id}, {"verdict", name_of(failure.verdict)}, {"what", failure.what}});
  ordered_json prints = ordered_json::array();
  for (const golden::Fingerprint& print : graded.fingerprints)
    for (const golden::Trait& trait : print.traits)
      prints.push_back({{"format", spec::row_of(print.format).name},
                        {"key", trait.key},
                        {"value", trait.value},
                        {"conforming", trait.policy != nullptr && trait.policy->conforming},
                        {"explanation", trait.policy != nullptr ? trait.policy->explanation : ""}});
  return {{"suite_sha256", graded.suite}, {"conforms", conforms(graded)},
          {"vectors", asked(graded)},     {"verdicts", verdicts},
          {"failures", failures},         {"policies", prints}};
}

void print_prints(const std::vector<golden::Fingerprint>& prints) {
  for (const golden::Fingerprint& print : prints) {
    cli::print(print.line() + "\n");
    for (const golden::Trait& trait : print.traits)
      if (trait.value != "unasked" && (trait.policy == nullptr || !trait.policy->conforming))
        cli::print(fmt::format(
            "  {}={}: {}\n", trait.key, trait.value,
            trait.policy == nullptr ? "no known behaviour" : trait.policy->explanation));
  }
}

int grade_file(const GradeArguments& arguments) {
  const auto graded =
      golden::grade_answers(arguments.path(), !arguments.unpinned, arguments.answers);
  if (!graded) return report_fault(graded.error());
  const int exit = conforms(*graded) ? kConforms : kDiffers;
  if (arguments.as_json) {
    print(json_of(*graded).dump(2) + "\n");
    return exit;
  }
  for (std::size_t i = 0; i < std::min(graded->failures.size(), kMostFailures); ++i) {
    const golden::NotPassed& failure = graded->failures[i];
    print(fmt::format("{} {}: {}\n", failure.id, name_of(failure.verdict),
                      for_terminal(failure.what)));
  }
  if (graded->failures.size() > kMostFailures)
    print(fmt::format("{} more\n", graded->failures.size() - kMostFailures));
  print_prints(graded->fingerprints);
  if (!graded->target.empty()) print("asserted: " + for_terminal(graded->target) + "\n");
  const auto count = [&](Verdict verdict) {
    return graded->by_verdict[static_cast<std::size_t>(verdict)];
  };
  print(fmt::format("golden: {} of {} vectors pass, {} not run: {}\n", count(Verdict::pass),
                    asked(*graded), count(Verdict::not_run),
                    exit == kConforms ? "conforms" : "does not conform"));
  return exit;
}

}  // namespace

void add_golden_export(CLI::App& golden, Run& run) {
  CLI::App* command =
      golden.add_subcommand("export", "Write requests for a target that no pipe reaches");
  auto arguments = std::make_shared<ExportArguments>();
  command->add_option("--level", arguments->level, "smoke, core or full")->check(level_names());
  command->add_option("--format", arguments->formats, "These formats only")->check(one_format());
  command->add_option("--op", arguments->ops, "These ops only")->check(op_names());
  command
      ->add_option("--tensor", arguments->tensor,
                   "head: one model-sized tensor as t2 and pb16i, with a tile's floats")
      ->check(CLI::IsMember({"head"}));
  command->add_option("-o,--output", arguments->out, "File, or with --tensor a folder")->required();
  add_set_options(*command, *arguments);
  command->footer(
      "Examples:\n  tritproof golden export --level smoke --format t2 -o requests.trp\n"
      "  tritproof golden export --tensor head -o head/");
  command->callback([&run, arguments] { run = [arguments] { return run_export(*arguments); }; });
}

void add_golden_grade(CLI::App& golden, Run& run) {
  CLI::App* command = golden.add_subcommand("grade", "Judge a file of answers to an export");
  auto arguments = std::make_shared<GradeArguments>();
  command->add_option("FILE", arguments->answers, "The export's first frame, then the answers")
      ->required();
  add_set_options(*command, *arguments);
  command->footer("Example:\n  tritproof golden grade answers.trp");
  command->callback([&run, arguments] { run = [arguments] { return grade_file(*arguments); }; });
}

}  // namespace tritproof::cli
