// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/console.h"
#include "cli/gate_reports.h"

namespace tritproof::cli {
namespace {

// A step shows ten annotations of a kind and drops the rest without a word.
constexpr std::size_t kMost = 9;

std::string annotation(std::string_view title, std::string_view text) {
  return fmt::format("::error title={}::{}\n", for_ci_property(title), for_ci_log(text));
}

std::vector<std::string> failures_of(const gate::Result& result) {
  std::vector<std::string> out;
  for (const gate::Bench& bench : result.benches)
    for (const gate::LawTally& tally : bench.laws)
      if (tally.standing == gate::Standing::fail && tally.first)
        out.push_back(
            annotation(fmt::format("{} {}: {}", bench.subject, spec::row_of(bench.format).name,
                                   tally.first->rule),
                       fmt::format("{}: expected {}, got {}. {} {}", tally.first->finding.where,
                                   tally.first->finding.expected, tally.first->finding.got,
                                   tally.first->explanation, tally.first->lookalike)));
  return out;
}

std::vector<std::string> shortfalls_of(const gate::Result& result, const gate::SelfTest* selftest) {
  std::vector<std::string> out;
  for (const std::string& shortfall : result.shortfalls)
    out.push_back(annotation("gate", shortfall));
  for (const gate::Bench& bench : result.benches)
    for (const std::string& shortfall : bench.shortfalls)
      out.push_back(annotation(fmt::format("{} {}", bench.subject, spec::row_of(bench.format).name),
                               shortfall));
  if (selftest != nullptr)
    for (const std::string& shortfall : selftest->shortfalls)
      out.push_back(annotation("self-test", shortfall));
  return out;
}

}  // namespace

std::string gate_annotations(const gate::Result& result, const gate::SelfTest* selftest) {
  std::vector<std::string> all = failures_of(result);
  for (std::string& shortfall : shortfalls_of(result, selftest))
    all.push_back(std::move(shortfall));
  std::string out;
  for (std::size_t i = 0; i < std::min(all.size(), kMost); ++i) out += all[i];
  if (all.size() > kMost)
    out += fmt::format("::error title=tritproof::{} more in the report\n", all.size() - kMost);
  return out;
}

}  // namespace tritproof::cli
