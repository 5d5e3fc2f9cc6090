// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <fstream>
#include <memory>
#include <thread>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/page.h"
#include "cli/suggest.h"
#include "fuzz/campaign/promote.h"
#include "fuzz/campaign/report.h"

namespace tritproof::cli {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

struct FuzzArguments {
  std::vector<std::string> targets;
  std::string time = "10m";
  std::string programs = TRITPROOF_FUZZ_PROGRAMS;
  std::string state = TRITPROOF_FUZZ_STATE;
  std::string markdown;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  std::uint32_t seed = 1;
  bool list = false, json = false, first = false;
};

// "90s", "30m", "8h"; a number alone is seconds.
std::optional<seconds> duration_of(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  constexpr std::int64_t kMost = 1000 * 3600;
  if (error != std::errc() || number < 1 || number > kMost) return {};
  if (unit.empty() || unit == "s") return seconds(number);
  if (unit == "m") return seconds(number * 60);
  if (unit == "h") return seconds(number * 3600);
  return {};
}

int list_targets() {
  for (const fuzz::Target* target : fuzz::targets())
    print(std::string(target->name) + " " + std::string(target->kind) + "\n");
  return kConforms;
}

// The targets of those names, or all; nothing after a complaint.
std::optional<std::vector<const fuzz::Target*>> chosen(const std::vector<std::string>& names) {
  std::vector<const fuzz::Target*> all(fuzz::targets().begin(), fuzz::targets().end());
  if (names.empty()) return all;
  std::vector<std::string_view> known;
  for (const fuzz::Target* target : all) known.push_back(target->name);
  std::vector<const fuzz::Target*> some;
  for (const std::string& name : names) {
    const fuzz::Target* const target = fuzz::target_named(name);
    if (target == nullptr) {
      complain("no target '" + for_terminal(name) + "'" + suggestion(name, known));
      return {};
    }
    if (std::ranges::find(some, target) == some.end()) some.push_back(target);
  }
  return some;
}

bool write_file(const std::string& name, const std::string& text) {
  if (name.empty()) return true;
  std::ofstream file(name, std::ios::binary);
  file << text;
  file.close();
  if (!file.fail()) return true;
  complain(for_terminal(name) + ": cannot be written");
  return false;
}

int run_fuzz(const FuzzArguments& a) {
  if (a.list) return list_targets();
  const auto targets = chosen(a.targets);
  if (!targets) return kUsage;
  const auto time = duration_of(a.time);
  if (!time || a.jobs == 0 || a.jobs > 1024) {
    complain("--for takes a time as 90s, 30m or 8h, --jobs 1 to 1024");
    return kUsage;
  }
  std::error_code error;
  fuzz::Plan plan{*targets,
                  fs::absolute(a.programs, error),
                  TRITPROOF_FUZZ_DICTIONARIES,
                  fs::absolute(a.state, error),
                  *time,
                  a.jobs,
                  a.seed,
                  a.first};
  if (const seconds least = fuzz::least_time(plan); *time < least) {
    complain(std::to_string(plan.targets.size()) + " targets need --for " +
             std::to_string(least.count()) + "s or more");
    return kUsage;
  }
  heed_interrupts();
  Progress progress;
  const auto outcomes = fuzz::run_campaign(plan, interrupt_flag,
                                           [&](const std::string& line) { progress.show(line); });
  progress.clear();
  if (!outcomes) {
    complain(for_terminal(outcomes.error()));
    return kCannotRun;
  }
  print(a.json ? fuzz::json_of(*outcomes) : fuzz::text_of(*outcomes));
  const bool kept =
      fuzz::write_durably(plan.state / "report.md", fuzz::markdown_of(*outcomes)) &&
      fuzz::write_durably(plan.state / "report.json", fuzz::json_of(*outcomes)) &&
      fuzz::write_durably(plan.state / "report.html", page_of("fuzz", fuzz::json_of(*outcomes)));
  if (!kept) complain(for_terminal(plan.state.string()) + ": the reports cannot be written");
  if (!write_file(a.markdown, fuzz::markdown_of(*outcomes)) || !kept) return kCannotRun;
  return outcomes->clean() ? kConforms : kDiffers;
}

int run_promote(const std::string& kept, const std::string& to) {
  const auto written = fuzz::promote(kept, to);
  if (!written) {
    complain(for_terminal(written.error()));
    return kCannotRun;
  }
  for (const fs::path& file : *written) print(for_terminal(file.string()) + "\n");
  return kConforms;
}

}  // namespace

void add_fuzz(CLI::App& app, Run& run) {
  CLI::App* command = app.add_subcommand("fuzz", "Put mutated inputs to the laws, for a time");
  auto a = std::make_shared<FuzzArguments>();
  command->add_option("--target", a->targets, "This target only; may be repeated");
  command->add_option("--for", a->time, "How long: 90s, 30m, 8h")->capture_default_str();
  command->add_option("--jobs", a->jobs, "Targets at a time; default: the cores");
  command->add_option("--seed", a->seed, "Seed of the engine's random numbers");
  command->add_option("--state", a->state, "Folder of corpora and findings; goes on from it");
  command->add_option("--programs", a->programs, "Folder of the targets' programs");
  command->add_option("--markdown", a->markdown, "Write the report as Markdown");
  command->add_flag("--first", a->first, "End at the first finding");
  command->add_flag("--list", a->list, "Print the targets");
  command->add_flag("--json", a->json, "Print JSON");
  command->footer(
      "Examples:\n  tritproof fuzz --for 8h\n  tritproof fuzz --target fuzz_decode_t2 --for 2m\n"
      "  tritproof promote build/fuzz-state/findings/…");
  command->callback([&run, a] { run = [a] { return run_fuzz(*a); }; });
}

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
