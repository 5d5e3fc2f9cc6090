// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/tally.h"

#include <algorithm>
#include <set>

namespace tritproof::golden {
namespace {

std::string cell_of(const Vector& vector) {
  return std::string(spec::row_of(vector.question.format).name) + " " +
         std::string(spec::name_of(vector.question.op));
}

/// The first waiver that covers a failure takes it.
bool waive(const Vector& vector, std::vector<Waived>& waivers) {
  const auto found = std::ranges::find_if(waivers, [&vector](const Waived& waived) {
    return !waived.expired && waives(waived.waiver, vector);
  });
  if (found == waivers.end()) return false;
  found->ids.push_back(vector.id);
  return true;
}

void add_test(std::vector<TestResult>& tests, std::string name, ResultOf result) {
  const auto found = std::ranges::find(tests, name, &TestResult::name);
  if (found == tests.end())
    tests.push_back({std::move(name), result});
  else
    found->result = std::max(found->result, result);
}

}  // namespace

Tally tally(std::span<const Vector* const> vectors, std::span<const ResultLine> lines,
            std::span<const Waiver> waivers, std::string_view day, std::span<const Row> rows,
            std::uint64_t left_out) {
  Tally out;
  out.counts.left_out = left_out;
  for (const Waiver& waiver : waivers) out.waivers.push_back({waiver, !holds_on(waiver, day), {}});
  std::set<spec::Format> covered;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Seen& seen = lines[i].seen;
    if (!seen.declared) {
      ++out.counts.not_declared;
      continue;
    }
    ++out.counts.by_verdict[static_cast<std::size_t>(seen.verdict)];
    ResultOf result = seen.verdict == Verdict::pass ? ResultOf::passed : ResultOf::failed;
    if (seen.verdict != Verdict::not_run) covered.insert(vectors[i]->question.format);
    const bool failed = result == ResultOf::failed && seen.verdict != Verdict::not_run;
    if (failed && waive(*vectors[i], out.waivers)) {
      ++out.counts.waived;
      result = ResultOf::warned;
    }
    add_test(out.tests, cell_of(*vectors[i]), result);
  }
  out.counts.formats_covered = covered.size();
  for (const Row& row : rows)
    if (!row.command.empty())
      add_test(out.tests, "row " + row.name, row.holds() ? ResultOf::passed : ResultOf::failed);
  return out;
}

}  // namespace tritproof::golden
