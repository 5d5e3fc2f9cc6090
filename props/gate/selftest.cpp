// SPDX-License-Identifier: Apache-2.0
#include "props/gate/selftest.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "codec/subjects.h"
#include "props/properties/property.h"

namespace tritproof::gate {
namespace {

// One mutant through one level of the domains; true once a law is broken.
bool through_domains(Tallier& tallier, const mutants::Mutant& mutant, props::Level level) {
  for (const props::Domain& domain : props::exhaustive_domains()) {
    if (!domain.applies(mutant.format)) continue;
    domain.enumerate(mutant.format, level, 1, [&](const laws::Case& asked) {
      return asked.op != mutant.op || tallier.take(asked, domain.name);
    });
    if (tallier.any_broken()) return true;
  }
  return false;
}

void through_properties(Tallier& tallier, Subject& subject, Subject& judge,
                        const mutants::Mutant& mutant, std::uint64_t seed, Bench& bench) {
  props::PropertyOptions options;
  options.seed = seed;
  props::PropertyReport report =
      props::run_property(subject, judge, mutant.op, mutant.format, options);
  bench.cases += report.cases;
  if (report.failure)
    tallier.broke({report.failure->minimal, report.failure->finding, "properties", {}, {}, {}, {}});
}

Kill put_on_trial(const mutants::Mutant& mutant, std::uint64_t seed) {
  const auto subject = mutants::make_mutant(mutant);
  const auto judge = make_reference_subject();
  Bench bench{std::string(mutant.id), mutant.format, true, 0, 0, {}, {}, 0.0};
  Tallier tallier(*subject, *judge, bench);
  tallier.stop_at_first = true;
  if (!through_domains(tallier, mutant, props::Level::smoke) &&
      !through_domains(tallier, mutant, props::Level::core))
    through_properties(tallier, *subject, *judge, mutant, seed, bench);
  Kill kill{&mutant, {}, {}, bench.cases, {}};
  for (const LawTally& tally : bench.laws)
    if (tally.first) {
      kill.law = tally.law;
      kill.domain = tally.first->domain;
    }
  return kill;
}

// Laws go on being asked after the first is broken, over the first cases of the mutant's op.
std::vector<std::string_view> bites_of(const mutants::Mutant& mutant) {
  constexpr std::uint64_t kCasesADomain = 60;
  const auto subject = mutants::make_mutant(mutant);
  const auto judge = make_reference_subject();
  Bench bench{std::string(mutant.id), mutant.format, true, 0, 0, {}, {}, 0.0};
  Tallier tallier(*subject, *judge, bench);
  tallier.explains = false;
  for (const props::Domain& domain : props::exhaustive_domains())
    if (domain.applies(mutant.format))
      domain.enumerate(mutant.format, props::Level::smoke, 1,
                       [&, left = kCasesADomain](const laws::Case& asked) mutable {
                         return asked.op != mutant.op ||
                                (tallier.take(asked, domain.name) && --left != 0);
                       });
  std::vector<std::string_view> bites;
  for (const LawTally& tally : bench.laws)
    if (tally.first) bites.push_back(tally.law);
  return bites;
}

std::uint64_t count_rarity(mutants::Rarity least) {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      mutants::mutants(), [least](const mutants::Mutant& m) { return m.rarity >= least; }));
}

void check_catalogue(SelfTest& result) {
  const auto want = [&result](std::uint64_t least, std::uint64_t got, const char* what) {
    if (got < least)
      result.shortfalls.push_back("want " + std::to_string(least) + " mutants " + what + ", got " +
                                  std::to_string(got));
  };
  want(kLeastMutants, mutants::mutants().size(), "in all");
  want(kLeastBelow1e3, count_rarity(mutants::Rarity::below_1e3), "below 1e-3");
  want(kLeastBelow1e5, count_rarity(mutants::Rarity::below_1e5), "below 1e-5");
}

// The codec that mutants are edits of must conform, or kills would prove nothing.
void check_control(SelfTest& result) {
  const auto control = mutants::make_control();
  const auto judge = make_reference_subject();
  for (const spec::FormatRow& row : spec::kFormats) {
    Bench bench{"control", row.id, true, 0, 0, {}, {}, 0.0};
    Tallier tallier(*control, *judge, bench);
    tallier.stop_at_first = true;
    for (const props::Domain& domain : props::exhaustive_domains())
      if (domain.applies(row.id))
        domain.enumerate(row.id, props::Level::smoke, 1, [&](const laws::Case& asked) {
          return !control->declares(asked.op, asked.format) || tallier.take(asked, domain.name);
        });
    if (tallier.any_broken() || bench.cases == 0)
      result.shortfalls.push_back("the control does not conform on " + std::string(row.name));
  }
}

}  // namespace

std::uint64_t SelfTest::survivors() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(kills, [](const Kill& kill) { return kill.law.empty(); }));
}

void share(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& task) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) task(i);
  };
  std::vector<std::jthread> workers;
  for (unsigned i = 1; i < threads; ++i) workers.emplace_back(work);
  work();
}

SelfTest run_selftest(const SelfTestOptions& options,
                      const std::function<void(std::uint64_t)>& step) {
  SelfTest result;
  const auto all = mutants::mutants();
  result.kills.resize(all.size());
  std::atomic<std::uint64_t> done = 0;
  // The control alone takes as long as many mutants: it goes first.
  share(1 + all.size(), options.threads, [&](std::size_t i) {
    if (i == 0) return check_control(result);
    Kill& kill = result.kills[i - 1];
    kill = put_on_trial(all[i - 1], options.seed);
    if (options.matrix) kill.bites = bites_of(all[i - 1]);
    step(++done);
  });
  for (const laws::Law& law : laws::laws()) result.by_law[law.name] = 0;
  for (const Kill& kill : result.kills) {
    std::vector<std::string_view> bites = kill.bites;
    if (std::ranges::find(bites, kill.law) == bites.end()) bites.push_back(kill.law);
    for (const std::string_view law : bites)
      if (const auto row = result.by_law.find(law); row != result.by_law.end()) ++row->second;
  }
  check_catalogue(result);
  return result;
}

}  // namespace tritproof::gate
