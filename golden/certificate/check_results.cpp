// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

#include "codec/subjects.h"
#include "golden/certificate/check_folder.h"
#include "golden/certificate/probed.h"
#include "golden/certificate/recorder.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {
namespace {

bool is_plain(const Question& question) {
  const spec::Flags& flags = question.options;
  return !flags.bf16 && flags.layout == spec::Layout::standard &&
         flags.mode == spec::ReplayMode::i64 && question.op != spec::Op::replay;
}

bool within(std::uint64_t size, std::optional<std::uint64_t> most) {
  return !most || size <= *most;
}

/// One certificate's lines, judged again.
class Judging {
 public:
  Judging(const CertificateFolder& folder, const Certificate& certificate, const FindBlob& blobs,
          std::vector<Fault>& faults)
      : folder_(folder), certificate_(certificate), blobs_(blobs), faults_(faults) {}

  void line(const Vector& vector, const ResultLine& line) {
    const Seen& seen = line.seen;
    if (!declaration_holds(vector, seen)) return wrong(line, "a declaration that holds");
    if (!seen.declared || seen.verdict == Verdict::not_run) return never_asked(line);
    auto payload = make_bytes(vector.question.input, blobs_);
    if (!payload) return wrong(line, payload.error());
    // The checker's own reference must agree with the suite before it judges anybody.
    const auto right = judge(vector, *payload, *reference_);
    if (right.verdict != Verdict::pass) return wrong(line, "the reference to agree with the suite");
    if (seen.answer)
      answer(vector, *payload, line);
    else if (seen.refusal)
      refusal(vector, line);
    else
      trouble(line);
  }

  [[nodiscard]] const Rests& rests() const { return rests_; }

 private:
  void wrong(const ResultLine& line, const std::string& expected) {
    faults_.push_back({"wrong-verdict", std::string(kResultsFile) + ", " + line.id, expected,
                       std::string(verdict_text(line.seen)) + " " + line.policy});
  }

  /// What the hello does not name is never asked; what it names without conditions always is.
  [[nodiscard]] bool declaration_holds(const Vector& vector, const Seen& seen) const {
    const Question& question = vector.question;
    const protocol::Hello& hello = certificate_.declared.hello;
    const protocol::Capability wanted{question.op, question.format};
    if (std::ranges::find(hello.ops, wanted) == hello.ops.end()) return !seen.declared;
    return seen.declared || certificate_.standing == Standing::in_process || !is_plain(question) ||
           !within(question.geometry.n, hello.max_n) || !within(question.geometry.k, hello.max_k);
  }

  void never_asked(const ResultLine& line) {
    if (line.seen.answer || line.seen.refusal || !line.policy.empty())
      return wrong(line, "no evidence of what was not asked");
    ++rests_.never_asked;
  }

  /// Trouble is believed: no certificate gains by it.
  void trouble(const ResultLine& line) {
    if (line.seen.verdict == Verdict::pass) return wrong(line, "evidence of a pass");
    if (!line.policy.empty()) return wrong(line, "no policy without an answer");
    ++rests_.on_the_run;
  }

  /// A judged verdict must be the one that is stated, unless the run found more than one answer
  /// shows.
  void compare(const ResultLine& line, Verdict judged) {
    const Verdict stated = line.seen.verdict;
    const bool of_answers =
        stated == Verdict::pass || stated == Verdict::mismatch || stated == Verdict::refused;
    if (of_answers && judged != stated) wrong(line, std::string(name_of(judged)));
  }

  void refusal(const Vector& vector, const ResultLine& line) {
    const RefusalSeen& seen = *line.seen.refusal;
    spec::Refusal refusal{seen.name, seen.count, {}, {}, {}, {}};
    if (seen.place) refusal.places.push_back(*seen.place);
    const Judged judged = judge_outcome(vector, refusal);
    compare(line, judged.verdict);
    if (line.policy != policy_text(vector, {}, line.seen, nullptr))
      wrong(line, "the policy that the refusal follows");
    ++rests_.on_refusals;
  }

