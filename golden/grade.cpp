// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "codec/container/io.h"
#include "golden/exchange_target.h"
#include "golden/judge.h"
#include "hw/protocol/sizes.h"

namespace tritproof::golden {
namespace {

std::unexpected<Fault> cannot_read(const std::filesystem::path& path, const std::string& why) {
  return fault("cannot-read", path.string(), "a readable file", why);
}

/// Where an answer's frame stands.
struct Frame {
  protocol::Header header;
  std::uint64_t payload = 0;  ///< offset of its payload
};

/// The headers of all frames from `at` on. broken-frame.
std::expected<std::vector<Frame>, Fault> scan(const container::Source& file, std::uint64_t at,
                                              std::uint64_t most) {
  std::vector<Frame> frames;
  while (at < file.size()) {
    const std::string where = fmt::format("byte {}", at);
    if (frames.size() > most) return fault("unknown-answer", where, "no more frames", "another");
    protocol::HeaderBytes bytes{};
    if (file.size() - at < bytes.size())
      return fault("broken-frame", where, "a header", "a part of one");
    if (auto read = file.read(at, bytes); !read) return cannot_read("answers", read.error().what);
    const auto header = protocol::parse_header(bytes);
    if (!header)
      return fault("broken-frame", where, "a header",
                   std::string(protocol::sentence_of(header.error().fault)));
    const bool hello = header->kind == protocol::Kind::hello && frames.empty();
    if (!hello && header->kind != protocol::Kind::ok && header->kind != protocol::Kind::refused)
      return fault("broken-frame", where, "an answer or a refusal", "a frame of another kind");
    at += bytes.size();
    if (header->length > file.size() - at)
      return fault("broken-frame", where, fmt::format("{} bytes of payload", header->length),
                   std::to_string(file.size() - at));
    frames.push_back({*header, at});
    at += header->length;
  }
  return frames;
}

// The target's own hello, if that is the first frame, which is then taken off. broken-hello.
std::expected<std::optional<protocol::Hello>, Fault> take_hello(const container::Source& file,
                                                                std::vector<Frame>& frames) {
  if (frames.empty() || frames[0].header.kind != protocol::Kind::hello) return std::nullopt;
  Bytes payload(frames[0].header.length);
  if (auto read = file.read(frames[0].payload, payload); !read)
    return cannot_read("answers", read.error().what);
  auto hello = protocol::parse_hello(payload);
  if (!hello)
    return fault("broken-hello", fmt::format("byte {}", frames[0].payload + hello.error().at),
                 "the target's hello", std::string(protocol::sentence_of(hello.error().fault)));
  frames.erase(frames.begin());
  return *std::move(hello);
}

// Each id from 1 on, once and in order; what is wrong is told by the most telling name.
std::expected<void, Fault> check_ids(const std::vector<Frame>& frames, std::uint64_t records) {
  std::vector<std::uint32_t> seen(records, 0);
  for (const Frame& frame : frames) {
    const std::uint64_t id = frame.header.id;
    if (id == 0 || id > records)
      return fault("unknown-answer", fmt::format("id {}", id), fmt::format("1 to {}", records),
                   std::to_string(id));
    if (++seen[id - 1] > 1)
      return fault("duplicated-answer", fmt::format("id {}", id), "one answer", "two");
  }
  for (std::uint64_t id = 1; id <= records; ++id)
    if (seen[id - 1] == 0)
      return fault("short-answers", fmt::format("id {}", id), fmt::format("{} answers", records),
                   std::to_string(frames.size()));
  for (std::uint64_t i = 0; i < records; ++i)
    if (frames[i].header.id != i + 1)
      return fault("reordered-answer", fmt::format("answer {}", i + 1), fmt::format("id {}", i + 1),
                   fmt::format("id {}", frames[i].header.id));
  return {};
}

std::expected<Outcome, Fault> outcome_of(const container::Source& file, const Frame& frame) {
  Bytes payload(frame.header.length);
  if (auto read = file.read(frame.payload, payload); !read)
    return cannot_read("answers", read.error().what);
  if (frame.header.kind == protocol::Kind::ok) return payload;
  const auto refusal = protocol::parse_refusal(payload);
  if (!refusal)
    return Trouble{Verdict::protocol_error,
                   std::string(protocol::sentence_of(refusal.error().fault))};
  return spec::Refusal{refusal->name, 0, {}, {}, {}, std::string(refusal->text)};
}

Judged judge_record(const Vector& vector, std::uint64_t id, const Outcome& outcome) {
  Judged judged = judge_outcome(vector, outcome);
  const auto* bytes = std::get_if<Bytes>(&outcome);
  if (bytes == nullptr || judged.verdict != Verdict::mismatch) return judged;
  const std::uint64_t poison = protocol::poison_bytes(*bytes, poison_of(id));
  if (poison >= kPoisonLimit)
    judged.what += fmt::format("; {} bytes are as before the run: stale or partial", poison);
  return judged;
}

/// The answers to the probes, format by format.
class Prints {
 public:
  explicit Prints(const ExchangePlan& plan) : plan_(plan) {}

