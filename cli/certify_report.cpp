// SPDX-License-Identifier: Apache-2.0
#include "cli/certify_report.h"

#include <fmt/format.h>

#include "cli/console.h"
#include "codec/subjects.h"
#include "golden/certificate/choices.h"
#include "golden/fingerprint.h"
#include "props/gate/explain.h"

namespace tritproof::cli {
namespace {

/// Gives the answer that was given before: a device is not asked again for an explanation.
class Recorded : public Subject {
 public:
  Recorded(const golden::Question& question, const Outcome& outcome)
      : question_(question), outcome_(outcome) {}
  [[nodiscard]] std::string_view name() const override { return "recorded"; }
  [[nodiscard]] bool declares(spec::Op op, spec::Format format) const override {
    return op == question_.op && format == question_.format;
  }
  [[nodiscard]] Outcome answer(const Request&) override { return outcome_; }

 private:
  const golden::Question& question_;
  const Outcome& outcome_;
};

gate::Broken explained(const golden::Failure& failure) {
  const golden::Question& q = failure.vector.question;
  gate::Broken broken;
  broken.asked = {q.why,
                  q.op,
                  q.format,
                  q.options,
                  q.geometry,
                  q.m,
                  {failure.payload.begin(), failure.payload.end()}};
  Recorded recorded(q, failure.outcome);
  const auto reference = make_reference_subject();
  gate::explain(broken, recorded, *reference);
  // The vector's own rule stands where nothing more exact was found.
  if (broken.rule == gate::rule_of(q.op, q.format) && !q.rules.empty())
    broken.rule = q.rules.front();
  return broken;
}

std::string indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += "  " + for_terminal(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string policy_line(const golden::Failure& failure) {
  const auto* const bytes = std::get_if<Bytes>(&failure.outcome);
  if (bytes == nullptr || failure.verdict != Verdict::mismatch) return {};
  const golden::Question& q = failure.vector.question;
  const golden::ChoiceRow* const row = golden::choice_of(q, failure.payload, *bytes);
  if (row == nullptr) return {};
  const golden::Policy* const policy = golden::policy_of(q.format, row->key, row->value);
  return fmt::format("  it follows {}: {}; that does not conform\n", row->name(),
                     policy == nullptr ? "a known choice" : policy->explanation);
}

}  // namespace

std::string failure_text(const golden::Failure& failure) {
  const golden::Vector& vector = failure.vector;
  std::string out = fmt::format("{} {}", vector.id, name_of(failure.verdict));
  if (std::holds_alternative<Trouble>(failure.outcome))
    return out + fmt::format("\n  asked because {}\n", vector.question.why) +
           indented(failure.what);
  const gate::Broken broken = explained(failure);
  out += fmt::format(": {}\n  asked because {}\n", broken.rule, vector.question.why);
  out += indented(failure.what) + indented(broken.explanation) + indented(broken.lookalike);
  return out + policy_line(failure);
}

std::string waiver_text(const golden::Waived& waived) {
  const golden::Waiver& waiver = waived.waiver;
  const std::string covers = waived.expired       ? "expired on " + waiver.expires
                             : waived.ids.empty() ? "no failure meets it, take it off the list"
                                                  : fmt::format("covers {} failures until {}",
                                                                waived.ids.size(), waiver.expires);
  return for_terminal(
             fmt::format("waiver {}{} of {}: {}", waiver.id, waiver.flag, waiver.owner, covers)) +
         "\n";
}

std::string fault_text(const golden::Fault& fault) {
  return for_terminal(fmt::format("{}: {}: expected {}, got {}", fault.name, fault.where,
                                  fault.expected, fault.got));
}

}  // namespace tritproof::cli