  void answer(const Vector& vector, std::span<const std::uint8_t> payload, const ResultLine& line) {
    const AnswerSeen& seen = *line.seen.answer;
    if (!is_kept_raw(certificate_.thin, line)) return digest(vector, line);
    auto bytes = folder_.bytes(std::string(kOutputsFolder) + "/" + seen.sha256, kMostRawBytes);
    if (!bytes) return wrong(line, bytes.error().name);
    if (bytes->size() != seen.bytes ||
        sha256_hex(canonical(vector.question, *bytes)) != seen.canonical)
      return wrong(line, "the size and digest of its output");
    const Outcome outcome = *std::move(bytes);
    compare(line, judge_outcome(vector, outcome).verdict);
    if (line.policy != policy_text(vector, payload, line.seen, std::get_if<Bytes>(&outcome)))
      wrong(line, "the policy that the output follows");
    ++rests_.on_bytes;
  }

  void digest(const Vector& vector, const ResultLine& line) {
    const AnswerSeen& seen = *line.seen.answer;
    Verdict judged = Verdict::mismatch;
    if (const auto* bytes = std::get_if<Bytes>(&vector.expected)) {
      if (seen.bytes == bytes->size() &&
          seen.canonical == sha256_hex(canonical(vector.question, *bytes)))
        judged = Verdict::pass;
    } else if (const auto* right = std::get_if<Digest>(&vector.expected)) {
      if (seen.bytes == right->bytes && seen.canonical == right->sha256) judged = Verdict::pass;
    }
    compare(line, judged);
    ++rests_.on_digests;
  }

  const CertificateFolder& folder_;
  const Certificate& certificate_;
  const FindBlob& blobs_;
  std::vector<Fault>& faults_;
  std::unique_ptr<Subject> reference_ = make_reference_subject();
  Rests rests_;
};

void add(Rests& sum, const Rests& more) {
  sum.on_bytes += more.on_bytes;
  sum.on_digests += more.on_digests;
  sum.on_refusals += more.on_refusals;
  sum.on_the_run += more.on_the_run;
  sum.never_asked += more.never_asked;
}

/// What one thread found in its share of the lines.
struct Share {
  Rests rests;
  std::vector<std::pair<std::size_t, Fault>> faults;  ///< with the line
};

}  // namespace

Rests check_verdicts(const CertificateFolder& folder, const Certificate& certificate,
                     std::span<const Vector* const> vectors, const FindBlob& blobs,
                     const std::vector<ResultLine>& lines,
                     const std::function<void(std::uint64_t done, std::uint64_t all)>& step,
                     std::vector<Fault>& faults) {
  std::atomic<std::size_t> next = 0;
  std::vector<Share> shares(std::max(1u, std::thread::hardware_concurrency()));
  const auto work = [&](Share& share) {
    std::vector<Fault> found;
    Judging judging(folder, certificate, blobs, found);
    for (std::size_t i = next++; i < lines.size(); i = next++) {
      judging.line(*vectors[i], lines[i]);
      for (Fault& fault : found) share.faults.emplace_back(i, std::move(fault));
      found.clear();
      if (step) step(i + 1, lines.size());
    }
    share.rests = judging.rests();
  };
  {
    std::vector<std::jthread> workers;
    for (std::size_t i = 1; i < shares.size(); ++i)
      workers.emplace_back([&work, &share = shares[i]] { work(share); });
    work(shares[0]);
  }
  Rests rests;
  std::map<std::size_t, Fault> in_order;
  for (Share& share : shares) {
    add(rests, share.rests);
    for (auto& [line, fault] : share.faults) in_order.emplace(line, std::move(fault));
  }
  for (auto& [line, fault] : in_order)
    if (faults.size() < kMostFaults) faults.push_back(std::move(fault));
  return rests;
}

}  // namespace tritproof::golden
