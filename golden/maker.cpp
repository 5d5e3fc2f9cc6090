// SPDX-License-Identifier: Apache-2.0
#include "golden/maker.h"

#include <atomic>
#include <mutex>
#include <thread>
#include <tuple>
#include <utility>

#include "codec/subjects.h"
#include "golden/flags.h"
#include "golden/judge.h"
#include "golden/maker_answer.h"
#include "golden/maker_gathered.h"
#include "golden/maker_run.h"
#include "golden/maker_twins.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {
namespace {

constexpr unsigned kThreads = 2;

// The first name that no flag has, or nothing.
std::string unknown_flag(const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (flag_named(name) == nullptr) return name;
  return {};
}

std::expected<Finished, std::string> finish(const Draft& draft, const FindBlob& find,
                                            const Oracles& oracles) {
  const auto payload = make_bytes(draft.question.input, find);
  if (!payload) return std::unexpected("no payload: " + payload.error());
  if (auto unknown = unknown_flag(draft.question.flags); !unknown.empty())
    return std::unexpected("no flag " + unknown);
  auto answered = answer_of(draft, *payload, oracles);
  if (!answered) return std::unexpected(answered.error());
  Finished done;
  done.asked = asked_of(draft.question, *payload);
  done.vector = {"",
                 draft.question,
                 answered->sign,
                 draft.origin,
                 std::move(answered->expected),
                 sha256_hex(*payload)};
  Question& question = done.vector.question;
  question.flags = united_flags(question.flags, flags_shown(question, *payload));
  return done;
}

Refused interrupted() { return {"make", "interrupted", "not all was answered"}; }

// Answers drafts in two threads until one fails; of several failures the first in order is told.
class Answering {
 public:
  Answering(const MakerParts& parts, const Gathered& gathered, Subject* ggml,
            const std::map<std::string, Expected>* recorded,
            const std::function<bool(std::uint64_t)>& step)
      : parts_(parts), gathered_(gathered), ggml_(ggml), recorded_(recorded), step_(step) {}

  std::expected<std::vector<Finished>, Refused> run() {
    results_.resize(gathered_.drafts.size());
    {
      std::vector<std::jthread> threads;
      for (unsigned i = 0; i < kThreads; ++i) threads.emplace_back([this] { work(); });
    }
    for (std::size_t i = 0; i < results_.size(); ++i)
      if (!failures_[i].empty()) {
        const auto& [group, draft] = gathered_.drafts[i];
        return std::unexpected(Refused{std::string(group), draft.question.why, failures_[i]});
      }
    if (stopped_) return std::unexpected(interrupted());
    return std::move(results_);
  }

 private:
  void work() {
    const auto second = parts_.second(), reference = parts_.reference();
    const FindBlob find = gathered_.finder();
    const Oracles oracles{second.get(), reference.get(), ggml_, recorded_};
    for (std::size_t i = next_++; i < results_.size() && !failed_; i = next_++) {
      auto done = finish(gathered_.drafts[i].second, find, oracles);
      const std::lock_guard lock(mutex_);
      if (done)
        results_[i] = *std::move(done);
      else
        failures_[i] = done.error();
      failed_ = failed_ || !failures_[i].empty();
      if (step_ && !step_(++done_)) stopped_ = failed_ = true;
    }
  }

  const MakerParts& parts_;
  const Gathered& gathered_;
  Subject* ggml_;
  const std::map<std::string, Expected>* recorded_;
  const std::function<bool(std::uint64_t)>& step_;
  std::vector<Finished> results_;
  std::vector<std::string> failures_ = std::vector<std::string>(gathered_.drafts.size());
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> failed_ = false;
  std::atomic<bool> stopped_ = false;
  std::uint64_t done_ = 0;
  std::mutex mutex_;
};

std::expected<std::vector<FileVector>, Refused> read_files(const Gathered& gathered) {
  std::vector<FileVector> vectors;
  std::map<std::string, std::size_t> seen;
  for (const auto& [group, draft] : gathered.files) {
    const auto refused = [&](std::string what) {
      return std::unexpected(Refused{std::string(group), draft.question.why, std::move(what)});
    };
    const auto file = make_bytes(draft.question.input, gathered.finder());
    if (!file) return refused("no file: " + file.error());
    if (auto unknown = unknown_flag(draft.question.flags); !unknown.empty())
      return refused("no flag " + unknown);
    FileVector vector{id_of(draft.question), draft.question, draft.expected, sha256_hex(*file)};
    if (const Judged judged = judge_file(vector, *file); judged.verdict != Verdict::pass)
      return refused("the reader disagrees: " + judged.what);
    const auto [found, is_new] = seen.emplace(asked_of(draft.question, *file), vectors.size());
    if (is_new)
      vectors.push_back(std::move(vector));
    else
      merge(vectors[found->second].question, draft.question);
  }
  return vectors;
}

std::map<std::string, Expected> recorded_in(const Suite* frozen) {
  std::map<std::string, Expected> recorded;
  if (frozen == nullptr) return recorded;
  for (const Vector& vector : frozen->vectors)
    if (vector.origin == Origin::ggml) recorded.emplace(vector.id, vector.expected);
  return recorded;
}

}  // namespace

std::expected<Made, Refused> make_suite_of(const MakerParts& parts,
                                           const std::function<bool(std::uint64_t)>& step) {
  Gathered gathered;
  for (const Group& group : parts.groups) {
    if (step && !step(0)) return std::unexpected(interrupted());
    gathered.group = group.name;
    const std::size_t before = gathered.drafts.size() + gathered.files.size();
    group.draft(gathered);
    if (gathered.drafts.size() + gathered.files.size() == before)
      return std::unexpected(Refused{std::string(group.name), "", "the group asks nothing"});
  }
  const auto recorded = recorded_in(parts.frozen);
  std::optional<TakingTurns> ggml;
  if (parts.ggml != nullptr) ggml.emplace(*parts.ggml);
  auto finished = Answering(parts, gathered, ggml ? &*ggml : nullptr,
                            parts.frozen == nullptr ? nullptr : &recorded, step)
                      .run();
  if (!finished) return std::unexpected(finished.error());
  auto files = read_files(gathered);
  if (!files) return std::unexpected(files.error());

  Made made;
  made.suite.version = kSuiteVersion;
  made.suite.vectors = without_twins(*std::move(finished));
  made.suite.files = *std::move(files);
  for (Vector& vector : made.suite.vectors) vector.id = id_of(vector.question);
  made.suite.vectors = in_order(std::move(made.suite.vectors), [](const Vector& vector) {
    const Question& q = vector.question;
    return std::tuple(q.format, q.op, q.level);
  });
  made.suite.files = in_order(std::move(made.suite.files), [](const FileVector& vector) {
    return std::pair(vector.question.suffix, vector.question.level);
  });
  for (auto& [digest, bytes] : gathered.blobs) made.blobs.push_back(std::move(bytes));
  return made;
}

std::expected<Made, Refused> make_suite(Subject* ggml, const Suite* frozen,
                                        const std::function<bool(std::uint64_t)>& step) {
  return make_suite_of({groups(), make_second_subject, make_reference_subject, ggml, frozen}, step);
}

}  // namespace tritproof::golden
