// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>

#include "golden/certificate/check.h"

namespace tritproof::golden {
namespace {

/// More vectors than these are counted, not listed.
constexpr std::size_t kMostListed = 20;

class Differ {
 public:
  void compare(std::string_view what, std::string_view left, std::string_view right) {
    if (left != right)
      lines_.push_back(std::string(what) + ": " + shown(left) + " -> " + shown(right));
  }

  /// Things that have a name on each side: what is missing on one side is empty there.
  void compare(std::string_view what, const std::map<std::string, std::string>& left,
               const std::map<std::string, std::string>& right) {
    std::set<std::string> names;
    for (const auto& [name, value] : left) names.insert(name);
    for (const auto& [name, value] : right) names.insert(name);
    for (const std::string& name : names)
      compare(std::string(what) + " " + name, at(left, name), at(right, name));
  }

  void verdicts(const std::vector<ResultLine>& left, const std::vector<ResultLine>& right) {
    std::map<std::string, std::string> before;
    for (const ResultLine& line : left) before[line.id] = text_of(line);
    std::map<std::string, std::string> after;
    for (const ResultLine& line : right) after[line.id] = text_of(line);
    Differ all;
    all.compare("vector", before, after);
    for (std::size_t i = 0; i < std::min(all.lines_.size(), kMostListed); ++i)
      lines_.push_back(all.lines_[i]);
    if (all.lines_.size() > kMostListed)
      lines_.push_back(std::to_string(all.lines_.size() - kMostListed) + " more vectors differ");
  }

  std::vector<std::string> lines() && { return std::move(lines_); }

 private:
  static std::string shown(std::string_view text) {
    return text.empty() ? "nothing" : std::string(text);
  }

  static std::string at(const std::map<std::string, std::string>& map, const std::string& name) {
    const auto found = map.find(name);
    return found == map.end() ? std::string() : found->second;
  }

  /// The verdict, and where it is not a pass the answer, which may change too.
  static std::string text_of(const ResultLine& line) {
    std::string text(verdict_text(line.seen));
    if (!line.policy.empty() && line.seen.verdict != Verdict::pass) text += " " + line.policy;
    if (line.seen.verdict != Verdict::pass && line.seen.answer)
      text += " " + line.seen.answer->canonical.substr(0, 12);
    return text;
  }

  std::vector<std::string> lines_;
};

std::map<std::string, std::string> fields_of(const Certificate& certificate) {
  std::map<std::string, std::string> fields;
  for (const DeviceField& field : certificate.device) {
    std::string& value = fields[field.name + (field.measured ? " (measured)" : " (asserted)")];
    value += (value.empty() ? "" : "; ") + field.value;
  }
  return fields;
}

std::map<std::string, std::string> prints_of(const Certificate& certificate) {
  std::map<std::string, std::string> prints;
  for (const FormatPrint& print : certificate.prints)
    prints[std::string(spec::row_of(print.format).name)] = print.line;
  return prints;
}

std::map<std::string, std::string> rows_of(const Certificate& certificate) {
  std::map<std::string, std::string> rows;
  for (const Row& row : certificate.rows)
    rows[row.name] = row.holds() ? "holds " + row.sha256 : "does not hold";
  return rows;
}

}  // namespace

std::vector<std::string> differences(const Checked& left, const Checked& right) {
  if (!left.certificate || !right.certificate) return {"only one of them could be read"};
  const Certificate& a = *left.certificate;
  const Certificate& b = *right.certificate;
  const auto hello = [](const Certificate& c) { return protocol::encode_hello(c.declared.hello); };
  Differ differ;
  differ.compare("signature", left.signature, right.signature);
  differ.compare("result", kResultNames[static_cast<std::size_t>(result_of(a))],
                 kResultNames[static_cast<std::size_t>(result_of(b))]);
  differ.compare("subject", a.subject + " " + a.subject_sha256, b.subject + " " + b.subject_sha256);
  differ.compare("standing", kStandingNames[static_cast<std::size_t>(a.standing)],
                 kStandingNames[static_cast<std::size_t>(b.standing)]);
  differ.compare("device", fields_of(a), fields_of(b));
  differ.compare("declared", hello(a), hello(b));
  differ.compare("behaviour", prints_of(a), prints_of(b));
  differ.compare("suite", a.suite_sha256, b.suite_sha256);
  differ.compare("level", kLevelNames[static_cast<std::size_t>(a.level)],
                 kLevelNames[static_cast<std::size_t>(b.level)]);
  differ.compare("challenge", a.challenge, b.challenge);
  differ.compare("harness", a.harness.version + " " + a.harness.commit,
                 b.harness.version + " " + b.harness.commit);
  differ.compare("row", rows_of(a), rows_of(b));
  differ.verdicts(left.lines, right.lines);
  return std::move(differ).lines();
}

}  // namespace tritproof::golden
