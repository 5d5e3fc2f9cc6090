// SPDX-License-Identifier: Apache-2.0
#include "cli/golden.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/console.h"
#include "cli/suggest.h"
#include "golden/flags.h"
#include "golden/suite_files.h"
#include "golden/vector_json.h"

namespace tritproof::cli {
namespace {

using nlohmann::ordered_json;

struct ListArguments : SetArguments {
  std::string level = "full";
  std::string format;
  std::string flag;
};

bool flagged(const std::vector<std::string>& flags, const std::string& flag) {
  return flag.empty() || std::ranges::find(flags, flag) != flags.end();
}

std::string outcome_of(const golden::Expected& expected) {
  if (const auto* refusal = std::get_if<golden::ExpectedRefusal>(&expected))
    return std::string(spec::row_of(refusal->name).name);
  if (const auto* digest = std::get_if<golden::Digest>(&expected))
    return fmt::format("{} bytes", digest->bytes);
  return fmt::format("{} bytes", std::get<Bytes>(expected).size());
}

std::string outcome_of(const golden::FileVector& vector) {
  if (const auto* refusal = std::get_if<golden::ExpectedRefusal>(&vector.expected))
    return std::string(spec::row_of(refusal->name).name);
  return fmt::format("{} tensors", std::get<golden::Listing>(vector.expected).size());
}

std::string_view level_of(golden::Level level) {
  return golden::kLevelNames[static_cast<std::size_t>(level)];
}

/// Prints what is listed, as lines or as one object.
class Listing {
 public:
  explicit Listing(bool as_json) : as_json_(as_json) {}

  template <class V>
  void put(const V& vector, const std::string& outcome) {
    ++count_;
    const auto& question = vector.question;
    if (!as_json_) {
      print(fmt::format("{:<29} {:<6}{:<14} {}: {}\n", vector.id, level_of(question.level), outcome,
                        fmt::join(question.rules, " "), question.why));
      return;
    }
    ordered_json object = golden::to_json(vector);
    object["level"] = level_of(question.level);
    vectors_.push_back(std::move(object));
  }

  int finish() {
    if (as_json_) print(ordered_json{{"vectors", vectors_}}.dump(2) + "\n");
    if (count_ != 0) return kConforms;
    complain("no vector is of that level, format and flag");
    return kDiffers;
  }

 private:
  bool as_json_;
  std::uint64_t count_ = 0;
  ordered_json vectors_ = ordered_json::array();
};

int list_vectors(const ListArguments& arguments) {
  if (!arguments.flag.empty() && golden::flag_named(arguments.flag) == nullptr) {
    std::vector<std::string_view> names;
    for (const golden::Flag& flag : golden::flags()) names.push_back(flag.name);
    complain("no flag '" + for_terminal(arguments.flag) + "'" + suggestion(arguments.flag, names));
    return kUsage;
  }
  const auto suite =
      golden::load_suite(arguments.path(), level_named(arguments.level), !arguments.unpinned);
  if (!suite) return report_fault(suite.error());
  Listing listing(arguments.as_json);
  for (const golden::Vector& vector : suite->vectors) {
    const std::string_view format = spec::row_of(vector.question.format).name;
    if (!arguments.format.empty() && format != arguments.format) continue;
    if (flagged(vector.question.flags, arguments.flag))
      listing.put(vector, outcome_of(vector.expected));
  }
  for (const golden::FileVector& vector : suite->files)
    if (arguments.format.empty() && flagged(vector.question.flags, arguments.flag))
      listing.put(vector, outcome_of(vector));
  return listing.finish();
}

template <class Rows, class Name>
CLI::Validator one_of(const Rows& rows, Name name) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.emplace_back(name(row));
  return CLI::IsMember(names);
}

}  // namespace

CLI::Validator level_names() {
  return one_of(golden::kLevelNames, [](std::string_view name) { return name; });
}
CLI::Validator one_format() {
  return one_of(spec::kFormats, [](const spec::FormatRow& row) { return row.name; });
}
CLI::Validator op_names() {
  return one_of(spec::kOpNames, [](std::string_view name) { return name; });
}

golden::Level level_named(const std::string& name) {
  return golden::named<golden::Level>(golden::kLevelNames, name).value_or(golden::Level::full);
}

int report_fault(const golden::Fault& fault) {
  complain(for_terminal(fault.name) + ": " + for_terminal(fault.where));
  complain("  expected: " + for_terminal(fault.expected));
  complain("  got: " + for_terminal(fault.got));
  return golden::cannot_run(fault) ? kCannotRun : kDiffers;
}

void add_set_options(CLI::App& command, SetArguments& arguments) {
  command.add_option("--suite", arguments.folder,
                     "Folder of the vectors; TRITPROOF_GOLDEN or the tool's own");
  command.add_flag("--unpinned", arguments.unpinned,
                   "Take a set that is not the one this tool was built with");
  command.add_flag("--json", arguments.as_json, "Print an object");
}

void add_golden_list(CLI::App& golden, Run& run) {
  CLI::App* command = golden.add_subcommand("list", "List vectors: id, level, outcome, rules, why");
  auto arguments = std::make_shared<ListArguments>();
  command->add_option("--level", arguments->level, "smoke, core or full")->check(level_names());
  command->add_option("--format", arguments->format, "One format only")->check(one_format());
  command->add_option("--flag", arguments->flag, "Vectors with this flag only");
  add_set_options(*command, *arguments);
  command->footer("Example:\n  tritproof golden list --format t2 --flag reserved-code");
  command->callback([&run, arguments] { run = [arguments] { return list_vectors(*arguments); }; });
}

void add_golden(CLI::App& app, Run& run) {
  CLI::App* command = app.add_subcommand("golden", "Stored vectors: list, check, make, exchange");
  command->require_subcommand(1);
  for (const AddCommand add : {add_golden_list, add_golden_check, add_golden_make, add_golden_model,
                               add_golden_export, add_golden_grade})
    add(*command, run);
  command->footer(
      "Examples:\n  tritproof golden check\n"
      "  tritproof golden export --level smoke --format t2 -o requests.trp\n"
      "  tritproof golden grade answers.trp");
}

}  // namespace tritproof::cli
