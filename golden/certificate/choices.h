// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "golden/vector.h"

/// Which known choice a wrong answer follows: it explains a failure and never excuses it.
namespace tritproof::golden {

inline constexpr std::string_view kConforming = "conforming";

/// A recorded policy of golden/fingerprint.h, as it shows in whole answers.
struct ChoiceRow {
  std::string_view key;    ///< "reserved"
  std::string_view value;  ///< "plus2"
  /// What an implementation of that choice answers; nothing where it makes no difference.
  std::optional<Bytes> (*answer)(const Question& question, std::span<const std::uint8_t> payload);

  [[nodiscard]] std::string name() const { return std::string(key) + "=" + std::string(value); }
};

/// In the order in which they are tried.
std::span<const ChoiceRow> choices();

/// The first choice whose answer equals this one (NaNs canonical), or null.
const ChoiceRow* choice_of(const Question& question, std::span<const std::uint8_t> payload,
                           const Bytes& answer);

}  // namespace tritproof::golden
