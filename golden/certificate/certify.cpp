// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>

#include "golden/certificate/ask.h"
#include "golden/certificate/chosen.h"
#include "golden/certificate/fields.h"
#include "golden/certificate/in_process.h"
#include "golden/certificate/machine.h"
#include "golden/certificate/on_device.h"
#include "golden/certificate/probed.h"
#include "golden/certificate/rows.h"
#include "golden/certificate/signature.h"
#include "golden/certificate/tally.h"

namespace tritproof::golden {
namespace {

using Kind = Uncertified::Kind;

std::unexpected<Uncertified> cannot_run(std::string what, bool resumable = false) {
  return std::unexpected(Uncertified{Kind::cannot_run, std::move(what), resumable});
}

std::string now() { return utc_text(std::chrono::system_clock::now()); }

/// One run, from the vectors to the folder.
class Certifying {
 public:
  explicit Certifying(const Ask& ask) : ask_(ask) {}

  std::expected<Certified, Uncertified> run() {
    if (auto done = load(); !done) return std::unexpected(std::move(done.error()));
    if (auto done = open_folder(); !done) return std::unexpected(std::move(done.error()));
    Recorder recorder(ask_, chosen_.vectors, blobs_, writer_ ? &*writer_ : nullptr);
    describe();
    auto lines = ask_.in_process != nullptr ? run_in_process(recorder) : run_on_device(recorder);
    if (!lines) return std::unexpected(give_up(std::move(lines.error())));
    certificate_.prints = prints_of(
        ask_.formats, *lines, [&](const std::string& sha256) { return recorder.output(sha256); });
    for (const Row& row : ask_.rows) certificate_.rows.push_back(run_row(row));
    // A signal that reaches us reaches a row's command as well: its failure says nothing.
    if (ask_.stop())
      return std::unexpected(
          give_up({Kind::cannot_run, "interrupted", ask_.in_process == nullptr}));
    certificate_.run.ended = now();
    const Tally sum = tally(chosen_.vectors, *lines, ask_.waivers, day_of(certificate_.run.started),
                            certificate_.rows, chosen_.left_out);
    certificate_.counts = sum.counts;
    certificate_.waivers = sum.waivers;
    if (auto done = write(*lines, sum.tests); !done)
      return std::unexpected(give_up({Kind::cannot_run, done.error(), ask_.in_process == nullptr}));
    return Certified{std::move(certificate_), *std::move(lines)};
  }

 private:
  std::expected<void, Uncertified> load() {
    auto chosen = choose(ask_.suite, ask_.level, ask_.pinned, ask_.formats, ask_.challenge);
    blobs_ = blobs_of(ask_.suite);
    if (chosen) {
      chosen_ = *std::move(chosen);
      return {};
    }
    const Fault& fault = chosen.error();
    const bool missing = !std::filesystem::is_directory(ask_.suite);
    return std::unexpected(Uncertified{missing ? Kind::cannot_run : Kind::refused,
                                       "the vectors: " + fault.name + ": " + fault.where +
                                           ": expected " + fault.expected + ", got " + fault.got});
  }

  std::expected<void, Uncertified> open_folder() {
    if (!ask_.folder) return {};
    auto writer = Writer::open(*ask_.folder, ask_.resume);
    if (!writer) return cannot_run(writer.error());
    writer_.emplace(*std::move(writer));
    return {};
  }

  /// What is known before anything is asked.
  void describe() {
    Certificate& c = certificate_;
    c.subject = ask_.name;
    c.harness = this_harness(ask_.version);
    c.suite_version = chosen_.suite.version;
    c.suite_sha256 = chosen_.suite.sha256;
    c.level = ask_.level;
    c.formats = ask_.formats;
    c.thin = ask_.thin;
    c.challenge = ask_.challenge;
    c.device = machine_fields();
    c.run.started = now();
    if (ask_.command)
      for (const std::string& word : ask_.command->argv) c.command.push_back(kept_text(word));
  }

