// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/gate_reports.h"
#include "cli/tensors.h"
#include "cli/vectors.h"

namespace tritproof::cli {
namespace {

struct SelfTestArguments {
  std::uint64_t seed = 1;
  bool as_json = false;
};

int run_selftest(const SelfTestArguments& arguments) {
  const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  heed_interrupts();
  Progress progress;
  gate::SelfTest selftest = gate::run_selftest(
      {arguments.seed, threads, true, interrupted},
      [&progress](auto done) { progress.show(fmt::format("self-test: {} wrong codecs", done)); });
  VectorTrial trial;
  if (const auto vectors = load_vectors(golden::Level::core))
    trial = put_vectors_on_trial(*vectors, threads);
  else
    selftest.shortfalls.push_back("vectors: " + text_of(vectors.error()));
  if (interrupted()) trial = {};  // a part of the vectors says nothing
  for (const std::string& shortfall : trial.shortfalls)
    selftest.shortfalls.push_back("vectors: " + shortfall);
  progress.clear();
  if (arguments.as_json)
    print(selftest_json(selftest, trial));
  else
    print(selftest_table(selftest, trial) + selftest_summary(selftest) + vector_summary(trial));
  return selftest.passed() ? kConforms : kDiffers;
}

}  // namespace

void add_selftest(CLI::App& app, Run& run) {
  CLI::App* command =
      app.add_subcommand("selftest", "Put wrong codecs on trial: each must be caught");
  auto a = std::make_shared<SelfTestArguments>();
  command->add_option("--seed", a->seed, "Seed of the properties");
  command->add_flag("--json", a->as_json, "Print an object");
  command->footer("Example:\n  tritproof selftest");
  command->callback([&run, a] { run = [a] { return run_selftest(*a); }; });
}

}  // namespace tritproof::cli
