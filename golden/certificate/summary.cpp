// SPDX-License-Identifier: Apache-2.0
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>

#include "golden/certificate/certificate.h"

namespace tritproof::golden {
namespace {

std::string_view name_of_format(spec::Format format) { return spec::row_of(format).name; }

/// "2 mismatch, 1 hang": the verdicts that are neither pass nor not-run.
std::string failures(const Counts& counts) {
  std::string out;
  for (std::size_t i = 0; i < counts.by_verdict.size(); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    if (verdict == Verdict::pass || verdict == Verdict::not_run || counts.of(verdict) == 0)
      continue;
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", counts.of(verdict), name_of(verdict));
  }
  return out;
}

/// What answered, and that nobody but the runner says so where that is the case.
std::string answered_by(const Certificate& c) {
  const protocol::Hello& hello = c.declared.hello;
  switch (c.standing) {
    case Standing::device: return fmt::format("device {}", hello.device);
    case Standing::asserted:
      return fmt::format("asserted {}", hello.device.empty() ? hello.runner : hello.device);
    case Standing::stand_in:
      return fmt::format("double {}", hello.device.empty() ? hello.runner : hello.device);
    case Standing::in_process: return "in-process codec";
  }
  return {};
}

std::string device_lines(const Certificate& c) {
  std::string out;
  for (const DeviceField& field : c.device)
    out += fmt::format("  {:<10}{} ({})\n", field.name, field.value,
                       field.measured ? "measured" : "asserted");
  return out;
}

std::string waiver_lines(const Certificate& c) {
  std::string out;
  for (const Waived& waived : c.waivers) {
    const Waiver& waiver = waived.waiver;
    out += fmt::format("waiver: {}{} until {}, {}: {}; {}\n", waiver.id, waiver.flag,
                       waiver.expires, waiver.owner, waiver.reason,
                       waived.expired       ? "expired before the run"
                       : waived.ids.empty() ? "no failure meets it"
                                            : fmt::format("{} failures", waived.ids.size()));
    for (const std::string& id : waived.ids) out += fmt::format("  waived {}\n", id);
  }
  return out;
}

std::string row_lines(const Certificate& c) {
  std::string out;
  for (const Row& row : c.rows) {
    if (row.command.empty())
      out += fmt::format("row {}: not applicable: {} (asserted)\n", row.name, row.not_applicable);
    else if (!row.ended)
      out += fmt::format("row {}: did not end (asserted): {}\n", row.name, row.command);
    else
      out += fmt::format("row {}: exit {}, {} bytes, sha256 {} (asserted): {}\n", row.name,
                         row.exit, row.bytes, row.sha256, row.command);
  }
  return out;
}

std::string run_lines(const Certificate& c) {
  const RunFacts& run = c.run;
  std::string out =
      fmt::format("declared {}, run {} to {}\n", c.declared.at, run.started, run.ended);
  if (!run.isolation.empty()) out += fmt::format("isolation: {}\n", run.isolation);
  if (run.children > 1 || !run.restarts.empty())
    out += fmt::format("children: {}, restarts: {}\n", run.children, run.restarts.size());
  for (const host::Restart& restart : run.restarts)
    out += fmt::format("  child {} after {}: {}\n", restart.child,
                       restart.id.empty() ? "nothing" : restart.id, restart.why);
  for (const std::string& id : run.quarantined) out += fmt::format("quarantined: {}\n", id);
  for (const std::string& digest : run.transcripts) out += fmt::format("transcript: {}\n", digest);
  if (!run.trouble.empty()) out += fmt::format("trouble: {}\n", run.trouble);
  return out;
}

}  // namespace

std::uint64_t Counts::asked() const {
  std::uint64_t all = 0;
  for (const std::uint64_t count : by_verdict) all += count;
  return all - of(Verdict::not_run);
}

ResultOf result_of(const Certificate& c) {
  const Counts& counts = c.counts;
  const bool whole = counts.asked() != 0 && counts.of(Verdict::not_run) == 0 &&
                     c.run.trouble.empty() && std::ranges::all_of(c.rows, &Row::holds);
  if (!whole || counts.of(Verdict::pass) + counts.waived != counts.asked()) return ResultOf::failed;
  return counts.waived == 0 ? ResultOf::passed : ResultOf::warned;
}

std::string headline(const Certificate& c) {
  const Counts& counts = c.counts;
  const ResultOf result = result_of(c);
  std::string out = result == ResultOf::passed   ? "PASS"
                    : result == ResultOf::warned ? "PASS WITH WAIVERS"
                                                 : "NOT PASSED";
  out += fmt::format(": {} of {} vectors pass", counts.of(Verdict::pass), counts.asked());
  if (const std::string failed = failures(counts); !failed.empty()) out += ", " + failed;
  if (counts.waived != 0) out += fmt::format(", {} of them waived", counts.waived);
  out += fmt::format("; {} not run, {} not declared", counts.of(Verdict::not_run) + counts.left_out,
                     counts.not_declared);
  out += fmt::format("; {} of {} formats; level {}", counts.formats_covered, spec::kFormats.size(),
                     kLevelNames[static_cast<std::size_t>(c.level)]);
  if (!c.challenge.empty()) out += fmt::format("; challenge {}", c.challenge);
  const auto broken = std::ranges::count_if(c.rows, [](const Row& row) { return !row.holds(); });
  if (broken != 0) out += fmt::format("; {} of {} rows do not hold", broken, c.rows.size());
  if (!c.run.trouble.empty()) out += "; trouble";
  return out + "; " + answered_by(c);
}

std::string summary(const Certificate& c) {
  std::string out = headline(c) + "\n";
  for (const std::string_view sentence : kSays) out += fmt::format("{}\n", sentence);
  out += fmt::format("subject: {} sha256 {}\n", c.subject, c.subject_sha256);
  if (!c.command.empty()) out += fmt::format("command: {}\n", fmt::join(c.command, " "));
  out += fmt::format("{}: {}\n{}", kStandingNames[static_cast<std::size_t>(c.standing)],
                     c.standing_why, device_lines(c));
  out += fmt::format("suite: version {} sha256 {}\n", c.suite_version, c.suite_sha256);
  std::vector<std::string_view> names;
  for (const spec::Format format : c.formats) names.push_back(name_of_format(format));
  out += fmt::format("formats asked: {}\n", fmt::join(names, " "));
  out += fmt::format("harness: tritproof {} commit {}{}, {}, sha256 {}\n", c.harness.version,
                     c.harness.commit, c.harness.dirty ? " with changes" : "", c.harness.compiler,
                     c.harness.sha256);
  for (const FormatPrint& print : c.prints) out += print.line + "\n";
  if (c.thin) out += "outputs: digests only\n";
  return out + run_lines(c) + waiver_lines(c) + row_lines(c);
}

std::string utc_text(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

}  // namespace tritproof::golden
