// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <string>

namespace tritproof::bench {

/// A line a benchmark: weights and bytes a second, and the ratio to its limit in the same run.
class TableReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;

  /// Benchmarks that gave a wrong answer or could not be set up.
  [[nodiscard]] int errors() const { return errors_; }

 private:
  int errors_ = 0;
};

}  // namespace tritproof::bench
