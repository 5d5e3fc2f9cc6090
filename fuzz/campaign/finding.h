// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/campaign/store.h"

/// What a target ended in, read from what it printed.
namespace tritproof::fuzz {

enum class Kind { finding, timeout, memory, leak };

/// The folder of a kind: "findings", "timeouts", "ooms", "leaks".
std::string_view folder_of(Kind kind);

struct Finding {
  Kind kind = Kind::finding;
  std::string target;
  std::string key;        ///< of a law that broke, or what a sanitizer or the engine calls it
  std::string story;      ///< lines for people, at most 16 KiB, without control bytes
  std::string case_line;  ///< the readable case, if the input is one
  std::filesystem::path folder{};  ///< where it is kept
  std::string replay;              ///< the command that shows it again
  std::uint64_t times = 1;
  std::string plain{};  ///< what the build without sanitizers made of it; empty: not asked
};

/// The finding in a target's log; nothing if there is none.
std::optional<Finding> finding_in(std::string_view log, std::string_view target);

/// Eight hex digits that tell short texts apart (FNV-1a).
std::string digest_of(std::string_view bytes);

/// A key as a file name: all but [A-Za-z0-9._-] percent-encoded, at most 210 bytes; of a long key
/// the beginning and a digest.
std::string file_name_of(std::string_view key);

/// Keeps a finding with its input as a folder of STATE: input, story.txt, finding.json, and
/// finding.case if there is a line. Sets `folder`.
Done keep_finding(const std::filesystem::path& state, Finding& finding,
                  const std::filesystem::path& input);

/// The finding that a folder of that kind holds; `times` is 0.
std::optional<Finding> read_finding(const std::filesystem::path& folder, Kind kind);

/// The findings that STATE holds, by folder.
std::vector<Finding> kept_findings(const std::filesystem::path& state);

}  // namespace tritproof::fuzz
