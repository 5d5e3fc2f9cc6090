// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hw/host/run_types.h"

/// The lines of a resume file as values, apart from any file system.
namespace tritproof::host {

/// What must be the same for a run to go on. Any bytes; empty where there is none.
struct RunIdentity {
  std::string suite;      ///< digest of the vectors
  std::string level;      ///< smoke, core, full
  std::string items;      ///< digest of the ids in their order
  std::string runner;     ///< runner_digest
  std::string hello;      ///< the child's, as encode_hello writes it
  std::string challenge;  ///< hex

  friend bool operator==(const RunIdentity&, const RunIdentity&) = default;
};

/// The field that differs, with both values where they are short; empty if none does.
[[nodiscard]] std::string difference(const RunIdentity& then, const RunIdentity& now);

/// What earlier sessions left.
struct Kept {
  std::map<std::size_t, ItemResult> results;    ///< by index of the item
  std::map<std::size_t, unsigned> interrupted;  ///< how often a session ended during an item
  std::vector<Restart> restarts;
  std::vector<std::string> quarantined;
  std::vector<std::string> transcripts;  ///< the last digest of each session
  std::uint64_t children = 0;
  std::uint64_t sessions = 0;
};

struct ResumeText {
  RunIdentity identity;
  Kept kept;
  std::size_t good_bytes = 0;  ///< where the next line belongs: a torn last line is not counted
};

/// Lines of the file: a word, fields in percent encoding, a check sum.
[[nodiscard]] std::string identity_lines(const RunIdentity& identity);
[[nodiscard]] std::string session_line();
[[nodiscard]] std::string asking_line(std::size_t index);
[[nodiscard]] std::string released_line(std::size_t index);  ///< not the item's fault
[[nodiscard]] std::string result_line(std::size_t index, const ItemResult& result);
[[nodiscard]] std::string child_line(std::uint64_t child);       ///< the first of a session
[[nodiscard]] std::string restart_line(const Restart& restart);  ///< all others
[[nodiscard]] std::string quarantine_line(std::string_view id);
[[nodiscard]] std::string transcript_line(std::string_view digest);

/// The error is a sentence: not such a file, or the line that is damaged although others follow.
[[nodiscard]] std::expected<ResumeText, std::string> parse_resume(std::string_view text);

}  // namespace tritproof::host
