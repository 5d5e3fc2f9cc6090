// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/console.h"
#include "cli/golden.h"
#include "cli/verify_report.h"
#include "golden/whole_model.h"

namespace tritproof::cli {
namespace {

struct ModelArguments {
  golden::ModelOptions options;
  std::string folder;
  bool as_json = false;
};

// The most memory this process has held, in bytes.
std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

double gigabytes(std::uint64_t bytes) { return static_cast<double>(bytes) / 1e9; }

std::string run_text(const golden::ModelRun& run, double seconds) {
  std::string text = gate_line(
      {run.images, run.exact, run.weights, run.source_bytes, run.target_bytes}, "pb16i", "t2");
  text += fmt::format(
      "{:.0f} s; over all threads: made {:.0f} s, converted {:.0f} s, verified {:.0f} s\n", seconds,
      run.make_seconds, run.convert_seconds, run.verify_seconds);
  return text + fmt::format("peak disk {:.2f} GB, peak memory {:.2f} GB\n",
                            gigabytes(run.peak_disk), gigabytes(peak_memory()));
}

nlohmann::ordered_json json_of(const golden::ModelRun& run, double seconds) {
  return {{"images", run.images},         {"bit_exact", run.exact},
          {"weights", run.weights},       {"bytes_pb16i", run.source_bytes},
          {"bytes_t2", run.target_bytes}, {"seconds", seconds},
          {"peak_disk", run.peak_disk},   {"peak_memory", peak_memory()},
          {"interrupted", interrupted()}};
}

int run_model(const ModelArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  heed_interrupts();
  Progress progress;
  golden::ModelOptions options = arguments.options;
  options.folder = arguments.folder;
  const auto run = golden::run_whole_model(options, [&progress](std::uint64_t done) {
    progress.show(fmt::format("{} images", done));
    return !interrupted();
  });
  progress.clear();
  if (!run) {
    complain(for_terminal(run.error()));
    return kCannotRun;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  print(arguments.as_json ? json_of(*run, took.count()).dump(2) + "\n"
                          : run_text(*run, took.count()));
  return run->exact == run->images ? kConforms : kDiffers;
}

}  // namespace

void add_golden_model(CLI::App& golden, Run& run) {
  CLI::App* command = golden.add_subcommand(
      "model", "Make the 431 images of a 27B model by recipe, convert and verify each");
  auto arguments = std::make_shared<ModelArguments>();
  arguments->options.threads = std::max(1u, std::thread::hardware_concurrency());
  command->add_option("DIR", arguments->folder, "For one image a thread at a time")->required();
  command->add_option("--images", arguments->options.images, "The first so many only")
      ->check(CLI::PositiveNumber);
  command->add_option("--threads", arguments->options.threads, "Images under way at a time")
      ->check(CLI::Range(1, 64));
  command->add_flag("--json", arguments->as_json, "Print an object");
  command->footer("Example:\n  tritproof golden model /tmp/model --images 8");
  command->callback([&run, arguments] { run = [arguments] { return run_model(*arguments); }; });
}

}  // namespace tritproof::cli
