// SPDX-License-Identifier: Apache-2.0
#include "fuzz/campaign/report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tritproof::fuzz {
namespace {

using nlohmann::json;

struct Sums {
  std::uint64_t executions = 0, edges = 0;
  std::size_t bytes = 0;
};

Sums sums_of(const Outcomes& outcomes) {
  Sums sums;
  for (const Part& part : outcomes.parts) {
    sums.executions += part.executions;
    sums.edges += part.edges;
    sums.bytes += part.bytes;
  }
  return sums;
}

double speed(const Part& part) {
  return part.seconds > 0 ? static_cast<double>(part.executions) / part.seconds : 0;
}

std::string head_of(const Outcomes& outcomes) {
  const Sums sums = sums_of(outcomes);
  return fmt::format("{} targets, {:.0f} s{}: {} executions, {} edges, corpus {} KiB, {} findings",
                     outcomes.parts.size(), outcomes.seconds,
                     outcomes.stopped ? ", stopped before the end" : "", sums.executions,
                     sums.edges, sums.bytes / 1024, outcomes.findings.size());
}

std::string when(const Finding& finding) {
  return finding.times == 0 ? "of an earlier campaign, not met again"
                            : fmt::format("met {} times", finding.times);
}

std::string kind_of(const Finding& finding) {
  std::string kind(folder_of(finding.kind));
  kind.pop_back();
  return kind;
}

// Text that was printed by a target cannot close its block: it holds no fence at a line's start.
std::string fenced(const std::string& text) {
  std::string safe = text;
  for (std::size_t at = 0; (at = safe.find("```", at)) != std::string::npos;)
    safe.replace(at, 3, "'''");
  return "```\n" + safe + "\n```\n";
}

}  // namespace

std::string text_of(const Status& status) {
  return fmt::format(
      "{:.0f} of {:.0f} s, {} executions, {:.0f}/s a core, {} edges, the last new one {:.0f} s "
      "ago, corpus {} KiB, "
      "{} findings; {}",
      status.seconds, status.of_seconds, status.executions, status.per_second, status.edges,
      status.since_new, status.bytes / 1024, status.findings, status.running);
}

std::string text_of(const Outcomes& outcomes) {
  std::string text = fmt::format("{:20} {:>11} {:>8} {:>7} {:>7} {:>8} {:>9}\n", "target",
                                 "executions", "exec/s", "edges", "inputs", "KiB", "last new");
  for (const Part& part : outcomes.parts)
    text += fmt::format("{:20} {:>11} {:>8.0f} {:>7} {:>7} {:>8} {:>7.0f} s{}\n", part.target->name,
                        part.executions, speed(part), part.edges, part.inputs, part.bytes / 1024,
                        part.last_new, part.retired ? ", retired" : "");
  for (const std::string& shortfall : outcomes.shortfalls)
    text += "falls short: " + shortfall + "\n";
  for (const Finding& finding : outcomes.findings) {
    text += fmt::format("{}: {} ({}), {}\n", kind_of(finding), finding.key, finding.target,
                        when(finding));
    if (!finding.case_line.empty()) text += "  case: " + finding.case_line + "\n";
    if (!finding.plain.empty()) text += "  without sanitizers: " + finding.plain + "\n";
    text += "  kept in: " + finding.folder.string() + "\n  again: " + finding.replay + "\n";
  }
  return text + head_of(outcomes) + "\n";
}

std::string markdown_of(const Outcomes& outcomes) {
  std::string text = fmt::format(
      "# Fuzzing: {}\n\n{}.\n\n| target | executions | exec/s | edges | inputs | KiB |\n"
      "| --- | --: | --: | --: | --: | --: |\n",
      outcomes.clean() ? "clean" : "not clean", head_of(outcomes));
  for (const Part& part : outcomes.parts)
    text += fmt::format("| {} | {} | {:.0f} | {} | {} | {} |\n", part.target->name, part.executions,
                        speed(part), part.edges, part.inputs, part.bytes / 1024);
  if (!outcomes.shortfalls.empty()) text += "\n## Falls short\n\n";
  for (const std::string& shortfall : outcomes.shortfalls) text += fenced(shortfall);
  for (const Finding& finding : outcomes.findings)
    text += fmt::format("\n## {} of {}, {}\n\n", kind_of(finding), finding.target, when(finding)) +
            fenced(finding.story + "\nwithout sanitizers: " +
                   (finding.plain.empty() ? "not asked" : finding.plain) +
                   "\nagain: " + finding.replay);
  text += "\n## Coverage over time\n\n| seconds | executions | edges |\n| --: | --: | --: |\n";
  const std::size_t step = outcomes.samples.size() / 40 + 1;
  for (std::size_t i = 0; i < outcomes.samples.size(); i += step) {
    const Sample& sample = outcomes.samples[i];
    text += fmt::format("| {:.0f} | {} | {} |\n", sample.seconds, sample.executions, sample.edges);
  }
  return text;
}

std::string json_of(const Outcomes& outcomes) {
  json all = {{"clean", outcomes.clean()},   {"seconds", outcomes.seconds},
              {"stopped", outcomes.stopped}, {"shortfalls", outcomes.shortfalls},
              {"targets", json::array()},    {"findings", json::array()},
              {"samples", json::array()}};
  for (const Part& part : outcomes.parts)
    all["targets"].push_back({{"name", part.target->name},
                              {"executions", part.executions},
                              {"per_second", speed(part)},
                              {"edges", part.edges},
                              {"turns", part.turns},
                              {"inputs", part.inputs},
                              {"bytes", part.bytes},
                              {"last_new", part.last_new},
                              {"retired", part.retired},
                              {"trouble", part.trouble}});
  for (const Finding& finding : outcomes.findings)
    all["findings"].push_back({{"kind", kind_of(finding)},
                               {"target", finding.target},
                               {"key", finding.key},
                               {"story", finding.story},
                               {"case", finding.case_line},
                               {"folder", finding.folder.string()},
                               {"again", finding.replay},
                               {"plain", finding.plain},
                               {"times", finding.times}});
  for (const Sample& sample : outcomes.samples)
    all["samples"].push_back({sample.seconds, sample.executions, sample.edges});
  return all.dump(2, ' ', true, json::error_handler_t::replace) + "\n";
}

}  // namespace tritproof::fuzz
