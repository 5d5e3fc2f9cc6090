// SPDX-License-Identifier: Apache-2.0
#include "hw/host/session.h"

#include <algorithm>
#include <utility>

#include "hw/host/repeats.h"

namespace tritproof::host {
namespace {

constexpr unsigned kMostInterruptions = 3;
constexpr std::size_t kLongestText = 4096;

std::string words_for(Unasked reason) {
  switch (reason) {
    case Unasked::not_declared: return "the runner does not declare it";
    case Unasked::not_taken: return "it is outside what the runner says that it takes";
    case Unasked::quarantined: return "three sessions ended while it was asked";
    case Unasked::stopped: return "the run was stopped before it";
    default: return {};
  }
}

/// Whether the reason will be the same when the run goes on.
bool is_lasting(Unasked reason) {
  return reason == Unasked::not_declared || reason == Unasked::not_taken ||
         reason == Unasked::quarantined;
}

}  // namespace

std::expected<RunReport, RunTrouble> Session::run() {
  report_.results.resize(job_.items.size());
  adopt();
  for (std::size_t i = 0; i < job_.items.size() && !broken_; ++i)
    if (!report_.results[i].resumed) settle(i);
  if (!broken_) finish();
  if (broken_) return std::unexpected(std::move(*broken_));
  return std::move(report_);
}

/// Takes over what earlier sessions left.
void Session::adopt() {
  if (resume_ == nullptr) return;
  const Kept& kept = resume_->kept();
  for (const auto& [index, result] : kept.results) {
    if (index >= report_.results.size())
      return fail(RunFault::resume_damaged, "a result belongs to no item");
    report_.results[index] = result;
  }
  report_.restarts = kept.restarts;
  report_.quarantined = kept.quarantined;
  report_.transcripts = kept.transcripts;
  children_before_ = kept.children;
  write(child_line(children_before_ + care_.children()));
}

void Session::settle(std::size_t index) {
  ItemResult& result = report_.results[index];
  result.unasked = excluded(index);
  if (result.unasked == Unasked::asked) {
    write(asking_line(index));
    if (broken_) return;
    Outcome outcome = put(index, result);
    if (!broken_) keep(index, result, &outcome);
    if (broken_) release(index);
    if (auto* const bytes = std::get_if<Bytes>(&outcome)) {
      previous_ = std::move(*bytes);
      previous_id_ = id(index);
    }
    return;
  }
  const auto& given_up = care_.given_up();
  result.what = result.unasked == Unasked::restarts_spent || result.unasked == Unasked::device_lost
                    ? given_up->why
                    : words_for(result.unasked);
  if (result.unasked == Unasked::quarantined) quarantine(index);
  if (is_lasting(result.unasked)) keep(index, result, nullptr);
}

/// Why an item is not to be asked; `asked` if it is.
Unasked Session::excluded(std::size_t index) const {
  const Request& request = job_.items[index].request;
  if (!care_.declares(request)) return Unasked::not_declared;  // FRAME-10
  if (stopped_) return Unasked::stopped;
  if (care_.given_up()) return care_.given_up()->reason;
  if (!care_.takes(request)) return Unasked::not_taken;  // FRAME-4
  if (resume_ == nullptr) return Unasked::asked;
  const auto& interrupted = resume_->kept().interrupted;
  const auto found = interrupted.find(index);
  const bool killer = found != interrupted.end() && found->second >= kMostInterruptions;
  return killer ? Unasked::quarantined : Unasked::asked;
}

/// Asks an item, judges, asks again where that is due, and looks after the child.
Outcome Session::put(std::size_t index, ItemResult& result) {
  Asked asked = ask(index);
  if (broken_) return std::move(asked.outcome);
  result.microseconds = asked.microseconds;
  result.child = children_before_ + asked.child;
  result.times = 1;
  judge(index, asked.outcome, result);
  bool died = killed(asked.outcome);
  if (!died && is_repeated(id(index), options_.repeat_one_in))
    died = repeat(index, asked.outcome, result);
  if (!died) history_.push_back(index);
  if (died) after_death(index, result);
  result.what.resize(std::min(result.what.size(), kLongestText));
  return std::move(asked.outcome);
}

/// Without an input the run cannot go on: then the outcome means nothing.
Asked Session::ask(std::size_t index) {
  payload_ = {};
  auto payload = job_.payload(index);
  if (!payload) {
    fail(RunFault::no_payload, id(index) + ": " + payload.error());
    return {Trouble{Verdict::not_run, {}}, 0, 0};
  }
  payload_ = std::move(*payload);
  return care_.ask(job_.items[index].request, payload_);
}

void Session::judge(std::size_t index, const Outcome& outcome, ItemResult& result) {
  if (const auto* const trouble = std::get_if<Trouble>(&outcome)) {
    result.verdict = trouble->verdict;
    result.what = trouble->what;
    if (trouble->verdict != Verdict::not_run) return;
    result.unasked = Unasked::not_taken;  // it was never sent
    result.child = result.times = 0;
    return;
  }
  Judgement judged = job_.judge(index, payload_, outcome);
  result.verdict = judged.verdict;
  result.what = std::move(judged.what);
  result.digest = std::move(judged.digest);
  const auto* const bytes = std::get_if<Bytes>(&outcome);
  if (result.verdict == Verdict::pass || bytes == nullptr || bytes->empty()) return;
  if (*bytes != previous_) return;
  result.verdict = Verdict::mismatch;
  result.what = "it is the answer to " + previous_id_ + " once more, as a stale buffer has it; " +
                result.what;
}

/// Asks once more with other poison; true if the child did not survive that.
bool Session::repeat(std::size_t index, const Outcome& first, ItemResult& result) {
  if (std::holds_alternative<Trouble>(first)) return false;
  const Asked again = ask(index);
  if (broken_) return false;
  ++result.times;
  const auto differs = difference_between(first, again.outcome);
  if (!differs) return false;
  if (killed(again.outcome)) {
    judge(index, again.outcome, result);
    result.what = "asked a second time: " + result.what;
    result.digest.clear();
    return true;
  }
  if (!std::holds_alternative<Trouble>(again.outcome)) {
    const Judgement judged = job_.judge(index, payload_, again.outcome);
    if (judged.verdict == result.verdict && !judged.digest.empty() &&
        judged.digest == result.digest)
      return false;  // they differ only where the rules leave them free
  }
  result.verdict = Verdict::unstable;
  result.what = "asked twice, it answered differently: " + *differs +
                (result.what.empty() ? "" : "; first " + result.what);
  return false;
}

/// Hands a new result on, then writes it down: what is in the file has been kept by the caller.
void Session::keep(std::size_t index, const ItemResult& result, const Outcome* outcome) {
  if (job_.keep) {
    const auto next = job_.keep(index, result, outcome);
    if (!next) return fail(RunFault::not_kept, id(index) + ": " + next.error());
    stopped_ = stopped_ || *next == Job::Next::stop;
  }
  if (outcome != nullptr) write(result_line(index, result) + transcript_line(transcript_.digest()));
}

void Session::write(std::string_view line) {
  if (resume_ == nullptr || broken_) return;
  if (auto done = resume_->append(line); !done) broken_ = std::move(done.error());
}

/// Says that the run did not end by this item's fault, if that can still be said.
void Session::release(std::size_t index) {
  if (resume_ == nullptr) return;
  [[maybe_unused]] const auto done = resume_->append(released_line(index));
}

void Session::fail(RunFault fault, std::string what) {
  if (!broken_) broken_ = RunTrouble{fault, std::move(what)};
}

void Session::finish() {
  report_.farewell = care_.close();
  write(transcript_line(transcript_.digest()));
  if (care_.given_up()) report_.lost = care_.given_up()->why;
  report_.transcripts.push_back(transcript_.digest());
  report_.children = children_before_ + care_.children();
  report_.probes = care_.probes();
  report_.isolation = care_.isolation();
  report_.evidence = care_.evidence();
  report_.errors = care_.errors();
}

}  // namespace tritproof::host
