// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/recorder.h"

#include "golden/certificate/choices.h"
#include "golden/certificate/fields.h"
#include "golden/certificate/probed.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {

Seen seen_of(const Vector& vector, const Outcome& outcome) {
  Seen seen;
  if (const auto* trouble = std::get_if<Trouble>(&outcome)) {
    seen.verdict = trouble->verdict;
    seen.what = kept_text(trouble->what);
    return seen;
  }
  const Judged judged = judge_outcome(vector, outcome);
  seen.verdict = judged.verdict;
  seen.what = kept_text(judged.what);
  if (const auto* bytes = std::get_if<Bytes>(&outcome))
    seen.answer = AnswerSeen{sha256_hex(*bytes), judged.sha256, bytes->size()};
  if (const auto* refusal = std::get_if<spec::Refusal>(&outcome)) {
    seen.refusal = RefusalSeen{refusal->name, refusal->count, std::nullopt};
    if (!refusal->places.empty()) seen.refusal->place = refusal->places.front();
  }
  return seen;
}

std::string policy_text(const Vector& vector, std::span<const std::uint8_t> payload,
                        const Seen& seen, const Bytes* answer) {
  if (seen.verdict == Verdict::pass) return std::string(kConforming);
  if (seen.verdict != Verdict::mismatch || answer == nullptr) return {};
  const ChoiceRow* const choice = choice_of(vector.question, payload, *answer);
  return choice == nullptr ? std::string() : choice->name();
}

std::expected<bool, std::string> Recorder::keep(std::size_t index, const host::ItemResult& result,
                                                const Outcome& outcome) {
  if (ask_.stop()) return std::unexpected("interrupted");
  const bool passed = result.verdict == Verdict::pass;
  Bytes input;
  if (!passed) {
    auto made = payload(index);
    if (!made) return std::unexpected(made.error());
    input = *std::move(made);
  }
  ResultLine line = line_of(index, result, outcome, input);
  const auto* const bytes = std::get_if<Bytes>(&outcome);
  if (bytes != nullptr && is_probe(line.id))
    probed_.insert_or_assign(line.seen.answer->sha256, *bytes);
  if (writer_ != nullptr) {
    if (bytes != nullptr && is_kept_raw(ask_.thin, line))
      if (auto done = writer_->keep_output(line.seen.answer->sha256, *bytes); !done)
        return std::unexpected(done.error());
    if (auto done = writer_->keep_line(line); !done) return std::unexpected(done.error());
  }
  kept_.insert_or_assign(line.id, std::move(line));
  if (ask_.step) ask_.step(++done_, size());
  if (passed || result.verdict == Verdict::not_run) return false;
  if (ask_.failed) ask_.failed({vector(index), input, outcome, result.verdict, result.what});
  return ask_.stop_at_failure;
}

ResultLine Recorder::line_of(std::size_t index, const host::ItemResult& result,
                             const Outcome& outcome, std::span<const std::uint8_t> payload) {
  ResultLine line;
  line.id = vector(index).id;
  line.seen = seen_of(vector(index), outcome);
  // A repeat or a look at the device may have found more than this one answer shows.
  line.seen.verdict = result.verdict;
  line.seen.what = kept_text(result.what);
  line.policy = policy_text(vector(index), payload, line.seen, std::get_if<Bytes>(&outcome));
  line.microseconds = result.microseconds;
  line.child = result.child;
  return line;
}

std::expected<std::vector<ResultLine>, std::string> Recorder::lines(
    const std::vector<host::ItemResult>& results) const {
  std::vector<ResultLine> all;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const host::ItemResult& result = results[i];
    const std::string& id = vector(i).id;
    ResultLine line;
    line.id = id;
    line.seen.declared =
        result.unasked != host::Unasked::not_declared && result.unasked != host::Unasked::not_taken;
    line.seen.what = kept_text(result.what);
    if (result.unasked == host::Unasked::asked) {
      const auto found = kept_.find(id);
      const bool earlier =
          found == kept_.end() && writer_ != nullptr && writer_->earlier().contains(id);
      if (found == kept_.end() && !earlier)
        return std::unexpected("the evidence of " + id + " is not there");
      line = earlier ? writer_->earlier().at(id) : found->second;
    }
    all.push_back(std::move(line));
  }
  return all;
}

std::optional<Bytes> Recorder::output(const std::string& sha256) const {
  const auto found = probed_.find(sha256);
  if (found != probed_.end()) return found->second;
  return writer_ == nullptr ? std::nullopt : writer_->output(sha256);
}

}  // namespace tritproof::golden
