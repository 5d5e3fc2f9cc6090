// SPDX-License-Identifier: Apache-2.0
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <fstream>
#include <memory>
#include <thread>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/page.h"
#include "cli/suggest.h"
#include "cli/vectors.h"
#include "fuzz/campaign/report.h"
#include "fuzz/question.h"
#include "fuzz/replay.h"
#include "fuzz/seeds/vectors.h"
#include "hw/host/piped_subject.h"

namespace tritproof::cli {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

struct FuzzArguments {
  std::vector<std::string> targets;
  std::string time = "10m";
  std::string programs = TRITPROOF_FUZZ_PROGRAMS;
  std::string state;
  std::string markdown, exec;
  std::vector<std::string> replay;
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

// The inputs in a child, since a broken law ends the process that meets it.
int replay_inputs(const fuzz::Target& target, const std::vector<std::string>& files) {
  const pid_t child = fork();
  if (child == 0)
    _exit(fuzz::replay(std::vector<fs::path>(files.begin(), files.end()), target.run));
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    complain("no child to run them in");
    return kCannotRun;
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  complain(std::string(target.name) + " ended with signal " + std::to_string(WTERMSIG(status)));
  return kDiffers;
}

// The targets that put questions which an outside implementation declares.
std::optional<std::vector<const fuzz::Target*>> asking(
    const Subject& subject, const std::vector<const fuzz::Target*>& targets) {
  std::vector<const fuzz::Target*> some;
  for (const fuzz::Target* target : targets) {
    if (target->kind != "question") continue;
    const auto declared = [&](const fuzz::Seed& seed) {
      const auto question = fuzz::parse_question(seed.bytes);
      return question && subject.declares(question->asked.op, question->asked.format);
    };
    if (std::ranges::any_of(target->seeds(), declared)) some.push_back(target);
  }
  if (!some.empty()) return some;
  complain("it declares nothing that these targets ask");
  return {};
}

std::string state_of(const FuzzArguments& a) {
  if (!a.state.empty()) return a.state;
  return std::string(TRITPROOF_FUZZ_STATE) + (a.exec.empty() ? "" : "-exec");
}

std::expected<fuzz::Plan, int> plan_of(const FuzzArguments& a) {
  auto targets = chosen(a.targets);
  if (!targets) return std::unexpected(kUsage);
  const auto time = duration_of(a.time);
  if (!time || a.jobs == 0 || a.jobs > 1024) {
    complain("--for takes a time as 90s, 30m or 8h, --jobs 1 to 1024");
    return std::unexpected(kUsage);
  }
  if (!a.exec.empty()) {
    const auto subject = host::PipedSubject::start("exec", host::Command::shell(a.exec));
    if (!subject) {
      complain(for_terminal("exec: " + subject.error().what));
      return std::unexpected(kCannotRun);
    }
    targets = asking(**subject, *targets);
    if (!targets) return std::unexpected(kUsage);
  }
  std::error_code error;
  fuzz::Plan plan{*targets,
                  fs::absolute(a.programs, error),
                  TRITPROOF_FUZZ_DICTIONARIES,
                  fs::absolute(state_of(a), error),
                  *time,
                  a.jobs,
                  a.seed,
                  a.first,
                  a.exec,
                  fs::read_symlink("/proc/self/exe", error),
                  {}};
  const seconds least = fuzz::least_time(plan);
  if (*time >= least) return plan;
  complain(std::to_string(plan.targets.size()) + " targets need --for " +
           std::to_string(least.count()) + "s or more");
  return std::unexpected(kUsage);
}

int run_campaign(const FuzzArguments& a) {
  auto plan = plan_of(a);
  if (!plan) return plan.error();
  // Each turn reads them anew: more than those of smoke would take a short turn whole.
  const auto vectors = fuzz::VectorSeeds::load(golden::suite_folder(), golden::Level::smoke);
  if (!vectors) {
    complain(for_terminal("golden vectors: " + text_of(vectors.error())));
    return kCannotRun;
  }
  plan->more_seeds = [&](const fs::path& folder, const fuzz::Target& target) {
    return vectors->write(folder, target);
  };
  heed_interrupts();
  Progress progress;
  const auto outcomes = fuzz::run_campaign(*plan, interrupt_flag, [&](const fuzz::Status& status) {
    progress.show(fuzz::text_of(status));
  });
  progress.clear();
  if (!outcomes) {
    complain(for_terminal(outcomes.error()));
    return kCannotRun;
  }
  print(a.json ? fuzz::json_of(*outcomes) : fuzz::text_of(*outcomes));
  const bool kept =
      fuzz::write_durably(plan->state / "report.md", fuzz::markdown_of(*outcomes)) &&
      fuzz::write_durably(plan->state / "report.json", fuzz::json_of(*outcomes)) &&
      fuzz::write_durably(plan->state / "report.html", page_of("fuzz", fuzz::json_of(*outcomes)));
  if (!kept) complain(for_terminal(plan->state.string()) + ": the reports cannot be written");
  if (!write_file(a.markdown, fuzz::markdown_of(*outcomes)) || !kept) return kCannotRun;
  return outcomes->clean() ? kConforms : kDiffers;
}

int run_fuzz(const FuzzArguments& a) {
  if (a.list) return list_targets();
  if (a.replay.empty()) return run_campaign(a);
  const auto targets = chosen(a.targets);
  if (targets && targets->size() == 1) return replay_inputs(*targets->front(), a.replay);
  if (targets) complain("--replay needs one --target");
  return kUsage;
}

}  // namespace

void add_fuzz(CLI::App& app, Run& run) {
  CLI::App* command = app.add_subcommand("fuzz", "Put mutated inputs to the laws, for a time");
  auto a = std::make_shared<FuzzArguments>();
  command->add_option("--target", a->targets, "This target only; may be repeated");
  command->add_option("--for", a->time, "How long: 90s, 30m, 8h")->capture_default_str();
  command->add_option("--jobs", a->jobs, "Targets at a time; default: the cores");
  command->add_option("--seed", a->seed, "Seed of the engine's random numbers");
  command->add_option("--exec", a->exec, "Put the questions to this implementation behind a pipe");
  command->add_option("--replay", a->replay, "Run these inputs of one target again, here and now");
  command->add_option("--state", a->state, "Folder of corpora and findings; goes on from it");
  command->add_option("--programs", a->programs, "Folder of the targets' programs");
  command->add_option("--markdown", a->markdown, "Write the report as Markdown");
  command->add_flag("--first", a->first, "End at the first finding");
  command->add_flag("--list", a->list, "Print the targets");
  command->add_flag("--json", a->json, "Print JSON");
  command->footer(
      "Examples:\n  tritproof fuzz --for 8h\n  tritproof fuzz --target fuzz_decode_t2 --for 2m\n"
      "  tritproof fuzz --exec './my-runner' --for 10m\n"
      "  tritproof fuzz --target fuzz_gguf_read --replay build/fuzz-state/findings/…/input");
  command->callback([&run, a] { run = [a] { return run_fuzz(*a); }; });
}

}  // namespace tritproof::cli
