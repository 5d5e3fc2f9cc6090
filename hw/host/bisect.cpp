// SPDX-License-Identifier: Apache-2.0
#include "hw/host/bisect.h"

namespace tritproof::host {

std::expected<std::size_t, std::string> find_culprit(std::span<const std::size_t> history,
                                                     const CrashesAfter& crashes_after) {
  const std::string gave_up = "which earlier item it needs was not found in the time given";
  const auto all = crashes_after(history);
  if (!all) return std::unexpected(gave_up);
  if (!*all)
    return std::unexpected("after the same " + std::to_string(history.size()) +
                           " earlier items it answers too: the crash does not come every time");
  bool sure = history.size() == 1;
  while (history.size() > 1) {
    const std::size_t half = history.size() / 2;
    const auto late = crashes_after(history.subspan(half));
    if (!late) return std::unexpected(gave_up);
    sure = *late;
    history = *late ? history.subspan(half) : history.first(half);
  }
  const auto alone = sure ? std::optional(true) : crashes_after(history);
  if (!alone) return std::unexpected(gave_up);
  if (!*alone) return std::unexpected("it needs more than one earlier item");
  return history.front();
}

}  // namespace tritproof::host
