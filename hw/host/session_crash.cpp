// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "hw/host/bisect.h"
#include "hw/host/session.h"

// What a session does after a child has died: find out more, and get a healthy one.

namespace tritproof::host {

void Session::after_death(std::size_t index, ItemResult& result) {
  if (result.verdict == Verdict::crash) look_into_crash(index, result);
  history_.clear();
  previous_.clear();
  if (broken_ || care_.given_up()) return;
  [[maybe_unused]] const bool up = care_.revive(id(index), name_of(result.verdict));
  write_restarts();
}

/// Asks the item alone in a new child: the crash comes again, or needs what was asked before.
void Session::look_into_crash(std::size_t index, ItemResult& result) {
  const std::vector<std::size_t> before = std::exchange(history_, {});
  if (!fresh(index, "to ask it alone")) {
    result.what += "; no new child could be started to ask it alone";
    return;
  }
  const Asked alone = ask(index);
  if (broken_) return;
  ++result.times;
  if (killed(alone.outcome)) {
    const auto& trouble = std::get<Trouble>(alone.outcome);
    result.what += "; alone in a new child too: " + std::string(name_of(trouble.verdict)) + ", " +
                   trouble.what;
    return quarantine(index);
  }
  if (before.empty()) {
    result.what += "; asked again in a new child it answers: the crash does not come every time";
    return;
  }
  result.what += "; alone in a new child it answers; ";
  bisect(index, before, result);
}

/// Searches the earlier item that it takes, with a bound on children and on time.
void Session::bisect(std::size_t index, std::span<const std::size_t> before, ItemResult& result) {
  if (bisected_++ >= options_.bisection.most) {
    result.what += "which earlier item it needs was not searched again";
    return;
  }
  const auto deadline = Clock::now() + options_.bisection.patience;
  unsigned left = options_.bisection.restarts;
  bool again = false;
  const auto crashes_after = [&](std::span<const std::size_t> items) -> std::optional<bool> {
    if (left == 0) return std::nullopt;
    --left;
    if (!fresh(index, "to find what makes it crash")) return std::nullopt;
    for (const std::size_t item : items)
      if (killed(ask(item).outcome) || broken_ || Clock::now() > deadline) return std::nullopt;
    const Asked last = ask(index);
    if (broken_) return std::nullopt;
    again = again || killed(last.outcome);
    return killed(last.outcome);
  };
  const auto culprit = find_culprit(before, crashes_after);
  if (again) quarantine(index);
  if (culprit) result.after = id(*culprit);
  result.what += culprit ? "it crashes after " + result.after : culprit.error();
}

bool Session::fresh(std::size_t index, std::string_view why) {
  const bool up = care_.fresh(id(index), why);
  write_restarts();
  return up;
}

/// The caretaker's restarts become ours, numbered over all sessions.
void Session::write_restarts() {
  for (; restarts_written_ < care_.restarts().size(); ++restarts_written_) {
    Restart restart = care_.restarts()[restarts_written_];
    restart.child += children_before_;
    write(restart_line(restart));
    report_.restarts.push_back(std::move(restart));
  }
}

void Session::quarantine(std::size_t index) {
  auto& all = report_.quarantined;
  if (std::ranges::find(all, id(index)) != all.end()) return;
  write(quarantine_line(id(index)));
  all.push_back(id(index));
}

}  // namespace tritproof::host
