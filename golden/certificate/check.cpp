// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/check.h"

#include <algorithm>

#include "golden/certificate/check_folder.h"
#include "golden/certificate/chosen.h"
#include "golden/certificate/fields.h"
#include "golden/certificate/probed.h"
#include "golden/certificate/signature.h"
#include "golden/certificate/tally.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {
namespace {

/// One folder, from its names to its verdicts. Each step rests on the one before it.
class Checking {
 public:
  explicit Checking(const CheckAsk& ask) : ask_(ask) {}

  Checked run() {
    if (open() && root() && files() && read() && promises() && suite()) verdicts();
    return std::move(out_);
  }

 private:
  bool good() const { return out_.intact(); }

  bool fault(Fault fault) {
    out_.faults.push_back(std::move(fault));
    return false;
  }

  bool cannot_run(std::string what) {
    out_.cannot_run = std::move(what);
    return false;
  }

  bool open() {
    auto folder = CertificateFolder::open(ask_.folder);
    if (!folder && folder.error().name == "missing-folder")
      return cannot_run(folder.error().where + ": " + folder.error().got);
    if (!folder) return fault(std::move(folder.error()));
    folder_.emplace(*std::move(folder));
    return true;
  }

  /// SHA256SUMS, and who signed it.
  bool root() {
    auto text = folder_->text(std::string(kSumsFile), kMostSumsBytes);
    if (!text) return fault(std::move(text.error()));
    sums_text_ = *std::move(text);
    signature();
    const auto own = own_digest(sums_text_);
    if (!own || sha256_hex(own->lines) != own->sha256)
      return fault({"altered-file", std::string(kSumsFile), "lines with the digest in the last one",
                    "other lines"});
    auto sums = parse_sums(own->lines);
    if (!sums) return fault(std::move(sums.error()));
    sums_ = *std::move(sums);
    return good();
  }

  void signature() {
    out_.signature = "UNSIGNED: integrity only";
    if (!folder_->holds(kSignatureFile)) {
      if (ask_.allowed_signers)
        fault({"unsigned", std::string(kSumsFile), "a signature of an allowed signer", "none"});
      return;
    }
    const std::string file(kSignatureFile);
    const auto text = folder_->text(file, kMostSignatureBytes);
    if (!text) return void(fault(text.error()));
    const auto who = verify_signature(*text, sums_text_, ask_.allowed_signers);
    if (who) {
      out_.signature = ask_.allowed_signers
                           ? "SIGNED by " + *who
                           : "SIGNED by an unknown key, " + *who + ": integrity only";
      return;
    }
    out_.signature =
        (who.error().cannot_run ? "SIGNATURE NOT CHECKED: " : "BAD SIGNATURE: ") + who.error().what;
    if (who.error().cannot_run)
      cannot_run(who.error().what);
    else
      fault({"bad-signature", file, "a signature of SHA256SUMS by an allowed signer",
             who.error().what});
  }

  bool files() {
    check_files(*folder_, sums_, out_.faults);
    return good();
  }

  /// The files that must be there, each in its own form.
  bool read() {
    const auto certificate = read_file(kCertificateFile, kMostCertificateBytes);
    const auto results = read_file(kResultsFile, kMostResultsBytes);
    const auto statement = read_file(kStatementFile, kMostCertificateBytes);
    const auto summary_text = read_file(kSummaryFile, kMostCertificateBytes);
    read_file(kLogFile, kMostFileBytes);
    if (!good()) return false;
    auto parsed = parse_certificate(*certificate);
    if (!parsed) return fault(std::move(parsed.error()));
    out_.certificate = *std::move(parsed);
    auto lines = parse_results(*results);
    if (!lines) return fault(std::move(lines.error()));
    out_.lines = *std::move(lines);
    statement_ = *statement;
    if (*summary_text != summary(*out_.certificate))
      fault({"other-summary", std::string(kSummaryFile), "what certificate.json says", "another"});
    return good();
  }

