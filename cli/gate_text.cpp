// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cli/console.h"
#include "cli/gate_reports.h"

namespace tritproof::cli {
namespace {

using gate::Bench;
using gate::LawTally;
using gate::Standing;

std::string short_count(std::uint64_t count) {
  if (count >= 10'000'000) return fmt::format("{}M", count / 1'000'000);
  if (count >= 10'000) return fmt::format("{}k", count / 1'000);
  return std::to_string(count);
}

std::string cell(const LawTally& tally) {
  switch (tally.standing) {
    case Standing::pass: return short_count(tally.cases);
    case Standing::fail: return "FAIL";
    case Standing::known: return "known";
    case Standing::not_asked: return "-";
  }
  return "";
}

// The benches of one subject stand together.
std::vector<std::span<const Bench>> by_subject(const gate::Result& result) {
  std::vector<std::span<const Bench>> out;
  const std::span<const Bench> all(result.benches);
  for (std::size_t first = 0; first < all.size();) {
    std::size_t last = first;
    while (last < all.size() && all[last].subject == all[first].subject) ++last;
    out.push_back(all.subspan(first, last - first));
    first = last;
  }
  return out;
}

std::string subject_table(std::span<const Bench> benches) {
  std::string out = fmt::format("{:<20}", for_terminal(benches[0].subject));
  std::vector<std::string_view> undeclared;
  for (const Bench& bench : benches) {
    const std::string_view name = spec::row_of(bench.format).name;
    if (bench.declared)
      out += fmt::format("{:>8}", name);
    else
      undeclared.push_back(name);
  }
  out += "\n";
  const auto declared = std::ranges::find(benches, true, &Bench::declared);
  const std::size_t laws = declared == benches.end() ? 0 : declared->laws.size();
  for (std::size_t law = 0; law < laws; ++law) {
    std::string line = fmt::format("  {:<18}", declared->laws[law].law);
    bool asked = false;
    for (const Bench& bench : benches)
      if (bench.declared && law < bench.laws.size()) {
        line += fmt::format("{:>8}", cell(bench.laws[law]));
        asked |= bench.laws[law].standing != Standing::not_asked;
      }
    if (asked) out += line + "\n";
  }
  if (!undeclared.empty()) out += fmt::format("  not declared: {}\n", fmt::join(undeclared, " "));
  return out;
}

std::string failure_text(const Bench& bench, const LawTally& tally) {
  const gate::Broken& broken = *tally.first;
  std::string out = fmt::format("{} {} {} ({}): {}\n", for_terminal(bench.subject),
                                spec::row_of(bench.format).name, spec::name_of(broken.asked.op),
                                tally.law, broken.rule);
  if (!tally.note.empty()) out += "  " + for_terminal(tally.note) + "\n";
  out += fmt::format("  asked by {}: {}\n", broken.domain, for_terminal(broken.asked.why));
  out += fmt::format("  {}: expected {}, got {}\n", for_terminal(broken.finding.where),
                     for_terminal(broken.finding.expected), for_terminal(broken.finding.got));
  for (std::string_view rest = broken.explanation; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    out += fmt::format("  {}\n", for_terminal(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (!broken.lookalike.empty()) out += fmt::format("  {}\n", broken.lookalike);
  if (!broken.replay.empty()) out += fmt::format("  case: {}\n", broken.replay);
  return out;
}

}  // namespace

std::string gate_table(const gate::Result& result) {
  std::string out = fmt::format("level {}, seed {}; cells: cases that the law was asked of\n",
                                result.level, result.seed);
  for (const auto benches : by_subject(result)) out += subject_table(benches);
  return out;
}

std::string gate_failures(const gate::Result& result) {
  std::string out;
  for (const Bench& bench : result.benches) {
    for (const LawTally& tally : bench.laws)
      if (tally.first) out += failure_text(bench, tally);
    for (const std::string& shortfall : bench.shortfalls)
      out += fmt::format("{} {}: {}\n", for_terminal(bench.subject),
                         spec::row_of(bench.format).name, for_terminal(shortfall));
  }
  for (const std::string& shortfall : result.shortfalls) out += for_terminal(shortfall) + "\n";
  return out;
}

std::string gate_measurements(const gate::Result& result, const gate::SelfTest* selftest) {
  std::uint64_t cases = 0;
  std::uint64_t broken = 0;
  double seconds = 0.0;
  for (const Bench& bench : result.benches) {
    cases += bench.cases;
    seconds += bench.seconds;
    broken += static_cast<std::uint64_t>(
        std::ranges::count(bench.laws, Standing::fail, &LawTally::standing));
  }
  const auto line = [](std::string_view name, auto value) {
    return fmt::format(
        "<CTestMeasurement type=\"numeric/double\" name=\"tritproof {}\">{}</CTestMeasurement>\n",
        name, value);
  };
  std::string out =
      line("cases", cases) + line("broken laws", broken) + line("seconds of judging", seconds);
  if (selftest != nullptr) out += line("surviving wrong codecs", selftest->survivors());
  return out;
}

}  // namespace tritproof::cli
