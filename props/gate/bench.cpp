// SPDX-License-Identifier: Apache-2.0
#include "props/gate/bench.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>

#include "props/gate/explain.h"
#include "props/properties/property.h"
#include "props/properties/quotas.h"

namespace tritproof::gate {
namespace {

using laws::Case;

constexpr std::string_view kStored = "stored cases";

/// One subject among those that are asked in step.
struct Lane {
  Lane(const laws::Pair& whose, spec::Format format)
      : pair(whose),
        subject(*whose.subject),
        bench{std::string(subject.name()), format, false, 0, 0, {}, {}, 0.0},
        tallier(subject, *whose.judge, bench) {
    bench.declared = !props::shares(subject, format, 1).empty();
  }

  laws::Pair pair;
  Subject& subject;
  Bench bench;
  Tallier tallier;
  bool answers = true;
};

/// The lanes of one format, and what is put to all of them.
class InStep {
 public:
  InStep(std::span<const laws::Pair> pairs, spec::Format format, const Budget& budget)
      : judges_(laws::judges_of(pairs)), format_(format), budget_(budget) {
    for (const laws::Pair& pair : pairs) lanes_.emplace_back(pair, format);
  }

  void through_domains() {
    for (const Case& asked : budget_.stored)
      if (asked.format == format_) put(asked, kStored);
    for (const props::Domain& domain : props::exhaustive_domains())
      if (domain.applies(format_) &&
          std::ranges::any_of(lanes_, [this](const Lane& lane) { return goes_on(lane); }))
        domain.enumerate(format_, budget_.level, budget_.seed,
                         [&](const Case& asked) { return put(asked, domain.name); });
  }

  // Subjects that are asked the same number of cases of an op go in step.
  void through_properties() {
    std::map<std::pair<spec::Op, std::uint64_t>, std::vector<Lane*>> groups;
    for (Lane& lane : lanes_)
      if (lane.answers)
        for (const auto& [op, cases] : props::shares(lane.subject, format_, budget_.property_cases))
          groups[{op, cases}].push_back(&lane);
    for (auto& [what, group] : groups)
      if (!budget_.stop()) properties(what.first, what.second, group);
  }

  std::vector<Bench> take(double seconds) {
    std::vector<Bench> benches;
    for (Lane& lane : lanes_) {
      Bench& bench = lane.bench;
      if (bench.declared && budget_.stop())
        bench.shortfalls = {std::string(kCutShort)};
      else if (bench.declared && bench.cases == 0)
        bench.shortfalls.emplace_back("no case was put to the subject");
      for (LawTally& tally : bench.laws)
        tally.standing = tally.first        ? Standing::fail
                         : tally.cases == 0 ? Standing::not_asked
                                            : Standing::pass;
      bench.seconds = seconds / static_cast<double>(lanes_.size());
      benches.push_back(std::move(bench));
    }
    return benches;
  }

 private:
  [[nodiscard]] bool goes_on(const Lane& lane) const {
    return lane.answers && lane.bench.declared && lane.bench.cases < budget_.most_requests;
  }

  bool put(const Case& asked, std::string_view domain) {
    if (budget_.stop()) return false;
    laws::Put one(asked, judges_);
    bool wanted = false;
    for (Lane& lane : lanes_) {
      if (!goes_on(lane)) continue;
      if (lane.subject.declares(asked.op, asked.format) && lane.subject.takes(asked.request()))
        lane.answers = lane.tallier.take(one, domain);
      wanted = wanted || goes_on(lane);
    }
    return wanted;
  }

  void properties(spec::Op op, std::uint64_t cases, const std::vector<Lane*>& group) {
    props::PropertyOptions options;
    options.seed = budget_.seed;
    options.cases = cases;
    options.stop = budget_.stop;
    std::vector<laws::Pair> pairs;
    for (const Lane* lane : group) pairs.push_back(lane->pair);
    auto reports = props::run_properties(pairs, op, format_, options);
    for (std::size_t i = 0; i < group.size(); ++i) add(op, std::move(reports[i]), *group[i]);
  }

