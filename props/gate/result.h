// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "props/laws/law.h"

/// What a gate run found: one bench per (subject, format), one tally per law on it.
namespace tritproof::gate {

/// Bytes of the input around some that matter.
struct Window {
  std::string what;        ///< "code", "scale"
  std::uint64_t from = 0;  ///< offset of the first byte shown
  std::string hex;         ///< two digits a byte
  std::uint64_t mark = 0;  ///< offset of the first byte that matters
  std::uint64_t count = 1;
};

/// A law that was broken, with the case that broke it and the words for people.
struct Broken {
  laws::Case asked;
  laws::Finding finding;
  std::string domain;       ///< where the case came from
  std::string replay;       ///< the case on one line where it has one; else empty
  std::string rule;         ///< the rule that it is about: "T2-3"
  std::string explanation;  ///< place, bytes, bits, code, scale; several lines
  std::string lookalike;    ///< the mutant whose answer is the same; empty if none is
  /// Of decode: the unit with the first wrong weight, a row a string, a weight a character. '.'
  /// right, 'r' right and reserved, 'R' wrong and reserved, 's' wrong sign, 'z' became zero, 'x'
  /// wrong in another way.
  std::vector<std::string> picture = {};
  std::vector<Window> bytes = {};  ///< of decode: behind the first wrong weight
};

enum class Standing : std::uint8_t { pass, fail, known, not_asked };

/// One law on one bench.
struct LawTally {
  std::string_view law;
  std::uint64_t cases = 0;
  std::optional<Broken> first;
  Standing standing = Standing::not_asked;
  std::string note;  ///< owner and expiry of a known failure
};

/// One subject on one format.
struct Bench {
  std::string subject;
  spec::Format format = spec::Format::t2;
  bool declared = false;  ///< the subject answers some op of the format
  std::uint64_t cases = 0;
  std::uint64_t distinct = 0;
  std::vector<LawTally> laws;           ///< in the order of laws()
  std::vector<std::string> shortfalls;  ///< why the run proves too little
  double seconds = 0.0;

  [[nodiscard]] bool passed() const;
};

/// A whole run.
struct Result {
  std::uint64_t seed = 1;
  std::string level;
  std::vector<Bench> benches;           ///< by subject, then format
  std::vector<std::string> shortfalls;  ///< of the run as a whole

  [[nodiscard]] bool passed() const;
};

/// The shortfall of what was ended before its end.
inline constexpr std::string_view kCutShort = "interrupted: not all of it was asked";

constexpr std::string_view name_of(Standing standing) {
  constexpr std::string_view names[] = {"pass", "fail", "known", "not asked"};
  return names[static_cast<std::size_t>(standing)];
}

}  // namespace tritproof::gate