  std::expected<std::vector<ResultLine>, Uncertified> run_in_process(Recorder& recorder) {
    certificate_.declared = {now(), hello_of(*ask_.in_process, ask_.version)};
    certificate_.subject_sha256 = certificate_.harness.sha256;
    certificate_.standing = Standing::in_process;
    certificate_.standing_why = "a codec of this tool answered";
    const auto results = ask_in_process(*ask_.in_process, recorder);
    if (!results) return cannot_run(results.error());
    return in_order(recorder, *results);
  }

  std::expected<std::vector<ResultLine>, Uncertified> run_on_device(Recorder& recorder) {
    auto session =
        ask_device(ask_, certificate_.suite_sha256, recorder, writer_ ? &*writer_ : nullptr);
    if (!session) return std::unexpected(std::move(session.error()));
    host::RunReport& report = session->report;
    Certificate& c = certificate_;
    c.declared = std::move(session->declared);
    c.subject_sha256 = session->runner_sha256;
    c.standing = static_cast<Standing>(report.evidence.device_class);
    c.standing_why = kept_text(report.evidence.why);
    std::ranges::move(device_fields(report.evidence, c.declared.hello),
                      std::back_inserter(c.device));
    c.run.children = report.children;
    c.run.probes = report.probes;
    for (host::Restart& restart : report.restarts)
      c.run.restarts.push_back({restart.child, kept_text(restart.id), kept_text(restart.why)});
    c.run.quarantined = std::move(report.quarantined);
    c.run.transcripts = std::move(report.transcripts);
    c.run.isolation = kept_text(host::words_for(report.isolation));
    if (report.lost) c.run.trouble = kept_text(*report.lost);
    if (report.farewell)
      c.run.trouble = kept_text(std::string(name_of(report.farewell->verdict)) +
                                " at the end: " + report.farewell->what);
    log_ = std::move(report.errors);
    return in_order(recorder, report.results);
  }

  static std::expected<std::vector<ResultLine>, Uncertified> in_order(
      const Recorder& recorder, const std::vector<host::ItemResult>& results) {
    auto lines = recorder.lines(results);
    if (!lines) return cannot_run(lines.error());
    return *std::move(lines);
  }

  Writer::Done write(const std::vector<ResultLine>& lines, const std::vector<TestResult>& tests) {
    if (!writer_) return {};
    std::string results;
    for (const ResultLine& line : lines) results += write_result(line);
    struct File {
      std::string_view name;
      std::string text;
    };
    const File files[] = {{kResultsFile, std::move(results)},
                          {kCertificateFile, write_certificate(certificate_)},
                          {kStatementFile, write_statement(certificate_, tests)},
                          {kSummaryFile, summary(certificate_)},
                          {kLogFile, std::move(log_)},
                          {kWaiversFile, ask_.waivers_text}};
    for (const File& file : files)
      if (file.name != kWaiversFile || !file.text.empty())
        if (auto done = writer_->put(file.name, file.text); !done) return done;
    const auto outputs = kept_outputs(ask_.thin, lines);
    if (!ask_.key) return writer_->finish(outputs, {});
    return writer_->finish(outputs,
                           [this](const std::string& sums) { return sign_text(*ask_.key, sums); });
  }

  /// A run over a device can go on later, any other starts anew.
  Uncertified give_up(Uncertified why) {
    why.resumable = why.resumable && writer_.has_value();
    if (writer_ && !why.resumable && !ask_.resume) writer_->discard();
    return why;
  }

  const Ask& ask_;
  Chosen chosen_;
  FindBlob blobs_;
  std::optional<Writer> writer_;
  Certificate certificate_;
  std::string log_;
};

}  // namespace

std::expected<Certified, Uncertified> certify(const Ask& ask) { return Certifying(ask).run(); }

}  // namespace tritproof::golden
