// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "props/laws/case.h"

/// What is put to the laws: named enumerations of cases, one format at a time.
namespace tritproof::props {

enum class Level : std::uint8_t { smoke, core, full };

/// An enumeration. The same format, level and seed give the same cases in the same order.
struct Domain {
  std::string_view name;      ///< as in reports: "scales x codes"
  std::string_view sentence;  ///< what it goes through, and why
  bool (*applies)(spec::Format format);
  /// Gives cases to `take` until they end or it answers false.
  void (*enumerate)(spec::Format format, Level level, std::uint64_t seed, const laws::Take& take);
};

/// The exhaustive tiers, in order, cheapest first: no luck in them.
std::span<const Domain> exhaustive_domains();

}  // namespace tritproof::props
