// SPDX-License-Identifier: Apache-2.0
#include "props/gate/selftest.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <thread>

#include "codec/subjects.h"
#include "props/properties/property.h"

namespace tritproof::gate {
namespace {

/// A wrong codec among those of one op and format, which are asked in step.
struct Accused {
  Accused(const mutants::Mutant& which, Subject& judge)
      : mutant(which),
        subject(mutants::make_mutant(which)),
        bench{std::string(which.id), which.format, true, 0, 0, {}, {}, 0.0},
        tallier(*subject, judge, bench) {}

  const mutants::Mutant& mutant;
  std::unique_ptr<Subject> subject;
  Bench bench;
  Tallier tallier;
  bool answers = true;
};

using Group = std::vector<const mutants::Mutant*>;
using Stop = std::function<bool()>;

std::deque<Accused> accused_of(const Group& group, Subject& judge) {
  std::deque<Accused> all;  // their talliers hold on to their benches
  for (const mutants::Mutant* mutant : group) all.emplace_back(*mutant, judge);
  return all;
}

// Those that no law has caught, through one level of the domains.
void through_domains(std::deque<Accused>& all, Subject& judge, props::Level level,
                     const Stop& stop) {
  const auto [op, format] = std::pair(all.front().mutant.op, all.front().mutant.format);
  const auto free = [](const Accused& one) { return !one.tallier.any_broken(); };
  for (const props::Domain& domain : props::exhaustive_domains()) {
    if (!domain.applies(format) || std::ranges::none_of(all, free)) continue;
    domain.enumerate(format, level, 1, [&](const laws::Case& asked) {
      if (stop()) return false;
      if (asked.op != op) return true;
      laws::Put put(asked, judge);
      for (Accused& one : all)
        if (free(one) && one.answers) one.answers = one.tallier.take(put, domain.name);
      return std::ranges::any_of(all, free);
    });
    // One that does not answer is asked again by the next domain.
    for (Accused& one : all) one.answers = true;
  }
}

void through_properties(std::deque<Accused>& all, Subject& judge, const SelfTestOptions& how) {
  props::PropertyOptions options;
  options.seed = how.seed;
  options.stop = how.stop;
  options.shrink = false;
  std::vector<Accused*> left;
  std::vector<laws::Pair> pairs;
  for (Accused& one : all)
    if (!one.tallier.any_broken()) {
      left.push_back(&one);
      pairs.push_back({one.subject.get(), &judge});
    }
  if (left.empty()) return;
  const auto& [op, format] = std::pair(left.front()->mutant.op, left.front()->mutant.format);
  const auto reports = props::run_properties(pairs, op, format, options);
  for (std::size_t i = 0; i < left.size(); ++i) {
    left[i]->bench.cases += reports[i].cases;
    if (const auto& failure = reports[i].failure)
      left[i]->tallier.broke({failure->minimal, failure->finding, "properties", {}, {}, {}, {}});
  }
}

std::vector<Kill> put_on_trial(const Group& group, const SelfTestOptions& how) {
  const auto judge = make_reference_subject();
  std::deque<Accused> all = accused_of(group, *judge);
  for (Accused& one : all) one.tallier.stop_at_first = true;
  through_domains(all, *judge, props::Level::smoke, how.stop);
  through_domains(all, *judge, props::Level::core, how.stop);
  through_properties(all, *judge, how);
  std::vector<Kill> kills;
  for (const Accused& one : all) {
    Kill kill{&one.mutant, {}, {}, one.bench.cases, {}};
    for (const LawTally& tally : one.bench.laws)
      if (tally.first) {
        kill.law = tally.law;
        kill.domain = tally.first->domain;
      }
    kills.push_back(std::move(kill));
  }
  return kills;
}

// Laws go on being asked after the first is broken, over the first cases of the group's op.
void find_bites(const Group& group, std::span<Kill> kills, const Stop& stop) {
  constexpr std::uint64_t kCasesADomain = 60;
  const auto judge = make_reference_subject();
  std::deque<Accused> all = accused_of(group, *judge);
  const auto [op, format] = std::pair(group.front()->op, group.front()->format);
  for (Accused& one : all) one.tallier.explains = false;
  for (const props::Domain& domain : props::exhaustive_domains()) {
    if (!domain.applies(format)) continue;
    for (Accused& one : all) one.answers = true;
    domain.enumerate(format, props::Level::smoke, 1,
                     [&, left = kCasesADomain](const laws::Case& asked) mutable {
                       if (stop()) return false;
                       if (asked.op != op) return true;
                       laws::Put put(asked, *judge);
                       for (Accused& one : all)
                         if (one.answers) one.answers = one.tallier.take(put, domain.name);
                       return --left != 0;
                     });
  }
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const LawTally& tally : all[i].bench.laws)
      if (tally.first) kills[i].bites.push_back(tally.law);
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
void check_control(SelfTest& result, const Stop& stop) {
  const auto control = mutants::make_control();
  const auto judge = make_reference_subject();
  for (const spec::FormatRow& row : spec::kFormats) {
    Bench bench{"control", row.id, true, 0, 0, {}, {}, 0.0};
    Tallier tallier(*control, *judge, bench);
    tallier.stop_at_first = true;
    for (const props::Domain& domain : props::exhaustive_domains())
      if (domain.applies(row.id))
        domain.enumerate(row.id, props::Level::smoke, 1, [&](const laws::Case& asked) {
          return !stop() &&
                 (!control->declares(asked.op, asked.format) || tallier.take(asked, domain.name));
        });
    if (stop()) return;
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

std::vector<std::vector<const mutants::Mutant*>> mutant_groups() {
  std::map<std::pair<spec::Format, spec::Op>, Group> groups;
  for (const mutants::Mutant& mutant : mutants::mutants())
    groups[{mutant.format, mutant.op}].push_back(&mutant);
  std::vector<Group> all;
  for (auto& [what, group] : groups) all.push_back(std::move(group));
  std::ranges::sort(all, std::ranges::greater{}, &Group::size);
  return all;
}

SelfTest run_selftest(const SelfTestOptions& options,
                      const std::function<void(std::uint64_t)>& step) {
  SelfTest result;
  const auto all = mutants::mutants();
  result.kills.resize(all.size());
  const std::vector<Group> groups = mutant_groups();
  std::atomic<std::uint64_t> done = 0;
  // The control alone takes as long as many mutants: it goes first.
  share(1 + groups.size(), options.threads, [&](std::size_t i) {
    if (options.stop()) return;
    if (i == 0) return check_control(result, options.stop);
    const Group& group = groups[i - 1];
    std::vector<Kill> kills = put_on_trial(group, options);
    if (options.matrix) find_bites(group, kills, options.stop);
    if (options.stop()) return;  // who lives was not asked all
    for (Kill& kill : kills)
      result.kills[static_cast<std::size_t>(kill.mutant - all.data())] = std::move(kill);
    step(done += group.size());
  });
  if (options.stop()) {
    std::erase_if(result.kills, [](const Kill& kill) { return kill.mutant == nullptr; });
    result.shortfalls.emplace_back(kCutShort);
  }
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
