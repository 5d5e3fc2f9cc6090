// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codec/subjects.h"
#include "golden/certificate/ask.h"
#include "golden/certificate/challenge.h"
#include "golden/certificate/check.h"
#include "golden/certificate/sums.h"
#include "hw/host/sha256.h"
#include "props/temporary_folder.h"

namespace tritproof::golden {

constexpr std::string_view kToday = "2030-01-01";

/// second, but for what a test makes of its answers.
class Changed : public Subject {
 public:
  using Change = std::function<Outcome(const Request& request, Outcome outcome)>;
  explicit Changed(Change change) : change_(std::move(change)) {}
  [[nodiscard]] std::string_view name() const override { return "changed"; }
  [[nodiscard]] bool declares(spec::Op op, spec::Format format) const override {
    return second_->declares(op, format);
  }
  [[nodiscard]] Outcome answer(const Request& request) override {
    return change_(request, second_->answer(request));
  }

 private:
  Change change_;
  std::unique_ptr<Subject> second_ = make_second_subject();
};

/// One change of one bit in the answer to the `nth` request.
inline Changed::Change wrong_once(unsigned nth) {
  return [nth, count = 0u](const Request&, Outcome outcome) mutable {
    if (count++ != nth) return outcome;
    if (auto* bytes = std::get_if<Bytes>(&outcome)) bytes->front() ^= 1;
    return outcome;
  };
}

/// The smallest suite that has answers, refusals and reserved codes: what a challenge asks of three
/// formats, under ids of its own.
inline Suite small_suite() {
  constexpr spec::Format formats[] = {spec::Format::t2, spec::Format::t2s, spec::Format::tq2_0};
  Suite suite;
  suite.version = kSuiteVersion;
  suite.vectors = challenge_vectors("0123456789abcdef", formats).value_or(std::vector<Vector>{});
  for (Vector& vector : suite.vectors) {
    vector.question.level = Level::smoke;
    vector.question.rules = {"T2-1"};
    vector.question.flags = {"reserved-code"};
    vector.id = id_of(vector.question);
    const auto bytes = make_bytes(vector.question.input, [](const Blob&) {
      return std::expected<Bytes, std::string>(std::unexpected("no blobs"));
    });
    vector.input_sha256 = sha256_hex(bytes.value_or(Bytes{}));
  }
  return suite;
}

/// A suite and certificates in one temporary folder.
class CertificateTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto written = write_suite(suite_folder(), small_suite(), {});
    ASSERT_TRUE(written) << written.error().name << " " << written.error().where;
  }

  [[nodiscard]] std::filesystem::path suite_folder() const { return folder_.path() / "suite"; }
  [[nodiscard]] std::filesystem::path made() const { return folder_.path() / "made"; }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

  [[nodiscard]] Ask ask_of(Subject& subject) const {
    Ask ask;
    ask.name = subject.name();
    ask.in_process = &subject;
    ask.suite = suite_folder();
    ask.pinned = false;
    ask.level = Level::smoke;
    ask.formats = {spec::Format::t2, spec::Format::t2s, spec::Format::tq2_0};
    ask.folder = made();
    ask.version = "1.0";
    return ask;
  }

  Certificate certify_or_fail(const Ask& ask) {
    auto certified = certify(ask);
    EXPECT_TRUE(certified) << certified.error().what;
    return certified ? std::move(certified->certificate) : Certificate{};
  }

  Certificate certify_second() { return certify_or_fail(ask_of(*second_)); }

  [[nodiscard]] CheckAsk check_ask() const {
    CheckAsk ask;
    ask.folder = made();
    ask.suite = suite_folder();
    ask.pinned = false;
    ask.today = kToday;
    return ask;
  }
  [[nodiscard]] Checked check_made() const { return check(check_ask()); }

  /// The names of the faults, in order; "intact" if there are none.
  static std::string names(const Checked& checked) {
    std::string out = checked.cannot_run.value_or("");
    for (const Fault& fault : checked.faults) out += (out.empty() ? "" : " ") + fault.name;
    return out.empty() ? "intact" : out;
  }

  /// Everything that a fault says, for messages.
  static std::string words(const Checked& checked) {
    std::string out = checked.cannot_run.value_or("");
    for (const Fault& f : checked.faults)
      out += f.name + ": " + f.where + ": expected " + f.expected + ", got " + f.got + "\n";
    return out;
  }

  [[nodiscard]] std::string read(const std::string& file) const {
    std::ifstream in(made() / file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::string& file, const std::string& text) const {
    std::ofstream(made() / file, std::ios::binary) << text;
  }

  /// What somebody does who changes evidence and knows how the list is made.
  void reseal() const {
    std::vector<Sum> sums;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(made())) {
      const std::string path = entry.path().lexically_relative(made()).string();
      if (entry.is_regular_file() && path != kSumsFile && path != kSignatureFile)
        sums.push_back({sha256_hex(read(path)), path});
    }
    const std::string lines = write_sums(sums);
    write(std::string(kSumsFile), lines + "# " + sha256_hex(lines) + "\n");
  }

  /// Replaces the first `from` in a file and reseals. False if there is none.
  [[nodiscard]] bool forge(const std::string& file, const std::string& from,
                           const std::string& to) const {
    std::string text = read(file);
    const std::size_t at = text.find(from);
    if (at == std::string::npos) return false;
    write(file, text.replace(at, from.size(), to));
    reseal();
    return true;
  }

  [[nodiscard]] std::vector<std::string> files() const {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(made()))
      if (entry.is_regular_file()) all.push_back(entry.path().lexically_relative(made()).string());
    std::ranges::sort(all);
    return all;
  }

  std::unique_ptr<Subject> second_ = make_second_subject();

 private:
  TemporaryFolder folder_;
};

}  // namespace tritproof::golden
