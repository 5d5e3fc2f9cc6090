// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "golden/suite.h"
#include "props/gate/result.h"
#include "props/mutants/mutants.h"

/// The stored vectors at work and on trial. They meet laws and mutants here: golden/ knows neither.
namespace tritproof::cli {

struct StoredVectors {
  golden::Suite suite;
  golden::FindBlob find;
};

/// The set of the tool, up to a level.
std::expected<StoredVectors, golden::Fault> load_vectors(golden::Level level);

/// One line for people: where, what was expected, what is there.
std::string text_of(const golden::Fault& fault);

/// A subject, who judges it, and its bench of one format.
struct Seat {
  Subject& subject;
  Subject& judge;
  gate::Bench& bench;
};

/// Puts every vector of the seats' one format to the subjects that take it, as their benches' last
/// line. An op that is declared and has no vector is a shortfall.
void judge_vectors(const StoredVectors& vectors, std::span<const Seat> seats);

/// The vectors of container files, put to the readers of this tool, as shortfalls of the run.
void judge_files(const StoredVectors& vectors, gate::Result& result);

/// Which vector caught a mutant first.
struct VectorKill {
  const mutants::Mutant* mutant = nullptr;
  std::string id;           ///< empty for a survivor
  std::uint64_t tried = 0;  ///< vectors until then
};

struct VectorTrial {
  std::vector<VectorKill> kills;        ///< by mutant, in the catalogue's order
  std::vector<std::string> shortfalls;  ///< too few caught, a flag's claim not kept

  [[nodiscard]] std::uint64_t survivors() const;
};

/// Share of all mutants that vectors alone must catch, in percent.
inline constexpr std::uint64_t kLeastCaught = 98;

/// Puts every mutant to the vectors of its op and format until one catches it, and the control to
/// all of them.
VectorTrial put_vectors_on_trial(const StoredVectors& vectors, unsigned threads);

}  // namespace tritproof::cli
