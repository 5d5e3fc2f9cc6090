// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/gate_reports.h"

namespace tritproof::cli {
namespace {

std::string_view name_of(mutants::Rarity rarity) {
  constexpr std::string_view names[] = {"", "< 1e-3", "< 1e-5"};
  return names[static_cast<std::size_t>(rarity)];
}

std::string line_of(const gate::Kill& kill, std::string_view vector) {
  return fmt::format("{:<6}{:<8}{:<9}{:<8}{:<15}{:<22}{:>7}  {:<31}{}{}\n", kill.mutant->id,
                     spec::row_of(kill.mutant->format).name, spec::name_of(kill.mutant->op),
                     name_of(kill.mutant->rarity), kill.law.empty() ? "SURVIVES" : kill.law,
                     kill.domain, kill.cases, vector, kill.mutant->sentence,
                     kill.mutant->fault.empty() ? "" : fmt::format(" [{}]", kill.mutant->fault));
}

}  // namespace

std::string selftest_summary(const gate::SelfTest& selftest) {
  std::string out =
      fmt::format("self-test: {} of {} wrong codecs caught\n",
                  selftest.kills.size() - selftest.survivors(), selftest.kills.size());
  for (const gate::Kill& kill : selftest.kills)
    if (kill.law.empty())
      out += fmt::format("  survivor {}: {} {}: {}\n", kill.mutant->id,
                         spec::row_of(kill.mutant->format).name, spec::name_of(kill.mutant->op),
                         kill.mutant->sentence);
  for (const std::string& shortfall : selftest.shortfalls) out += "  " + shortfall + "\n";
  return out;
}

std::string vector_summary(const VectorTrial& vectors) {
  if (vectors.kills.empty()) return {};
  std::string out = fmt::format("vectors alone: {} of {} wrong codecs caught\n",
                                vectors.kills.size() - vectors.survivors(), vectors.kills.size());
  for (const VectorKill& kill : vectors.kills)
    if (kill.id.empty())
      out += fmt::format("  not {}: {} {}: {}\n", kill.mutant->id,
                         spec::row_of(kill.mutant->format).name, spec::name_of(kill.mutant->op),
                         kill.mutant->sentence);
  return out;
}

std::string selftest_table(const gate::SelfTest& selftest, const VectorTrial& vectors) {
  std::string out =
      fmt::format("{:<6}{:<8}{:<9}{:<8}{:<15}{:<22}{:>7}  {:<31}{}\n", "id", "format", "op",
                  "rarity", "killed by", "asked by", "cases", "first vector", "what is wrong");
  for (std::size_t i = 0; i < selftest.kills.size(); ++i) {
    const bool caught = i < vectors.kills.size() && !vectors.kills[i].id.empty();
    out += line_of(selftest.kills[i], caught ? std::string_view(vectors.kills[i].id) : "-");
  }
  out += "laws by the wrong codecs that they bite:\n";
  for (const auto& [law, kills] : selftest.by_law)
    out += fmt::format("  {:<18}{:>5}{}\n", law, kills, kills == 0 ? "  bites nothing" : "");
  return out;
}

}  // namespace tritproof::cli