  void see(std::size_t probe, const Outcome& outcome) { answers_.emplace(probe, outcome); }

  [[nodiscard]] std::vector<Fingerprint> finish() const {
    std::vector<Fingerprint> prints;
    for (std::size_t i = 0; i < plan_.probes.size();) {
      const spec::Format format = plan_.probes[i].question.format;
      std::vector<std::optional<Outcome>> answers;
      // A probe that was not exported, or that the target does not take, stays unasked.
      for (const Probe& probe : probes_of(format)) {
        const bool exported = i < plan_.probes.size() &&
                              plan_.probes[i].question.format == format &&
                              plan_.probes[i].key == probe.key;
        const auto answer = exported ? answers_.find(i) : answers_.end();
        answers.push_back(answer == answers_.end() ? std::nullopt : std::optional(answer->second));
        i += exported ? 1 : 0;
      }
      prints.push_back(fingerprint_of(format, answers));
    }
    return prints;
  }

 private:
  const ExchangePlan& plan_;
  std::map<std::size_t, Outcome> answers_;
};

std::expected<Graded, Fault> grade_frames(const container::Source& file,
                                          const std::vector<Frame>& frames,
                                          const ExchangePlan& plan,
                                          const std::optional<protocol::Hello>& hello,
                                          Graded graded) {
  if (hello) graded.target = target_words(*hello);
  Prints prints(plan);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const auto outcome = outcome_of(file, frames[i]);
    if (!outcome) return std::unexpected(outcome.error());
    const Record& record = plan.records[i];
    if (record.vector == nullptr) {
      if (!hello || target_takes(*hello, plan.question(record))) prints.see(record.probe, *outcome);
      continue;
    }
    if (hello && !target_takes(*hello, record.vector->question)) {
      ++graded.by_verdict[static_cast<std::size_t>(Verdict::not_run)];
      continue;
    }
    Judged judged = judge_record(*record.vector, i + 1, *outcome);
    ++graded.by_verdict[static_cast<std::size_t>(judged.verdict)];
    if (judged.verdict != Verdict::pass)
      graded.failures.push_back({record.vector->id, judged.verdict, std::move(judged.what)});
  }
  graded.fingerprints = prints.finish();
  return graded;
}

}  // namespace

std::expected<Graded, Fault> grade_answers(const std::filesystem::path& folder, bool pinned,
                                           const std::filesystem::path& path) {
  const auto file = container::file_source(path);
  if (!file) return cannot_read(path, file.error().what);
  Bytes start(std::min<std::uint64_t>((*file)->size(), protocol::kHeaderBytes + kMostHeadBytes));
  if (auto read = (*file)->read(0, start); !read) return cannot_read(path, read.error().what);
  const auto head = parse_exchange_head(start);
  if (!head) return std::unexpected(head.error());
  const auto suite = load_suite(folder, head->options.level, pinned);
  if (!suite) return std::unexpected(suite.error());
  if (head->suite != suite->sha256)
    return fault("another-suite", path.string(), suite->sha256, head->suite);
  const ExchangePlan plan = plan_exchange(*suite, head->options);
  start.resize(head->bytes);
  if (start != plan.head)
    return fault("another-export", path.string(), "the first frame as it was exported", "another");
  auto frames = scan(**file, head->bytes, plan.records.size() + 1);
  if (!frames) return std::unexpected(frames.error());
  const auto hello = take_hello(**file, *frames);
  if (!hello) return std::unexpected(hello.error());
  if (auto whole = check_ids(*frames, plan.records.size()); !whole)
    return std::unexpected(whole.error());
  return grade_frames(**file, *frames, plan, *hello,
                      {suite->sha256, head->options, {}, {}, {}, {}});
}

}  // namespace tritproof::golden
