// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/console.h"
#include "cli/gate_reports.h"

namespace tritproof::cli {
namespace {

using gate::Bench;
using gate::LawTally;
using gate::Standing;

std::string test_case(const Bench& bench, const LawTally& tally) {
  std::string out = fmt::format("    <testcase classname=\"{}.{}\" name=\"{}\" time=\"{:.3f}\"",
                                for_xml(bench.subject), spec::row_of(bench.format).name, tally.law,
                                bench.seconds / static_cast<double>(laws::laws().size()));
  if (tally.standing == Standing::pass) return out + "/>\n";
  if (tally.standing == Standing::known || tally.standing == Standing::not_asked)
    return out + fmt::format("><skipped message=\"{}\"/></testcase>\n",
                             for_xml(tally.note.empty() ? "not asked" : tally.note));
  const gate::Broken& broken = *tally.first;
  return out + fmt::format(
                   "><failure message=\"{} {}\">{}: expected {}, got {}\n{}\n{}</failure>"
                   "</testcase>\n",
                   broken.rule, tally.law, for_xml(broken.finding.where),
                   for_xml(broken.finding.expected), for_xml(broken.finding.got),
                   for_xml(broken.explanation), for_xml(broken.lookalike));
}

std::string shortfall_case(std::string_view name, const std::string& what) {
  return fmt::format(
      "    <testcase classname=\"{}\" name=\"enough was asked\" time=\"0\"><failure "
      "message=\"{}\"/></testcase>\n",
      for_xml(name), for_xml(what));
}

struct Suite {
  std::string body;
  std::uint64_t tests = 0;
  std::uint64_t failures = 0;
  std::uint64_t skipped = 0;
  double seconds = 0.0;
};

void add_bench(const Bench& bench, Suite& suite) {
  for (const LawTally& tally : bench.laws) {
    ++suite.tests;
    suite.failures += tally.standing == Standing::fail ? 1 : 0;
    suite.skipped +=
        tally.standing == Standing::known || tally.standing == Standing::not_asked ? 1 : 0;
    suite.body += test_case(bench, tally);
  }
  for (const std::string& shortfall : bench.shortfalls) {
    ++suite.tests;
    ++suite.failures;
    suite.body += shortfall_case(bench.subject, shortfall);
  }
  suite.seconds += bench.seconds;
}

std::string wrapped(std::string_view name, const Suite& suite) {
  return fmt::format(
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" "
      "skipped=\"{}\" time=\"{:.3f}\">\n{}  </testsuite>\n",
      for_xml(name), suite.tests, suite.failures, suite.skipped, suite.seconds, suite.body);
}

Suite suite_of(const gate::SelfTest& selftest) {
  Suite suite;
  for (const gate::Kill& kill : selftest.kills) {
    ++suite.tests;
    suite.failures += kill.law.empty() ? 1 : 0;
    suite.body +=
        fmt::format("    <testcase classname=\"selftest.{}\" name=\"{}\" time=\"0\"{}\n",
                    spec::row_of(kill.mutant->format).name, kill.mutant->id,
                    kill.law.empty() ? "><failure message=\"survives\"/></testcase>" : "/>");
  }
  for (const std::string& shortfall : selftest.shortfalls) {
    ++suite.tests;
    ++suite.failures;
    suite.body += shortfall_case("selftest", shortfall);
  }
  return suite;
}

}  // namespace

std::string gate_junit(const gate::Result& result, const gate::SelfTest* selftest) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"tritproof\">\n";
  Suite suite;
  for (std::size_t i = 0; i < result.benches.size(); ++i) {
    add_bench(result.benches[i], suite);
    if (i + 1 < result.benches.size() && result.benches[i + 1].subject == result.benches[i].subject)
      continue;
    out += wrapped(result.benches[i].subject, suite);
    suite = {};
  }
  for (const std::string& shortfall : result.shortfalls) {
    ++suite.tests;
    ++suite.failures;
    suite.body += shortfall_case("gate", shortfall);
  }
  if (suite.tests != 0) out += wrapped("gate", suite);
  if (selftest != nullptr) out += wrapped("selftest", suite_of(*selftest));
  return out + "</testsuites>\n";
}

}  // namespace tritproof::cli