  static void add(spec::Op op, props::PropertyReport report, Lane& lane) {
    Bench& bench = lane.bench;
    bench.cases += report.cases;
    bench.distinct += report.distinct;
    for (std::size_t law = 0; law < report.laws_asked.size(); ++law)
      bench.laws[law].cases += report.laws_asked[law];
    for (const std::string& shortfall : report.shortfalls)
      bench.shortfalls.push_back(std::string(spec::name_of(op)) + ": " + shortfall);
    if (report.failure)
      lane.tallier.broke({report.failure->minimal,
                          report.failure->finding,
                          "properties",
                          report.failure->replay_line,
                          {},
                          {},
                          {}});
  }

  std::vector<Subject*> judges_;
  spec::Format format_;
  const Budget& budget_;
  std::deque<Lane> lanes_;  // their talliers hold on to their benches
};

}  // namespace

Budget budget_of(props::Level level, std::uint64_t seed, bool piped) {
  Budget budget;
  budget.seed = seed;
  budget.level = piped && level == props::Level::core ? props::Level::smoke : level;
  const bool full = level == props::Level::full;
  if (level == props::Level::smoke)
    budget.property_cases = piped ? 200 : 1000;
  else if (piped)
    budget.property_cases = full ? 5000 : 1000;
  else
    budget.property_cases = full ? 100000 : 10000;
  if (piped) budget.most_requests = full ? 5000 : 1000;
  return budget;
}

Tallier::Tallier(Subject& subject, Subject& judge, Bench& bench)
    : subject_(subject), judge_(judge), bench_(bench) {
  for (const laws::Law& law : laws::laws()) bench_.laws.push_back({law.name, 0, {}, {}, {}});
}

bool Tallier::take(const Case& asked, std::string_view domain) {
  laws::Put put(asked, judge_);
  return take(put, domain);
}

bool Tallier::take(laws::Put& put, std::string_view domain) {
  const Outcome& got = put.answer_of(subject_);
  // Where the judge has no answer, laws that need one do not apply.
  const bool judged = judge_.declares(put.asked.op, put.asked.format);
  const laws::Trial trial{put.asked, subject_, judge_, judged ? put.answer_of(judge_) : got, got};
  const std::uint64_t index = bench_.cases++;
  if (hashes_.insert(put.hash).second) ++bench_.distinct;
  for (std::size_t law = 0; law < bench_.laws.size(); ++law)
    if (index % laws::laws()[law].stride == 0 && !judge_law(law, trial, domain) && stop_at_first)
      return false;
  return !std::holds_alternative<Trouble>(got);
}

bool Tallier::judge_law(std::size_t number, const laws::Trial& trial, std::string_view domain) {
  const laws::Law& law = laws::laws()[number];
  LawTally& tally = bench_.laws[number];
  if (tally.first || !law.applies(trial)) return true;
  ++tally.cases;
  laws::Verdict verdict = law.holds(trial);
  if (!verdict) return true;
  verdict->law = law.name;
  broke({trial.asked, *std::move(verdict), std::string(domain), {}, {}, {}, {}});
  return false;
}

void Tallier::broke(Broken broken) {
  any_broken_ = true;
  const auto tally = std::ranges::find(bench_.laws, broken.finding.law, &LawTally::law);
  if (tally == bench_.laws.end()) return;
  // A shrunk case that fits on one line is worth more than a first one that is not stored.
  if (tally->first && (broken.replay.empty() || tally->first->domain == kStored)) return;
  if (explains && !stop_at_first) explain(broken, subject_, judge_);
  tally->first = std::move(broken);
}

Bench run_bench(Subject& subject, Subject& judge, spec::Format format, const Budget& budget) {
  const laws::Pair alone{&subject, &judge};
  return std::move(run_benches({&alone, 1}, format, budget).front());
}

std::vector<Bench> run_benches(std::span<const laws::Pair> pairs, spec::Format format,
                               const Budget& budget) {
  const auto start = std::chrono::steady_clock::now();
  InStep lanes(pairs, format, budget);
  lanes.through_domains();
  lanes.through_properties();
  return lanes.take(
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

}  // namespace tritproof::gate
