// SPDX-License-Identifier: Apache-2.0
#include "bench/table.h"

#include <fmt/format.h>

#include <fstream>
#include <iostream>

namespace tritproof::bench {
namespace {

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

double counter(const benchmark::BenchmarkReporter::Run& run, const char* name) {
  const auto found = run.counters.find(name);
  return found == run.counters.end() ? 0.0 : double{found->second};
}

std::string giga(double value, const char* unit) {
  return value == 0.0 ? std::string() : fmt::format("{:.2f} {}", value / 1e9, unit);
}

// benchmark adds "/iterations:9/manual_time" to every name.
std::string plain_name(const std::string& name) {
  return name.substr(0, name.find("/iterations:"));
}

}  // namespace

bool TableReporter::ReportContext(const Context& context) {
  std::cout << fmt::format("{}, {} cores\n", processor(), context.cpu_info.num_cpus);
  std::cout << fmt::format("{:<46}{:>12}{:>13}{:>13}{:>8}  {}\n", "", "weights/s", "in", "out",
                           "ratio", "to the limit");
  return true;
}

void TableReporter::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    const std::string name = plain_name(run.benchmark_name());
    if (run.error_occurred) {
      ++errors_;
      std::cout << fmt::format("{:<46}  {}\n", name, run.error_message);
      continue;
    }
    const double ratio = counter(run, "ratio");
    const double a_second = counter(run, "runs/s");
    std::cout << fmt::format(
        "{:<46}{:>12}{:>13}{:>13}{:>8}  {}\n", name, giga(counter(run, "weights/s"), "G"),
        giga(counter(run, "in_bytes/s"), "GB/s"), giga(counter(run, "out_bytes/s"), "GB/s"),
        ratio == 0.0 ? std::string() : fmt::format("{:.2f}", ratio),
        a_second == 0.0 ? run.report_label : fmt::format("{:.0f} a second", a_second));
  }
  std::cout.flush();
}

}  // namespace tritproof::bench
