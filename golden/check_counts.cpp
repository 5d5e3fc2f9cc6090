// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <tuple>

#include "golden/check_parts.h"
#include "golden/flags.h"
#include "golden/vector_json.h"

namespace tritproof::golden {
namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += name + " ";
  return text;
}

std::string_view op_name(const Question& question) { return spec::name_of(question.op); }
std::string_view op_name(const FileQuestion&) { return "read"; }
std::string format_name(const Question& question) {
  return std::string(spec::row_of(question.format).name);
}
std::string format_name(const FileQuestion& question) { return question.suffix; }

Sign sign_of(const Vector& vector) { return vector.sign; }
Sign sign_of(const FileVector& vector) {
  return std::holds_alternative<ExpectedRefusal>(vector.expected) ? Sign::refused : Sign::valid;
}

// "valid", "defect", or the refusal's name.
template <class V>
std::string outcome_class(const V& vector) {
  if (const auto* refusal = std::get_if<ExpectedRefusal>(&vector.expected))
    return std::string(spec::row_of(refusal->name).name);
  return std::string(kSignNames[static_cast<std::size_t>(sign_of(vector))]);
}

// The question without its recipe: the digest of the payload stands for that.
template <class Q>
std::string question_key(Q question, const std::string& input_sha256) {
  question.input = {};
  return identity_of(question) + input_sha256;
}

class Counter {
 public:
  explicit Counter(CheckReport& report) : report_(report) {}

  template <class V>
  void see(const V& vector) {
    const auto& question = vector.question;
    const auto level = static_cast<std::size_t>(question.level);
    const Sign sign = sign_of(vector);
    ++report_.vectors;
    ++report_.by_level[level];
    ++report_.by_format[format_name(question)][level];
    ++report_.by_sign[static_cast<std::size_t>(sign)];
    for (const std::string& flag : question.flags) ++report_.by_flag[flag];
    for (const std::string& rule : question.rules) ++report_.by_rule[rule];
    ops_.emplace(format_name(question), op_name(question));
    std::vector<std::string> rules = question.rules;
    std::ranges::sort(rules);
    const bool fresh = kinds_
                           .insert({format_name(question), std::string(op_name(question)),
                                    joined(rules), joined(question.flags), outcome_class(vector)})
                           .second;
    report_.distinct += fresh ? 1 : 0;
    report_.distinct_bad += fresh && sign != Sign::valid ? 1 : 0;
    const auto [at, added] =
        questions_.emplace(question_key(question, vector.input_sha256), vector.id);
    if (!added)
      report_.faults.push_back(
          {"duplicate-question", vector.id, "each question once", "that of " + at->second});
  }

  // Each op of each format that the rules define, and the ones that answer NoSuchConversion apart.
  void check_ops() {
    for (const spec::FormatRow& row : spec::kFormats)
      for (std::size_t i = 0; i < spec::kOpNames.size(); ++i)
        if (spec::defined(static_cast<spec::Op>(i + 1), row.id) &&
            !ops_.contains({std::string(row.name), std::string(spec::kOpNames[i])}))
          report_.faults.push_back({"no-vectors",
                                    std::string(row.name) + " " + std::string(spec::kOpNames[i]),
                                    "at least one", "none"});
  }

 private:
  CheckReport& report_;
  std::set<std::pair<std::string, std::string>> ops_;
  std::set<std::array<std::string, 5>> kinds_;
  std::map<std::string, std::string> questions_;
};

void check_rules(const std::vector<std::string>& rules, CheckReport& report) {
  const std::set<std::string> known(rules.begin(), rules.end());
  std::set<std::string> exempt;
  for (const Exempt& row : exempt_rules()) {
    exempt.emplace(row.rule);
    if (report.by_rule.contains(std::string(row.rule)) || !known.contains(std::string(row.rule)))
      report.faults.push_back(
          {"needless-exemption", std::string(row.rule), "a rule without vectors", "vectors"});
  }
  for (const auto& [rule, count] : report.by_rule)
    if (!known.contains(rule))
      report.faults.push_back({"unknown-rule", rule, "a rule of spec/", "none"});
  for (const std::string& rule : rules)
    if (!report.by_rule.contains(rule) && !exempt.contains(rule))
      report.faults.push_back({"unshown-rule", rule, "at least one vector", "none"});
}

void at_least(std::string where, std::uint64_t least, std::uint64_t got, CheckReport& report) {
  if (got < least)
    report.faults.push_back(
        {"too-few", std::move(where), "at least " + std::to_string(least), std::to_string(got)});
}

}  // namespace

void check_counts(const Suite& suite, const CheckOptions& options, CheckReport& report) {
  Counter counter(report);
  for (const Vector& vector : suite.vectors) counter.see(vector);
  for (const FileVector& vector : suite.files) counter.see(vector);
  counter.check_ops();
  check_rules(options.rules, report);
  for (const Flag& flag : flags())
    if (!report.by_flag.contains(std::string(flag.name)))
      report.faults.push_back({"unused-flag", std::string(flag.name), "at least one", "none"});
  at_least("vectors", kLeastVectors, report.vectors, report);
  at_least("distinct vectors", kLeastDistinct, report.distinct, report);
  at_least("percent of these refused or counted as defects", kLeastBadPercent,
           report.distinct == 0 ? 0 : report.distinct_bad * 100 / report.distinct, report);
  for (std::size_t i = 0; i < std::size(kLevelNames); ++i)
    at_least("vectors of level " + std::string(kLevelNames[i]), 1, report.by_level[i], report);
}

}  // namespace tritproof::golden
