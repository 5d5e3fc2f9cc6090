// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/in_process.h"

#include <chrono>

namespace tritproof::golden {
namespace {

using Clock = std::chrono::steady_clock;

/// Asks one vector. A codec that changes its input breaks every caller that shares it.
Outcome ask_one(Subject& subject, const Vector& vector, const Bytes& payload,
                host::ItemResult& result) {
  const Bytes before = payload;
  const auto start = Clock::now();
  Outcome outcome = subject.answer(vector.question.request(payload));
  const auto spent = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
  if (payload != before) outcome = Trouble{Verdict::mismatch, "it changed its input"};
  const Seen seen = seen_of(vector, outcome);
  result.verdict = seen.verdict;
  result.what = seen.what;
  result.microseconds = static_cast<std::uint64_t>(spent.count());
  result.times = 1;
  return outcome;
}

}  // namespace

protocol::Hello hello_of(const Subject& subject, std::string_view version) {
  protocol::Hello hello;
  hello.runner = subject.name();
  hello.version = version;
  for (const spec::FormatRow& row : spec::kFormats)
    for (std::uint64_t number = 1; const auto op = spec::op_numbered(number); ++number)
      if (subject.declares(*op, row.id)) hello.ops.push_back({*op, row.id});
  return hello;
}

std::expected<std::vector<host::ItemResult>, std::string> ask_in_process(Subject& subject,
                                                                         Recorder& recorder) {
  std::vector<host::ItemResult> results(recorder.size());
  bool stopped = false;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Vector& vector = recorder.vector(i);
    const Question& question = vector.question;
    if (!subject.declares(question.op, question.format)) {
      results[i].unasked = host::Unasked::not_declared;
    } else if (stopped) {
      results[i].unasked = host::Unasked::stopped;
    } else {
      auto payload = recorder.payload(i);
      if (!payload) return std::unexpected(vector.id + ": " + payload.error());
      if (!subject.takes(question.request(*payload))) {
        results[i].unasked = host::Unasked::not_taken;
        continue;
      }
      const Outcome outcome = ask_one(subject, vector, *payload, results[i]);
      const auto stop = recorder.keep(i, results[i], outcome);
      if (!stop) return std::unexpected(stop.error());
      stopped = *stop;
    }
  }
  return results;
}

}  // namespace tritproof::golden
