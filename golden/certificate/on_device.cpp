// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/on_device.h"

#include <algorithm>

#include "golden/certificate/fields.h"

namespace tritproof::golden {
namespace {

using host::DeviceRun;
using host::RunFault;
using host::RunTrouble;

constexpr std::size_t kMostProbeBytes = 65536;

/// Whether what there is was kept and another session may go on with it.
bool may_resume(RunFault fault) {
  return fault == RunFault::not_kept || fault == RunFault::resume_unwritable ||
         fault == RunFault::no_payload || fault == RunFault::locked;
}

Uncertified uncertified(const RunTrouble& trouble, bool resumes) {
  const auto index = static_cast<std::size_t>(trouble.fault);
  std::string name(host::kRunFaultNames[index]);
  if (trouble.fault == RunFault::no_start) name = name_of(trouble.verdict);
  // A program that does not shake hands has failed; a device that is not there has not.
  const bool failed = trouble.fault == RunFault::no_start && trouble.verdict != Verdict::no_device;
  return {failed ? Uncertified::Kind::refused : Uncertified::Kind::cannot_run,
          name + ": " + trouble.what, resumes && may_resume(trouble.fault)};
}

bool asks_plainly(const Question& question) {
  const spec::Flags& flags = question.options;
  return !flags.bf16 && flags.layout == spec::Layout::standard &&
         flags.mode == spec::ReplayMode::i64;
}

/// The first small question that the runner declares and that has an answer. A wrong answer is
/// health too: it is judged elsewhere.
std::optional<host::Probe> probe_for(const protocol::Hello& hello, const Recorder& recorder) {
  for (std::size_t i = 0; i < recorder.size(); ++i) {
    const Vector& vector = recorder.vector(i);
    const Question& question = vector.question;
    const protocol::Capability wanted{question.op, question.format};
    if (std::ranges::find(hello.ops, wanted) == hello.ops.end() || !asks_plainly(question) ||
        std::holds_alternative<ExpectedRefusal>(vector.expected))
      continue;
    auto payload = recorder.payload(i);
    if (!payload || payload->size() > kMostProbeBytes) continue;
    return host::Probe{question.request({}), *std::move(payload), [](const Outcome& outcome) {
                         return !std::holds_alternative<Trouble>(outcome);
                       }};
  }
  return std::nullopt;
}

host::RunOptions options_of(const Ask& ask, std::string_view suite_sha256, const Writer* writer) {
  host::RunOptions options = ask.options;
  options.name = ask.name;
  options.hello = {ask.version, std::string(kLevelNames[static_cast<std::size_t>(ask.level)])};
  if (writer == nullptr) return options;
  const auto file = writer->resume_file();
  // A run that was killed before its first question has left no file.
  const bool go_on = ask.resume && std::filesystem::exists(file);
  options.resume = host::Resume{file, go_on, std::string(suite_sha256), ask.challenge};
  return options;
}

std::vector<host::Item> items_of(const Recorder& recorder) {
  std::vector<host::Item> items;
  for (std::size_t i = 0; i < recorder.size(); ++i)
    items.push_back({recorder.vector(i).id, recorder.vector(i).question.request({})});
  return items;
}

host::Job job_of(std::span<const host::Item> items, Recorder& recorder) {
  host::Job job;
  job.items = items;
  job.payload = [&recorder](std::size_t index) { return recorder.payload(index); };
  job.judge = [&recorder](std::size_t index, std::span<const std::uint8_t>,
                          const Outcome& outcome) {
    Judged judged = judge_outcome(recorder.vector(index), outcome);
    return host::Judgement{judged.verdict, std::move(judged.what), std::move(judged.sha256)};
  };
  job.keep = [&recorder](std::size_t index, const host::ItemResult& result,
                         const Outcome* outcome) -> std::expected<host::Job::Next, std::string> {
    if (outcome == nullptr) return host::Job::Next::go_on;
    const auto stop = recorder.keep(index, result, *outcome);
    if (!stop) return std::unexpected(stop.error());
    return *stop ? host::Job::Next::stop : host::Job::Next::go_on;
  };
  return job;
}

}  // namespace

std::expected<DeviceSession, Uncertified> ask_device(const Ask& ask, std::string_view suite_sha256,
                                                     Recorder& recorder, Writer* writer) {
  host::RunOptions options = options_of(ask, suite_sha256, writer);
  const auto failed = [writer](const RunTrouble& trouble) {
    return std::unexpected(uncertified(trouble, writer != nullptr));
  };
  {
    // What can be asked of a device whose health is in doubt, its hello must tell.
    const auto first = DeviceRun::start(*ask.command, options);
    if (!first) return failed(first.error());
    options.probe = probe_for((*first)->hello(), recorder);
  }
  const auto run = DeviceRun::start(*ask.command, options);
  if (!run) return failed(run.error());
  const std::vector<host::Item> items = items_of(recorder);
  auto report = (*run)->run(job_of(items, recorder));
  if (!report) return failed(report.error());
  return DeviceSession{{utc_text((*run)->declared_at()), (*run)->hello()},
                       (*run)->runner_digest(),
                       *std::move(report)};
}

}  // namespace tritproof::golden
