// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/ledger.h"

#include <algorithm>
#include <tuple>

namespace tritproof::reference {

bool Ledger::insert(std::vector<spec::Place>& places, const spec::Place& place) {
  const auto key = [](const spec::Place& p) { return std::tuple(p.byte, p.bit); };
  const auto at = std::ranges::upper_bound(places, key(place), {}, key);
  if (places.size() == spec::kMaxPlaces && at == places.end()) return false;
  places.insert(at, place);
  if (places.size() > spec::kMaxPlaces) places.pop_back();
  return true;
}

std::optional<spec::Refusal> Ledger::first() const {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.count == 0) continue;
    return spec::Refusal{static_cast<spec::RefusalName>(i),
                         entry.count,
                         entry.places,
                         {},
                         entry.words.expected,
                         entry.words.got};
  }
  return std::nullopt;
}

spec::Result<void> verdict(const Ledger& ledger) {
  if (auto refusal = ledger.first()) return std::unexpected(*std::move(refusal));
  return {};
}

}  // namespace tritproof::reference
