// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "golden/suite.h"

/// Whether a stored set is sound: what no loader sees, and what no single vector shows.
namespace tritproof::golden {

// What a set must hold at least, or at most.
inline constexpr std::uint64_t kLeastVectors = 20000;
/// Vectors that differ in a length or a pattern only count once: see CheckReport::distinct.
inline constexpr std::uint64_t kLeastDistinct = 3000;
inline constexpr std::uint64_t kLeastBadPercent = 30;
inline constexpr std::uint64_t kMostSmokeBytes = 256u << 10;
inline constexpr std::uint64_t kMostCoreBytes = 16u << 20;
/// Larger payloads are sized, and made only when asked for.
inline constexpr std::uint64_t kMostCheckedBytes = 16u << 20;

/// A rule that vectors cannot show, and why.
struct Exempt {
  std::string_view rule;
  std::string_view why;
};
std::span<const Exempt> exempt_rules();

struct CheckOptions {
  bool pinned = true;
  bool everything = false;         ///< make model-sized payloads too
  std::vector<std::string> rules;  ///< all rules of spec/, by name
  std::function<void(std::uint64_t done, std::uint64_t all)> step;  ///< from several threads
  /// Asked between vectors, from several threads; true ends early, which is the fault
  /// "interrupted".
  std::function<bool()> stop = [] { return false; };
};

struct CheckReport {
  std::vector<Fault> faults;  ///< none: the set is sound
  std::string sha256;
  std::uint64_t vectors = 0;  ///< files included
  std::uint64_t sized = 0;    ///< payloads that were sized and not made
  std::uint64_t blobs = 0;
  std::map<std::string, std::array<std::uint64_t, 3>> by_format;  ///< vectors of each level alone
  std::array<std::uint64_t, 3> by_level{};
  std::array<std::uint64_t, 3> by_sign{};
  std::map<std::string, std::uint64_t> by_flag;
  std::map<std::string, std::uint64_t> by_rule;
  /// Different (format, op, rules, flags, outcome class), and those refused or counted as defects.
  std::uint64_t distinct = 0;
  std::uint64_t distinct_bad = 0;
  std::array<std::uint64_t, 3> bytes{};  ///< files that a level needs, those before it included
};

/// Faults: those of load_suite, and broken-recipe, wrong-input, wrong-flags, wrong-sign,
/// duplicate-question, interrupted, unknown-rule, unshown-rule, needless-exemption, unused-flag,
/// no-vectors, too-few, too-large, unused-blob, altered-file, missing-file.
CheckReport check_suite(const std::filesystem::path& folder, const CheckOptions& options);

}  // namespace tritproof::golden
