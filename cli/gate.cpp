// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <thread>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/gate_judge.h"
#include "cli/gate_reports.h"
#include "cli/gate_subjects.h"
#include "cli/known.h"
#include "cli/suggest.h"
#include "cli/tensors.h"
#include "cli/vectors.h"
#include "props/gate/selftest.h"
#include "props/gate/stored.h"

namespace tritproof::cli {
namespace {

struct GateArguments {
  std::vector<std::string> subjects;
  std::vector<std::string> execs;
  std::vector<std::string> formats;
  std::string level = "core";
  std::uint64_t seed = 1;
  std::string known;
  std::string cases;
  std::string junit;
  std::string json;
  std::string markdown;
  std::string sarif;
  std::string annotations;
  bool no_selftest = false;
};

class Gate {
 public:
  explicit Gate(const GateArguments& arguments) : arguments_(arguments) {}

  int run() {
    if (const int wrong = prepare(); wrong != kConforms) return wrong;
    heed_interrupts();
    load_stored();
    result_.seed = arguments_.seed;
    result_.level = arguments_.level;
    judge_all(sources_, formats_, {level_, arguments_.seed, threads(), stored_},
              vectors_ ? &*vectors_ : nullptr, progress_, result_);
    if (!arguments_.no_selftest && !interrupted())
      selftest_ = gate::run_selftest(
          {arguments_.seed, threads(), false, interrupted},
          [this](auto done) { progress_.show(fmt::format("self-test: {} wrong codecs", done)); });
    judge_stored();
    if (interrupted()) result_.shortfalls.emplace_back(gate::kCutShort);
    if (!known_.empty()) apply_known(known_, today(), result_);
    progress_.clear();
    return conclude();
  }

 private:
  static unsigned threads() { return std::max(1u, std::thread::hardware_concurrency()); }

  int wrong_usage(const std::string& what) {
    complain(what);
    return kUsage;
  }

  int prepare() {
    for (const std::string& name : arguments_.formats) {
      const auto format = spec::format_named(name);
      if (!format)
        return wrong_usage("no format '" + for_terminal(name) + "'" +
                           suggestion(name, format_names()));
      formats_.push_back(*format);
    }
    if (formats_.empty())
      for (const spec::FormatRow& row : spec::kFormats) formats_.push_back(row.id);
    auto found = find_subjects(arguments_.subjects, arguments_.execs);
    if (!found) {
      complain(found.error().what);
      return found.error().exit;
    }
    sources_ = *std::move(found);
    level_ = arguments_.level == "smoke"  ? props::Level::smoke
             : arguments_.level == "full" ? props::Level::full
                                          : props::Level::core;
    return read_files();
  }

  int read_files() {
    if (!arguments_.known.empty()) {
      auto known = read_known(arguments_.known);
      if (!known) {
        complain(for_terminal(arguments_.known + ": " + known.error()));
        return std::filesystem::exists(arguments_.known) ? kDiffers : kCannotRun;
      }
      known_ = *std::move(known);
    }
    // They lie in the source tree, where tests replay them too; an installed tool has none.
    if (std::filesystem::exists(TRITPROOF_REGRESSIONS) && !read_cases(TRITPROOF_REGRESSIONS))
      return kDiffers;
    if (arguments_.cases.empty() || !std::filesystem::exists(arguments_.cases)) return kConforms;
    return read_cases(arguments_.cases) ? kConforms : kDiffers;
  }

  // Adds a folder's cases to the stored ones.
  bool read_cases(const std::string& folder) {
    auto cases = gate::load_cases(folder);
    if (!cases) {
      complain(for_terminal(cases.error()));
      return false;
    }
    std::ranges::move(*cases, std::back_inserter(stored_));
    return true;
  }

  // Without its vectors the gate is red, but says all the rest that it can say.
  void load_stored() {
    auto vectors = load_vectors(static_cast<golden::Level>(level_));
    if (vectors)
      vectors_ = *std::move(vectors);
    else
      result_.shortfalls.push_back("vectors: " + text_of(vectors.error()));
  }

  void judge_stored() {
    if (!vectors_) return;
    judge_files(*vectors_, result_);
    if (!selftest_ || interrupted()) return;
    const VectorTrial trial = put_vectors_on_trial(*vectors_, threads());
    if (interrupted()) return;  // a part of the vectors says nothing
    caught_by_vectors_ = vector_summary(trial);
    for (const std::string& shortfall : trial.shortfalls)
      selftest_->shortfalls.push_back("vectors: " + shortfall);
  }

