// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "golden/suite.h"

/// results.jsonl: what came back for each vector, one line each, in the order of the suite.
namespace tritproof::golden {

inline constexpr std::size_t kMostResultsBytes = std::size_t{256} << 20;
inline constexpr std::size_t kMostResultBytes = 16384;
/// Lines: the whole suite at full, and room.
inline constexpr std::size_t kMostResults = 1 << 18;

/// Answers beyond this are kept as a digest even in a certificate that keeps raw outputs.
inline constexpr std::uint64_t kMostRawBytes = std::uint64_t{64} << 20;

/// An answer by its digests: as it came, and with NaNs replaced (HALF-6).
struct AnswerSeen {
  std::string sha256;
  std::string canonical;
  std::uint64_t bytes = 0;

  friend bool operator==(const AnswerSeen&, const AnswerSeen&) = default;
};

/// A refusal as the subject named it; a subject behind a pipe gives no count and no place.
struct RefusalSeen {
  spec::RefusalName name{};
  std::uint64_t count = 0;
  std::optional<spec::Place> place;

  friend bool operator==(const RefusalSeen&, const RefusalSeen&) = default;
};

/// What a vector's verdict is drawn from.
struct Seen {
  bool declared = true;  ///< false: the subject does not declare the op or take the request
  Verdict verdict = Verdict::not_run;
  std::optional<AnswerSeen> answer;
  std::optional<RefusalSeen> refusal;
  std::string what;  ///< for people; of trouble, what was seen

  friend bool operator==(const Seen&, const Seen&) = default;
};

struct ResultLine {
  std::string id;
  Seen seen;
  /// "conforming", or the recorded policy that the answer follows ("reserved=plus2"), or empty.
  std::string policy;
  std::uint64_t microseconds = 0;
  std::uint64_t child = 0;  ///< which process answered, from 1; 0 in this one

  friend bool operator==(const ResultLine&, const ResultLine&) = default;
};

inline constexpr std::string_view kNotDeclared = "not-declared";

/// "pass", …, "not-run", or "not-declared".
constexpr std::string_view verdict_text(const Seen& seen) {
  return seen.declared ? name_of(seen.verdict) : kNotDeclared;
}

/// One line with its line feed.
std::string write_result(const ResultLine& line);

/// Strict: exactly what write_result writes; the place of a fault is the line.
std::expected<std::vector<ResultLine>, Fault> parse_results(std::string_view text);

/// One line without its line feed.
std::expected<ResultLine, Fault> parse_result(std::string_view line, const std::string& where);

}  // namespace tritproof::golden
