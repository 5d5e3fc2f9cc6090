// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "golden/suite.h"

/// Failures that somebody answers for until a day: {"waivers": [{"id" or "flag", "owner", "reason",
/// "expires"}]}.
namespace tritproof::golden {

inline constexpr std::size_t kMostWaiversBytes = std::size_t{1} << 20;

struct Waiver {
  std::string id;    ///< of one vector, or empty
  std::string flag;  ///< of all vectors flagged so, or empty
  std::string owner;
  std::string reason;
  std::string expires;  ///< YYYY-MM-DD, the last day on which it holds

  friend bool operator==(const Waiver&, const Waiver&) = default;
};

/// Strict; any order of keys and any spacing, since people write it. An empty owner, reason or
/// list, a day that is none, an unknown flag, id and flag together are refused.
std::expected<std::vector<Waiver>, Fault> parse_waivers(std::string_view text);

/// Whether it is about this vector, on any day.
bool waives(const Waiver& waiver, const Vector& vector);

/// Whether it still holds on `day` (YYYY-MM-DD).
bool holds_on(const Waiver& waiver, std::string_view day);

/// Whether the text is a day of the calendar, YYYY-MM-DD.
bool is_day(std::string_view text);

}  // namespace tritproof::golden