  // It says so to what it runs, by one name in a dashboard's run and by the other in any other.
  static bool under_ctest() {
    return std::getenv("DASHBOARD_TEST_FROM_CTEST") != nullptr ||
           std::getenv("CTEST_INTERACTIVE_DEBUG_MODE") != nullptr;
  }

  bool declared_nothing() const {
    return std::ranges::none_of(result_.benches, &gate::Bench::declared);
  }

  // A failure that the folder's own case showed; the tool's regressions are not the user's.
  bool is_there(const gate::Broken& broken) const {
    return broken.domain == "stored cases" &&
           std::filesystem::exists(std::filesystem::path(arguments_.cases) / broken.asked.why);
  }

  void store_failures() {
    if (arguments_.cases.empty()) return;
    for (const gate::Bench& bench : result_.benches)
      for (const gate::LawTally& tally : bench.laws) {
        if (!tally.first || is_there(*tally.first)) continue;
        const auto name = gate::store_case(arguments_.cases, *tally.first);
        complain(name ? "stored " + for_terminal(*name)
                      : "not stored: " + for_terminal(name.error()));
      }
  }

  bool write_report(const std::string& path, const std::string& text) {
    if (path.empty()) return true;
    auto file = container::OutputFile::create(path);
    if (!file) return report(file.error(), path), false;
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    auto done = (*file)->append(bytes);
    if (done) done = (*file)->commit();
    if (!done) return report(done.error(), path), false;
    return true;
  }

  int conclude() {
    const gate::SelfTest* selftest = selftest_ ? &*selftest_ : nullptr;
    if (declared_nothing())
      result_.shortfalls.emplace_back("no subject declares any of the formats");
    print(gate_table(result_));
    print(gate_failures(result_));
    if (selftest != nullptr) print(selftest_summary(*selftest) + caught_by_vectors_);
    if (under_ctest()) print(gate_measurements(result_, selftest));
    store_failures();
    const std::array written{
        write_report(arguments_.junit, gate_junit(result_, selftest)),
        write_report(arguments_.json, gate_json(result_, selftest)),
        write_report(arguments_.markdown, gate_markdown(result_, selftest)),
        write_report(arguments_.sarif, gate_sarif(result_)),
        write_report(arguments_.annotations, gate_annotations(result_, selftest))};
    const bool passed = result_.passed() && (selftest == nullptr || selftest->passed());
    print(passed ? "gate: conforms\n" : "gate: does not conform\n");
    if (std::ranges::count(written, false) != 0) return kCannotRun;
    return passed ? kConforms : kDiffers;
  }

  const GateArguments& arguments_;
  std::vector<spec::Format> formats_;
  std::vector<SubjectSource> sources_;
  std::vector<Known> known_;
  std::vector<laws::Case> stored_;
  props::Level level_ = props::Level::core;
  gate::Result result_;
  std::optional<gate::SelfTest> selftest_;
  std::optional<StoredVectors> vectors_;
  std::string caught_by_vectors_;
  Progress progress_;
};

}  // namespace

void add_gate(CLI::App& app, Run& run) {
  CLI::App* command =
      app.add_subcommand("gate", "Judge implementations: what a pull request meets");
  auto a = std::make_shared<GateArguments>();
  command->add_option("--subject", a->subjects, "Judge this subject; default: all that are here");
  command->add_option("--exec", a->execs, "Judge a program that speaks the frame protocol");
  command->add_option("--format", a->formats, "This format only; may be repeated");
  command->add_option("--level", a->level, "smoke, core or full")
      ->check(CLI::IsMember({"smoke", "core", "full"}));
  command->add_option("--seed", a->seed, "Seed of the properties");
  command->add_option("--known", a->known, "Failures that somebody answers for, as JSON");
  command->add_option("--cases", a->cases, "Folder of stored cases: asked first, failures added");
  command->add_option("--junit", a->junit, "Write JUnit XML");
  command->add_option("--json", a->json, "Write JSON");
  command->add_option("--markdown", a->markdown, "Write Markdown");
  command->add_option("--sarif", a->sarif, "Write SARIF 2.1.0");
  command->add_option("--annotations", a->annotations, "Write workflow commands of a CI log");
  command->add_flag("--no-selftest", a->no_selftest, "Leave the self-test to `selftest`");
  command->footer(
      "Examples:\n  tritproof gate\n"
      "  tritproof gate --exec 'python3 my_decoder.py' --format t2 --junit gate.xml");
  command->callback([&run, a] { run = [a] { return Gate(*a).run(); }; });
}

}  // namespace tritproof::cli
