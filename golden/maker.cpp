// SPDX-License-Identifier: Apache-2.0
#include "golden/maker.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <tuple>
#include <utility>

#include "codec/subjects.h"
#include "golden/flags.h"
#include "golden/judge.h"
#include "golden/maker_answer.h"
#include "golden/maker_run.h"
#include "golden/sha256.h"

namespace tritproof::golden {
namespace {

constexpr unsigned kThreads = 2;

// What the groups put, in order, and the bytes that they keep.
class Gathered final : public Collector {
 public:
  void put(Draft draft) override { drafts.push_back({group, std::move(draft)}); }
  void put(FileDraft draft) override { files.push_back({group, std::move(draft)}); }
  Blob keep(Bytes bytes) override {
    const std::string digest = sha256_hex(bytes);
    const std::uint64_t size = bytes.size();
    blobs.emplace(digest, std::move(bytes));
    return {digest, size};
  }
  [[nodiscard]] FindBlob finder() const {
    return [this](const Blob& blob) -> std::expected<Bytes, std::string> {
      const auto found = blobs.find(blob.sha256);
      if (found == blobs.end()) return std::unexpected("no blob " + blob.sha256);
      return found->second;
    };
  }

  std::string_view group;  ///< whose turn it is
  std::vector<std::pair<std::string_view, Draft>> drafts;
  std::vector<std::pair<std::string_view, FileDraft>> files;
  std::map<std::string, Bytes> blobs;
};

// One child behind a pipe serves one thread at a time.
class TakingTurns final : public Subject {
 public:
  explicit TakingTurns(Subject& subject) : subject_(subject) {}
  [[nodiscard]] std::string_view name() const override { return subject_.name(); }
  [[nodiscard]] bool declares(spec::Op op, spec::Format format) const override {
    return subject_.declares(op, format);
  }
  [[nodiscard]] bool takes(const Request& request) const override {
    return subject_.takes(request);
  }
  [[nodiscard]] Outcome answer(const Request& request) override {
    const std::lock_guard turn(mutex_);
    return subject_.answer(request);
  }

 private:
  Subject& subject_;
  std::mutex mutex_;
};

// A vector before it is known whether the same thing was asked already.
struct Finished {
  Vector vector;
  std::string asked;  ///< digest of all that a subject sees
};

// Everything a subject sees of a question, so that no two vectors ask the same.
std::string asked_of(const Question& question, std::span<const std::uint8_t> payload) {
  const spec::Flags& o = question.options;
  Sha256 sha;
  for (const std::uint64_t number :
       {std::uint64_t(question.op), std::uint64_t(question.format), std::uint64_t(o.bf16),
        std::uint64_t(o.clamp), std::uint64_t(o.layout),
        o.target ? std::uint64_t(*o.target) : std::uint64_t{0}, std::uint64_t(o.mode),
        std::uint64_t(o.narrowing), question.geometry.n, question.geometry.k, question.m})
    sha.update(std::to_string(number) + ",");
  sha.update(payload);
  return sha.finish_hex();
}

std::string asked_of(const FileQuestion& question, std::span<const std::uint8_t> file) {
  Sha256 sha;
  sha.update(question.suffix + ",");
  if (question.shape)
    sha.update(std::to_string(question.shape->n) + "x" + std::to_string(question.shape->k) + ",");
  if (question.id42) sha.update(spec::row_of(*question.id42).name);
  sha.update(",");
  sha.update(file);
  return sha.finish_hex();
}

// Declared and shown flags, in the table's order.
std::vector<std::string> united_flags(const std::vector<std::string>& some,
                                      const std::vector<std::string>& others) {
  std::vector<std::string> all;
  for (const Flag& flag : flags())
    if (std::ranges::count(some, flag.name) + std::ranges::count(others, flag.name) != 0)
      all.emplace_back(flag.name);
  return all;
}

std::expected<Finished, std::string> finish(const Draft& draft, const FindBlob& find,
                                            const Oracles& oracles) {
  const auto payload = make_bytes(draft.question.input, find);
  if (!payload) return std::unexpected("no payload: " + payload.error());
  for (const std::string& name : draft.question.flags)
    if (flag_named(name) == nullptr) return std::unexpected("no flag " + name);
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

// Answers drafts in two threads; the first failure in order is the one told.
class Answering {
 public:
  Answering(const MakerParts& parts, const Gathered& gathered, Subject* ggml,
            const std::map<std::string, Expected>* recorded,
            const std::function<void(std::uint64_t)>& step)
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
      if (step_) step_(++done_);
    }
  }

  const MakerParts& parts_;
  const Gathered& gathered_;
  Subject* ggml_;
  const std::map<std::string, Expected>* recorded_;
  const std::function<void(std::uint64_t)>& step_;
  std::vector<Finished> results_;
  std::vector<std::string> failures_ = std::vector<std::string>(gathered_.drafts.size());
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> failed_ = false;
  std::uint64_t done_ = 0;
  std::mutex mutex_;
};

// The same question twice is one vector: of the lower level, with both sets of rules and flags.
template <class Q>
void merge(Q& into, const Q& other) {
  into.level = std::min(into.level, other.level);
  for (const std::string& rule : other.rules)
    if (std::ranges::find(into.rules, rule) == into.rules.end()) into.rules.push_back(rule);
  into.flags = united_flags(into.flags, other.flags);
}

std::vector<Vector> without_twins(std::vector<Finished> all) {
  std::vector<Vector> vectors;
  std::map<std::string, std::size_t> seen;
  for (Finished& one : all) {
    const auto [found, is_new] = seen.emplace(one.asked, vectors.size());
    if (is_new)
      vectors.push_back(std::move(one.vector));
    else
      merge(vectors[found->second].question, one.vector.question);
  }
  return vectors;
}

std::expected<std::vector<FileVector>, Refused> read_files(const Gathered& gathered) {
  std::vector<FileVector> vectors;
  std::map<std::string, std::size_t> seen;
  for (const auto& [group, draft] : gathered.files) {
    const auto refused = [&](std::string what) {
      return std::unexpected(Refused{std::string(group), draft.question.why, std::move(what)});
    };
    const auto file = make_bytes(draft.question.input, gathered.finder());
    if (!file) return refused("no file: " + file.error());
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
                                           const std::function<void(std::uint64_t)>& step) {
  Gathered gathered;
  for (const Group& group : parts.groups) {
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
  std::ranges::stable_sort(made.suite.vectors, {}, [](const Vector& vector) {
    const Question& q = vector.question;
    return std::tuple(q.format, q.op, q.level);
  });
  std::ranges::stable_sort(made.suite.files, {}, [](const FileVector& vector) {
    return std::pair(vector.question.suffix, vector.question.level);
  });
  for (auto& [digest, bytes] : gathered.blobs) made.blobs.push_back(std::move(bytes));
  return made;
}

std::expected<Made, Refused> make_suite(Subject* ggml, const Suite* frozen,
                                        const std::function<void(std::uint64_t)>& step) {
  return make_suite_of({groups(), make_second_subject, make_reference_subject, ggml, frozen}, step);
}

}  // namespace tritproof::golden
