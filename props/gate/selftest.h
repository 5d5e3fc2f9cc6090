// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>

#include "props/gate/bench.h"
#include "props/mutants/mutants.h"

/// The harness on trial: every wrong codec must break a law.
namespace tritproof::gate {

struct Kill {
  const mutants::Mutant* mutant = nullptr;
  std::string law;          ///< that was broken first; empty for a survivor
  std::string domain;       ///< whose case did it
  std::uint64_t cases = 0;  ///< put to the mutant until then
  std::vector<std::string_view>
      bites;  ///< with `matrix`: every law that it breaks in the first cases
};

struct SelfTest {
  std::vector<Kill> kills;  ///< by mutant, in the catalogue's order
  /// Mutants that a law killed first or, with `matrix`, that it bites; laws without any have 0.
  std::map<std::string_view, std::uint64_t> by_law;
  std::vector<std::string>
      shortfalls;  ///< the control does not conform, the catalogue is too small

  [[nodiscard]] std::uint64_t survivors() const;
  [[nodiscard]] bool passed() const { return shortfalls.empty() && survivors() == 0; }
};

/// Least numbers of mutants, all and by rarity, below which the catalogue proves too little.
inline constexpr std::uint64_t kLeastMutants = 150;
inline constexpr std::uint64_t kLeastBelow1e3 = 30;
inline constexpr std::uint64_t kLeastBelow1e5 = 10;

struct SelfTestOptions {
  std::uint64_t seed = 1;
  unsigned threads = 1;  ///< that share the catalogue
  bool matrix = false;   ///< also ask which of all laws bite each mutant
  /// Asked between cases; true ends early: kills are then of the mutants that were tried to the
  /// end.
  std::function<bool()> stop = [] { return false; };
};

/// Puts mutants to the laws, smoke domains first, then core, then properties, until one breaks.
/// `step` is told how many are done.
SelfTest run_selftest(const SelfTestOptions& options,
                      const std::function<void(std::uint64_t)>& step);

/// The catalogue by op and format, the largest group first: what is asked in step.
std::vector<std::vector<const mutants::Mutant*>> mutant_groups();

/// Work that threads share: `task` gets each index below `count` once.
void share(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& task);

}  // namespace tritproof::gate