  std::optional<std::string> read_file(std::string_view name, std::size_t most) {
    auto text = folder_->text(std::string(name), most);
    if (text) return *std::move(text);
    fault(std::move(text.error()));
    return std::nullopt;
  }

  /// What is promised for a time or to somebody: waivers and the challenge.
  bool promises() {
    const Certificate& certificate = *out_.certificate;
    if (ask_.challenge && *ask_.challenge != certificate.challenge)
      fault({"other-challenge", std::string(kCertificateFile), *ask_.challenge,
             certificate.challenge.empty() ? "none" : certificate.challenge});
    for (const Waived& waived : certificate.waivers) {
      waivers_.push_back(waived.waiver);
      if (!waived.ids.empty() && !holds_on(waived.waiver, ask_.today))
        fault({"expired-waiver", std::string(kWaiversFile), "a day not before " + ask_.today,
               waived.waiver.expires + ", " + waived.waiver.id + waived.waiver.flag});
    }
    std::vector<Waiver> filed;
    if (folder_->holds(kWaiversFile)) {
      const auto text = read_file(kWaiversFile, kMostWaiversBytes);
      auto parsed = text ? parse_waivers(*text) : std::vector<Waiver>();
      if (!parsed) return fault(std::move(parsed.error()));
      filed = *std::move(parsed);
    }
    if (filed != waivers_)
      fault({"other-waivers", std::string(kWaiversFile), "the waivers of certificate.json",
             "others"});
    return good();
  }

  bool suite() {
    const Certificate& certificate = *out_.certificate;
    auto chosen = choose(ask_.suite, certificate.level, ask_.pinned, certificate.formats,
                         certificate.challenge);
    if (!chosen)
      return cannot_run("this tool's vectors: " + chosen.error().name + ": " +
                        chosen.error().where);
    chosen_ = *std::move(chosen);
    if (chosen_.suite.sha256 != certificate.suite_sha256)
      return fault({"other-suite", std::string(kCertificateFile), chosen_.suite.sha256,
                    certificate.suite_sha256});
    check_order(chosen_.vectors, out_.lines, out_.faults);
    check_outputs(*folder_, certificate, out_.lines, out_.faults);
    return good();
  }

  void verdicts() {
    const Certificate& certificate = *out_.certificate;
    out_.rests = check_verdicts(*folder_, certificate, chosen_.vectors, blobs_of(ask_.suite),
                                out_.lines, ask_.step, out_.faults);
    const auto prints = prints_of(certificate.formats, out_.lines,
                                  [this](const std::string& sha256) { return output(sha256); });
    if (prints != certificate.prints)
      fault({"wrong-behaviour", std::string(kCertificateFile), "the behaviour that the probes show",
             "another"});
    const Tally sum = tally(chosen_.vectors, out_.lines, waivers_, day_of(certificate.run.started),
                            certificate.rows, chosen_.left_out);
    if (sum.counts != certificate.counts)
      fault({"wrong-counts", std::string(kCertificateFile), "the counts of the lines", "others"});
    if (sum.waivers != certificate.waivers)
      fault({"wrong-waivers", std::string(kCertificateFile), "the failures that waivers cover",
             "others"});
    if (statement_ != write_statement(certificate, sum.tests))
      fault(
          {"other-statement", std::string(kStatementFile), "what the lines add up to", "another"});
  }

  std::optional<Bytes> output(const std::string& sha256) const {
    auto bytes = folder_->bytes(std::string(kOutputsFolder) + "/" + sha256, kMostRawBytes);
    if (!bytes) return std::nullopt;
    return *std::move(bytes);
  }

  const CheckAsk& ask_;
  Checked out_;
  std::optional<CertificateFolder> folder_;
  std::string sums_text_;
  std::vector<Sum> sums_;
  std::string statement_;
  std::vector<Waiver> waivers_;
  Chosen chosen_;
};

}  // namespace

Checked check(const CheckAsk& ask) { return Checking(ask).run(); }

}  // namespace tritproof::golden
