// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>

#include "fuzz/campaign/slice.h"
#include "fuzz/target.h"

/// All targets in turn on some cores, until the time is over and each has run something, or has
/// failed to twice. One thread; children do the work.
namespace tritproof::fuzz {

struct Plan {
  std::vector<const Target*> targets;
  std::filesystem::path programs;      ///< folder of the targets' programs
  std::filesystem::path dictionaries;  ///< folder of KIND.dict
  std::filesystem::path state;         ///< corpus/, findings/, …, work/
  std::chrono::seconds time{};
  unsigned jobs = 1;
  std::uint32_t seed = 1;
  bool first = false;   ///< end at the first finding
  std::string outside;  ///< command of an implementation to ask in place of our own
  std::filesystem::path
      plain;  ///< this tool, which replays findings without sanitizers; may be empty
  /// Writes what else a target starts from into FOLDER/TARGET, if set; false if it cannot.
  std::function<bool(const std::filesystem::path& folder, const Target& target)> more_seeds = {};
};

/// One target's part of this campaign.
struct Part {
  const Target* target = nullptr;
  std::uint64_t executions = 0;
  std::uint64_t edges = 0;
  double seconds = 0;   ///< of its turns
  double last_new = 0;  ///< seconds of the campaign at which edges last grew
  std::uint64_t turns = 0;
  std::size_t inputs = 0, bytes = 0;  ///< of its corpus at the end
  std::string trouble;                ///< the last one
  bool retired = false;               ///< it only ended in what is known
};

/// How it stands, for who watches.
struct Status {
  double seconds = 0, of_seconds = 0, since_new = 0;
  std::uint64_t executions = 0, edges = 0;
  double per_second = 0;  ///< of each core
  std::size_t bytes = 0;  ///< of all corpora
  std::size_t findings = 0;
  std::string running;  ///< targets whose turn it is
};

/// Edges over time.
struct Sample {
  double seconds = 0;
  std::uint64_t edges = 0, executions = 0;  ///< sums over all targets
};

struct Outcomes {
  std::vector<Part> parts;
  std::vector<Finding> findings;  ///< of this campaign; those kept before are added with times 0
  std::vector<Sample> samples;
  double seconds = 0;
  bool stopped = false;  ///< by a signal
  std::vector<std::string> shortfalls;

  /// Whether it may count as clean: every target executed something, nothing was found.
  [[nodiscard]] bool clean() const;
};

/// The seconds that a campaign needs so that each target has a turn.
std::chrono::seconds least_time(const Plan& plan);

/// Runs it. `stop` ends it early, with what was done saved; `show` gets the status each second. The
/// error says why it cannot run at all.
std::expected<Outcomes, std::string> run_campaign(const Plan& plan, const std::atomic<bool>& stop,
                                                  const std::function<void(const Status&)>& show);

}  // namespace tritproof::fuzz
