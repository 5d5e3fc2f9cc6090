// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/certificate.h"
#include "golden/certificate/fields.h"
#include "golden/certificate/sums.h"

namespace tritproof::golden {
namespace {

constexpr std::string_view kStatementType = "https://in-toto.io/Statement/v1";
constexpr std::string_view kPredicateType = "urn:tritproof:certificate:1";
constexpr std::string_view kTestResultType = "https://in-toto.io/attestation/test-result/v0.1";

template <class Items, class Make>
Json list_of(const Items& items, const Make& make) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(make(item));
  return list;
}

template <class Items>
Json list_of(const Items& items) {
  return list_of(items, [](const auto& item) { return Json(item); });
}

Json resource(std::string_view name, const std::string& sha256) {
  return {{"name", name}, {"digest", {{"sha256", sha256}}}};
}

Json json_of(const Harness& harness) {
  return {{"version", harness.version},
          {"commit", harness.commit},
          {"dirty", harness.dirty},
          {"compiler", harness.compiler},
          {"sha256", harness.sha256}};
}

Json json_of(const Declaration& declared) {
  Json lines = Json::array();
  const std::string text = protocol::encode_hello(declared.hello);
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    lines.push_back(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  return {{"at", declared.at}, {"hello", lines}};
}

Json json_of(const DeviceField& field) {
  return {{"name", field.name},
          {"value", field.value},
          {"origin", field.measured ? "measured" : "asserted"}};
}

Json json_of(const FormatPrint& print) {
  return {{"format", spec::row_of(print.format).name}, {"line", print.line}};
}

Json json_of(const host::Restart& restart) {
  return {{"child", restart.child}, {"id", restart.id}, {"why", restart.why}};
}

Json json_of(const RunFacts& run) {
  return {{"started", run.started},
          {"ended", run.ended},
          {"children", run.children},
          {"probes", run.probes},
          {"restarts", list_of(run.restarts, [](const auto& one) { return json_of(one); })},
          {"quarantined", list_of(run.quarantined)},
          {"transcripts", list_of(run.transcripts)},
          {"isolation", run.isolation},
          {"trouble", run.trouble}};
}

Json json_of(const Counts& counts) {
  Json by_verdict;
  for (std::size_t i = 0; i < counts.by_verdict.size(); ++i)
    by_verdict[std::string(name_of(static_cast<Verdict>(i)))] = counts.by_verdict[i];
  return {{"by_verdict", by_verdict},
          {"not_declared", counts.not_declared},
          {"left_out", counts.left_out},
          {"waived", counts.waived},
          {"formats_covered", counts.formats_covered}};
}

Json json_of(const Waived& waived) {
  const Waiver& waiver = waived.waiver;
  return {{"id", waiver.id},         {"flag", waiver.flag},       {"owner", waiver.owner},
          {"reason", waiver.reason}, {"expires", waiver.expires}, {"expired", waived.expired},
          {"ids", waived.ids}};
}

Json json_of(const Row& row) {
  return {{"name", row.name},   {"command", row.command}, {"not_applicable", row.not_applicable},
          {"ended", row.ended}, {"exit", row.exit},       {"sha256", row.sha256},
          {"bytes", row.bytes}, {"origin", "asserted"}};
}

Json predicate_of(const Certificate& c) {
  Json out{{"headline", headline(c)}, {"says", list_of(kSays)}};
  out["result"] = kResultNames[static_cast<std::size_t>(result_of(c))];
  out["command"] = c.command;
  out["standing"] = kStandingNames[static_cast<std::size_t>(c.standing)];
  out["standing_why"] = c.standing_why;
  out["harness"] = json_of(c.harness);
  out["suite"] = {{"version", c.suite_version},
                  {"sha256", c.suite_sha256},
                  {"level", kLevelNames[static_cast<std::size_t>(c.level)]},
                  {"formats", list_of(c.formats, [](spec::Format format) {
                     return Json(spec::row_of(format).name);
                   })}};
  out["thin"] = c.thin;
  out["challenge"] = c.challenge;
  out["declared"] = json_of(c.declared);
  out["device"] = list_of(c.device, [](const auto& field) { return json_of(field); });
  out["behaviour"] = list_of(c.prints, [](const auto& print) { return json_of(print); });
  out["run"] = json_of(c.run);
  out["counts"] = json_of(c.counts);
  out["waivers"] = list_of(c.waivers, [](const auto& waived) { return json_of(waived); });
  out["rows"] = list_of(c.rows, [](const auto& row) { return json_of(row); });
  return out;
}

Json statement_of(const Certificate& c, std::string_view type, Json predicate) {
  return {{"_type", kStatementType},
          {"subject", Json::array({resource(c.subject, c.subject_sha256)})},
          {"predicateType", type},
          {"predicate", std::move(predicate)}};
}

}  // namespace

std::string write_certificate(const Certificate& certificate) {
  return json_text(statement_of(certificate, kPredicateType, predicate_of(certificate)), 1) + "\n";
}

std::string write_statement(const Certificate& certificate, const std::vector<TestResult>& tests) {
  Json names[3] = {Json::array(), Json::array(), Json::array()};
  for (const TestResult& test : tests)
    names[static_cast<std::size_t>(test.result)].push_back(test.name);
  Json predicate{
      {"result", kResultNames[static_cast<std::size_t>(result_of(certificate))]},
      {"configuration", Json::array({resource("tritproof suite " + certificate.suite_version,
                                              certificate.suite_sha256),
                                     resource("tritproof", certificate.harness.sha256)})},
      {"passedTests", names[0]},
      {"warnedTests", names[1]},
      {"failedTests", names[2]}};
  return json_text(statement_of(certificate, kTestResultType, std::move(predicate)), 1) + "\n";
}

}  // namespace tritproof::golden
