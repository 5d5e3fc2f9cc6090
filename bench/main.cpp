// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <regex>

#include "bench/job.h"
#include "bench/table.h"
#include "cli/interrupt.h"
#include "codec/fast/fast.h"
#include "hw/runners.h"

namespace tritproof::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPairs = 7;         // of a job and its limit, one after the other
constexpr double kWarmUp = 0.05;  // seconds
constexpr double kTurn = 1e-4;    // seconds that a turn takes at least
constexpr int kShortTurns = 15;   // of those in the place of one where a repetition is short

double seconds_of(const std::function<void()>& once, std::uint64_t repeats) {
  const auto start = Clock::now();
  for (std::uint64_t i = 0; i < repeats; ++i) once();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// So many repetitions that the clock's own grain is nothing to them.
std::uint64_t repeats_for(const std::function<void()>& once, double least) {
  std::uint64_t repeats = 1;
  while (seconds_of(once, repeats) < least && repeats < 1u << 20) repeats *= 2;
  return repeats;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

// A job's times and its ratios to its limit, taken in turns: the machine's mood meets both.
struct Turns {
  std::vector<double> times;
  std::vector<double> ratios;
};

// One turn, seconds of the job.
double take_turn(const Work& work, std::uint64_t repeats, const Work* against,
                 std::uint64_t limit_repeats, Turns& turns) {
  const double time = seconds_of(work.once, repeats) / static_cast<double>(repeats);
  turns.times.push_back(time);
  if (against == nullptr) return time;
  const double limit_time =
      seconds_of(against->once, limit_repeats) / static_cast<double>(limit_repeats);
  turns.ratios.push_back(static_cast<double>(work.limit_bytes) / time /
                         (static_cast<double>(against->limit_bytes) / limit_time));
  return time;
}

// Turns that do not count, until the machine has got used to what is asked of it: the first wide
// vectors after other work run at a third of their speed.
void warm_up(const Work& work, std::uint64_t repeats, const Work* against,
             std::uint64_t limit_repeats) {
  Turns scrap;
  const auto start = Clock::now();
  while (std::chrono::duration<double>(Clock::now() - start).count() < kWarmUp)
    take_turn(work, repeats, against, limit_repeats, scrap);
}

void run_pairs(benchmark::State& state, const Job& job, const Job* limit) {
  if (cli::interrupted()) return state.SkipWithError("interrupted before it was timed");
  const auto work = job.make();
  if (!work) return state.SkipWithError("could not be set up");
  const auto against = limit != nullptr ? limit->make() : nullptr;
  const std::uint64_t repeats = repeats_for(work->once, kTurn);
  const std::uint64_t limit_repeats = against ? repeats_for(against->once, kTurn) : 0;
  if (!work->right()) return state.SkipWithError("the answer is wrong");
  warm_up(*work, repeats, against.get(), limit_repeats);
  Turns turns;
  // Short work takes more turns: whoever else runs here meets few of them.
  const int each = repeats > 1 ? kShortTurns : 1;
  for ([[maybe_unused]] const auto _ : state) {
    std::vector<double> now;
    for (int i = 0; i < each; ++i)
      now.push_back(take_turn(*work, repeats, against.get(), limit_repeats, turns));
    state.SetIterationTime(median(now));
  }
  const double time = median(turns.times);
  const auto rate = [time](std::uint64_t count) { return static_cast<double>(count) / time; };
  if (work->weights != 0) state.counters["weights/s"] = rate(work->weights);
  state.counters["in_bytes/s"] = rate(work->bytes_in);
  state.counters["out_bytes/s"] = rate(work->bytes_out);
  if (work->counted) state.counters["runs/s"] = rate(1);
  if (!turns.ratios.empty()) state.counters["ratio"] = median(turns.ratios);
  state.SetLabel(job.limit);
}

// Google Benchmark's own, which also counts what went wrong.
class JsonReporter : public benchmark::JSONReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    errors_ += std::ranges::count_if(runs, &Run::error_occurred);
    JSONReporter::ReportRuns(runs);
  }
  [[nodiscard]] std::ptrdiff_t errors() const { return errors_; }

 private:
  std::ptrdiff_t errors_ = 0;
};

struct Arguments {
  Settings settings;
  bool as_json = false;
  bool list = false;
  std::string filter;
  int pairs = kPairs;
};

int run_jobs(const Arguments& arguments) {
  Jobs jobs;
  for (const auto add :
       {add_limits, add_decodes, add_conversions, add_replays, add_verifies, add_inner})
    add(arguments.settings, jobs);
  const std::regex wanted(arguments.filter);
  std::uint64_t chosen = 0;
  for (const Job& job : jobs) {
    if ((arguments.settings.small && !job.small) || !std::regex_search(job.name, wanted)) continue;
    ++chosen;
    if (arguments.list) {
      std::cout << job.name << "\n";
      continue;
    }
    const auto limit = std::ranges::find(jobs, job.limit, &Job::name);
    const Job* against = job.limit.empty() || limit == jobs.end() ? nullptr : &*limit;
    benchmark::RegisterBenchmark(
        job.name.c_str(),
        [&job, against](benchmark::State& state) { run_pairs(state, job, against); })
        ->UseManualTime()
        ->Iterations(arguments.pairs);
  }
  if (chosen == 0) return std::cerr << "no benchmark is called that\n", 2;
  if (arguments.list) return 0;
  TableReporter table;
  JsonReporter json;
  benchmark::BenchmarkReporter* reporter = &table;
  if (arguments.as_json) reporter = &json;
  cli::heed_interrupts();
  benchmark::RunSpecifiedBenchmarks(reporter);
  if (cli::interrupted()) return cli::kInterrupted;
  return table.errors() + json.errors() == 0 ? 0 : 1;
}

}  // namespace

bool in_small(std::string_view target) {
  return target == fast::targets().front().name || target == "avx2";
}

std::string size_name(std::uint64_t bytes) {
  return bytes < 1024 * 1024 ? std::to_string(bytes / 1024) + "KiB"
                             : std::to_string(bytes / 1024 / 1024) + "MiB";
}

std::string store_limit(std::string_view target, std::uint64_t bytes) {
  const std::string_view name = target.empty() ? fast::targets().front().name : target;
  return "limit/store/" + std::string(name) + "/" + size_name(bytes);
}

}  // namespace tritproof::bench

int main(int argc, char** argv) {
  using namespace tritproof;
  bench::Arguments arguments;
  CLI::App app("Times codecs against the limits of the machine, in one run");
  app.add_flag("--small", arguments.settings.small, "A fixed short run, below 50 s");
  app.add_flag("--json", arguments.as_json, "Google Benchmark's JSON on stdout");
  app.add_flag("--list", arguments.list, "Names only");
  app.add_option("--filter", arguments.filter, "Only names that match this expression");
  app.add_option("--pairs", arguments.pairs, "Pairs of a job and its limit")
      ->check(CLI::Range(7, 1001));
  app.add_option("--ggml-native", arguments.settings.ggml_native,
                 "A libggml-base.so built for this machine (bench/build_ggml_native.sh)");
  app.add_option("--folder", arguments.settings.folder, "Where files to read are written");
  CLI11_PARSE(app, argc, argv);
  if (arguments.settings.folder.empty())
    arguments.settings.folder = std::filesystem::temp_directory_path();
  if (const auto library = hw::ggml_library()) arguments.settings.ggml = *library;
  return bench::run_jobs(arguments);
}
