// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw/host/caretaker.h"
#include "hw/host/device_run.h"
#include "hw/host/resume.h"
#include "hw/host/transcript.h"

namespace tritproof::host {

/// Takes a job from its first item to its last: who is asked what, and what becomes of it.
class Session {
 public:
  /// `resume` may be null. All are borrowed and outlive the session.
  Session(const Job& job, const RunOptions& options, Caretaker& care, ResumeFile* resume,
          const Transcript& transcript)
      : job_(job), options_(options), care_(care), resume_(resume), transcript_(transcript) {}

  [[nodiscard]] std::expected<RunReport, RunTrouble> run();

 private:
  void adopt();
  void settle(std::size_t index);
  [[nodiscard]] Unasked excluded(std::size_t index) const;
  [[nodiscard]] Outcome put(std::size_t index, ItemResult& result);
  [[nodiscard]] Asked ask(std::size_t index);
  void judge(std::size_t index, const Outcome& outcome, ItemResult& result);
  [[nodiscard]] bool repeat(std::size_t index, const Outcome& first, ItemResult& result);
  void after_death(std::size_t index, ItemResult& result);
  void look_into_crash(std::size_t index, ItemResult& result);
  void bisect(std::size_t index, std::span<const std::size_t> before, ItemResult& result);
  [[nodiscard]] bool fresh(std::size_t index, std::string_view why);
  void keep(std::size_t index, const ItemResult& result, const Outcome* outcome);
  void write(std::string_view line);
  void write_restarts();
  void quarantine(std::size_t index);
  void release(std::size_t index);
  void fail(RunFault fault, std::string what);
  void finish();
  [[nodiscard]] const std::string& id(std::size_t index) const { return job_.items[index].id; }

  const Job& job_;
  const RunOptions& options_;
  Caretaker& care_;
  ResumeFile* resume_;
  const Transcript& transcript_;
  RunReport report_;
  std::optional<RunTrouble> broken_;  // the first thing that ends the run
  Bytes payload_;                     // of the item that is asked now
  std::vector<std::size_t> history_;  // what this child has answered, in order
  Bytes previous_;                    // the answer before this one
  std::string previous_id_;
  std::uint64_t children_before_ = 0;  // of earlier sessions
  std::size_t restarts_written_ = 0;
  unsigned bisected_ = 0;
  bool stopped_ = false;
};

}  // namespace tritproof::host
