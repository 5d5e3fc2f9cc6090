// SPDX-License-Identifier: Apache-2.0
#include "props/gate/bench.h"

#include <algorithm>
#include <chrono>

#include "props/gate/explain.h"
#include "props/properties/property.h"
#include "props/properties/quotas.h"

namespace tritproof::gate {
namespace {

using laws::Case;

constexpr std::string_view kStored = "stored cases";

// FNV-1a over all that is asked.
std::uint64_t hash_of(const Case& asked) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&hash](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3u; };
  for (const std::uint64_t word :
       {static_cast<std::uint64_t>(asked.op), static_cast<std::uint64_t>(asked.format),
        asked.geometry.n, asked.geometry.k, asked.m, std::uint64_t{asked.flags.bf16},
        std::uint64_t{asked.flags.clamp}, static_cast<std::uint64_t>(asked.flags.layout),
        static_cast<std::uint64_t>(asked.flags.target.value_or(asked.format)),
        static_cast<std::uint64_t>(asked.flags.mode),
        static_cast<std::uint64_t>(asked.flags.narrowing)})
    add(word);
  for (const std::uint8_t byte : asked.input) add(byte);
  return hash;
}

void run_properties(Tallier& tallier, Subject& subject, Subject& judge, Bench& bench,
                    const Budget& budget) {
  for (const auto& [op, cases] : props::shares(subject, bench.format, budget.property_cases)) {
    props::PropertyOptions options;
    options.seed = budget.seed;
    options.cases = cases;
    props::PropertyReport report = props::run_property(subject, judge, op, bench.format, options);
    bench.cases += report.cases;
    bench.distinct += report.distinct;
    for (std::size_t law = 0; law < report.laws_asked.size(); ++law)
      bench.laws[law].cases += report.laws_asked[law];
    for (const std::string& shortfall : report.shortfalls)
      bench.shortfalls.push_back(std::string(spec::name_of(op)) + ": " + shortfall);
    if (report.failure)
      tallier.broke({report.failure->minimal,
                     report.failure->finding,
                     "properties",
                     report.failure->replay_line,
                     {},
                     {},
                     {}});
  }
}

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
  const Outcome got = subject_.answer(asked.request());
  const bool judged = judge_.declares(asked.op, asked.format);
  // Where the judge has no answer, laws that need one do not apply.
  const Outcome expected = judged ? judge_.answer(asked.request()) : got;
  const laws::Trial trial{asked, subject_, judge_, expected, got};
  const std::uint64_t index = bench_.cases++;
  if (hashes_.insert(hash_of(asked)).second) ++bench_.distinct;
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
  const auto start = std::chrono::steady_clock::now();
  Bench bench{std::string(subject.name()), format, false, 0, 0, {}, {}, 0.0};
  Tallier tallier(subject, judge, bench);
  bench.declared = !props::shares(subject, format, 1).empty();
  if (!bench.declared) return bench;
  bool going = true;
  const auto put = [&](const Case& asked, std::string_view domain) {
    if (subject.declares(asked.op, asked.format) && subject.takes(asked.request()))
      going = tallier.take(asked, domain);
    return going && bench.cases < budget.most_requests;
  };
  for (const Case& asked : budget.stored)
    if (asked.format == format && going) put(asked, kStored);
  for (const props::Domain& domain : props::exhaustive_domains())
    if (going && domain.applies(format))
      domain.enumerate(format, budget.level, budget.seed,
                       [&](const Case& asked) { return put(asked, domain.name); });
  if (going) run_properties(tallier, subject, judge, bench, budget);
  if (bench.cases == 0) bench.shortfalls.emplace_back("no case was put to the subject");
  for (LawTally& tally : bench.laws)
    tally.standing = tally.first        ? Standing::fail
                     : tally.cases == 0 ? Standing::not_asked
                                        : Standing::pass;
  bench.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return bench;
}

}  // namespace tritproof::gate
