// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "codec/container/model.h"
#include "codec/container/refuse.h"
#include "fuzz/broken.h"

namespace tritproof::fuzz {

/// What the rules want of a file: nothing to refuse, or a rule with its refusal.
struct Wanted {
  std::string_view rule;
  std::optional<spec::RefusalName> refusal;
};

inline std::string name_of(spec::RefusalName name) { return std::string(spec::row_of(name).name); }

/// Ends in broken_law<law> unless a reader's answer is the wanted one. Bytes in memory can always
/// be read, and a refusal's places lie within them.
template <Name law>
void same_verdict(const Wanted& wanted, const container::Loaded<container::Model>& got,
                  std::uint64_t size) {
  const std::string rule(wanted.rule.empty() ? "rules" : wanted.rule);
  if (got && !wanted.refusal) return;
  if (got)
    broken_law<law>(rule + "/reads-" + name_of(*wanted.refusal) + "/-",
                    "a file that breaks " + rule + " is read");
  const auto* refusal = std::get_if<spec::Refusal>(&got.error());
  const std::string words = container::text_of(got.error());
  if (refusal == nullptr) broken_law<law>(rule + "/cannot-run/-", words);
  if (!wanted.refusal)
    broken_law<law>(rule + "/refuses-" + name_of(refusal->name) + "/-", "refused: " + words);
  if (refusal->name != *wanted.refusal)
    broken_law<law>(rule + "/" + name_of(refusal->name) + "-for-" + name_of(*wanted.refusal) + "/-",
                    words);
  for (const spec::Place& place : refusal->places)
    if (place.byte > size)
      broken_law<law>(rule + "/place/-", "a place beyond the file: " + std::to_string(place.byte));
}

}  // namespace tritproof::fuzz
