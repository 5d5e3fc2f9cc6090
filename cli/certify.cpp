// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/certify_ask.h"
#include "cli/certify_export.h"
#include "cli/certify_report.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "codec/container/io.h"

namespace tritproof::cli {
namespace {

constexpr std::size_t kMostExplained = 5;

class Certify {
 public:
  explicit Certify(const CertifyArguments& arguments) : arguments_(arguments) {}

  int run() {
    if (!arguments_.xrt.empty()) {
      const int exit = export_vectors();
      if (exit != kConforms || !arguments_.has_subject()) return exit;
    }
    auto asked = asked_for(arguments_);
    if (!asked) return wrong(asked.error());
    heed_interrupts();
    golden::Ask& ask = asked->ask;
    ask.stop = interrupted;
    ask.step = [this](std::uint64_t done, std::uint64_t all) {
      progress_.show(fmt::format("certify: {} of {} vectors", done, all));
    };
    ask.failed = [this](const golden::Failure& failure) {
      if (++failures_ <= kMostExplained) explained_ += failure_text(failure);
    };
    const auto certified = golden::certify(ask);
    progress_.clear();
    return certified ? conclude(certified->certificate) : give_up(certified.error());
  }

 private:
  static int wrong(const Wrong& wrong) {
    complain(for_terminal(wrong.what));
    return wrong.exit;
  }

  int export_vectors() const {
    golden::Ask ask;
    if (const auto done = take_vectors(arguments_, ask); !done) return wrong(done.error());
    std::string map;
    for (const std::string& argument : arguments_.backend_arguments)
      if (argument.starts_with("map=")) map = argument.substr(4);
    const auto line = export_for_xrt(arguments_.xrt, map, ask.level, ask.formats);
    if (!line) return wrong({kCannotRun, line.error()});
    print(*line);
    return kConforms;
  }

  int give_up(const golden::Uncertified& why) const {
    print(explained_);
    complain("no certificate: " + for_terminal(why.what));
    if (why.resumable) complain("the same command with --resume goes on from here");
    return why.kind == golden::Uncertified::Kind::cannot_run ? kCannotRun : kDiffers;
  }

  int conclude(const golden::Certificate& certificate) const {
    print(for_terminal(golden::headline(certificate)) + "\n");
    print(explained_);
    if (failures_ > kMostExplained)
      print(fmt::format("{} more did not pass: see {}/results.jsonl\n", failures_ - kMostExplained,
                        for_terminal(arguments_.out)));
    for (const golden::FormatPrint& line : certificate.prints)
      print(for_terminal(line.line) + "\n");
    for (const golden::Waived& waived : certificate.waivers) print(waiver_text(waived));
    if (!arguments_.out.empty()) print("certificate: " + for_terminal(arguments_.out) + "\n");
    if (!write_json(certificate)) return kCannotRun;
    return golden::result_of(certificate) == golden::ResultOf::failed ? kDiffers : kConforms;
  }

  bool write_json(const golden::Certificate& certificate) const {
    if (arguments_.json.empty()) return true;
    const std::string text = golden::write_certificate(certificate);
    auto file = container::OutputFile::create(arguments_.json);
    if (!file) return report(file.error(), arguments_.json), false;
    auto done =
        (*file)->append(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
    if (done) done = (*file)->commit();
    if (!done) return report(done.error(), arguments_.json), false;
    return true;
  }

  const CertifyArguments& arguments_;
  std::string explained_;
  std::size_t failures_ = 0;
  Progress progress_;
};

}  // namespace

void add_certify(CLI::App& app, Run& run) {
  CLI::App* command =
      app.add_subcommand("certify", "Put a backend to the vectors and write a certificate");
  auto a = std::make_shared<CertifyArguments>();
  command->add_option("--backend", a->backend, "A subject or runner by name");
  command->add_option("--backend-arg", a->backend_arguments, "KEY=VALUE for the runner");
  command->add_option("--exec", a->exec, "A program that speaks the frame protocol");
  command->add_option("-o", a->out, "Folder of the certificate; must not be there yet");
  command->add_option("--level", a->level, "smoke stops at the first failure; core; full")
      ->check(CLI::IsMember({"smoke", "core", "full"}));
  command->add_option("--format", a->formats, "This format only; may be repeated");
  command->add_option("--challenge", a->challenge, "Hex digits that seed extra vectors");
  command->add_option("--sign", a->key, "Sign with this SSH key");
  command->add_flag("--thin", a->thin, "Keep digests instead of outputs");
  command->add_option("--row", a->rows, "NAME=COMMAND or NAME=n/a:REASON: a test of your own");
  command->add_option("--waivers", a->waivers, "Failures that somebody answers for, as JSON");
  command->add_flag("--resume", a->resume, "Go on with a run that was stopped");
  command->add_option("--timeout", a->timeout, "Seconds for one answer")
      ->check(CLI::Range(1u, 86400u));
  command->add_option("--json", a->json, "Write the certificate's JSON here too");
  command->add_option("--export-xrt-runner", a->xrt,
                      "Write vectors as recipes of XRT's own runner; alone, nothing is run");
  command->footer(
      "Examples:\n  tritproof certify --exec 'python3 ./my_runner.py' --level smoke --format t2\n"
      "  tritproof certify --backend ggml -o ggml-certificate");
  command->callback([&run, a] { run = [a] { return Certify(*a).run(); }; });
}

}  // namespace tritproof::cli
