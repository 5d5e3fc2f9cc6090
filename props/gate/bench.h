// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <unordered_set>

#include "props/domain.h"
#include "props/gate/result.h"
#include "props/laws/put.h"

namespace tritproof::gate {

/// How much is asked.
struct Budget {
  props::Level level = props::Level::core;
  std::uint64_t seed = 1;
  std::uint64_t property_cases = 10000;             ///< distinct ones, over all ops of a format
  std::uint64_t most_requests = ~std::uint64_t{0};  ///< from the domains; a pipe is slow
  std::vector<laws::Case> stored;                   ///< asked first
  /// Asked between cases; true ends early, which is a shortfall.
  std::function<bool()> stop = [] { return false; };
};

/// The budget of a level, for subjects in this process or behind a pipe.
Budget budget_of(props::Level level, std::uint64_t seed, bool piped);

/// Puts a subject to all laws over stored cases, exhaustive domains and properties of one format.
/// A law that is broken is not asked again; a subject that fails to answer ends the bench.
Bench run_bench(Subject& subject, Subject& judge, spec::Format format, const Budget& budget);

/// The same for several subjects in step, a bench for each: a case is made once, and a judge is
/// asked it once. `seconds` is each one's even share.
std::vector<Bench> run_benches(std::span<const laws::Pair> pairs, spec::Format format,
                               const Budget& budget);

/// The tallies of one subject on one format while cases are put to it.
class Tallier {
 public:
  Tallier(Subject& subject, Subject& judge, Bench& bench);

  /// One case to all laws that are due. False once nothing is left to ask: the subject did not
  /// answer, or `stop_at_first` is set and a law is broken.
  bool take(laws::Put& put, std::string_view domain);
  /// The same for a case that is put to this subject alone.
  bool take(const laws::Case& asked, std::string_view domain);

  /// Notes a broken law that somebody else found.
  void broke(Broken broken);

  bool stop_at_first = false;
  bool explains = true;  ///< broken laws get their words, which asks the subject again
  [[nodiscard]] bool any_broken() const { return any_broken_; }

 private:
  bool judge_law(std::size_t law, const laws::Trial& trial, std::string_view domain);

  Subject& subject_;
  Subject& judge_;
  Bench& bench_;
  std::unordered_set<std::uint64_t> hashes_;
  bool any_broken_ = false;
};

}  // namespace tritproof::gate
