// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <expected>
#include <optional>
#include <string>

#include "spec/refusals.h"

namespace tritproof::reference {

/// Gathers everything that is wrong with an input and reports the one refusal that comes first
/// (REF-2), with how many there are and the lowest places (REF-3). Places may come in any order.
class Ledger {
 public:
  /// Notes one more fault. `describe` gives (expected, got) and is called for the first place only.
  template <std::invocable Describe>
  void add(spec::RefusalName name, const spec::Place& place, Describe describe) {
    Entry& entry = entries_[static_cast<std::size_t>(name)];
    ++entry.count;
    if (!insert(entry.places, place)) return;
    if (entry.places.front() == place) entry.words = describe();
  }

  /// The refusal that comes first, or nothing if there were no faults.
  [[nodiscard]] std::optional<spec::Refusal> first() const;

 private:
  struct Words {
    std::string expected;
    std::string got;
  };
  struct Entry {
    std::uint64_t count = 0;
    std::vector<spec::Place> places;
    Words words;
  };

  static bool insert(std::vector<spec::Place>& places, const spec::Place& place);

  std::array<Entry, spec::kRefusals.size()> entries_{};

 public:
  using Description = Words;
};

/// The ledger's refusal as an error, or success.
spec::Result<void> verdict(const Ledger& ledger);

}  // namespace tritproof::reference
