// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/console.h"
#include "cli/gate_reports.h"

namespace tritproof::cli {
namespace {

using gate::Bench;
using gate::LawTally;
using nlohmann::json;

json json_of(const gate::Window& window) {
  return {{"what", window.what},
          {"from", window.from},
          {"hex", window.hex},
          {"mark", window.mark},
          {"count", window.count}};
}

json json_of(const gate::Broken& broken) {
  json bytes = json::array();
  for (const gate::Window& window : broken.bytes) bytes.push_back(json_of(window));
  return {{"rule", broken.rule},           {"op", spec::name_of(broken.asked.op)},
          {"why", broken.asked.why},       {"domain", broken.domain},
          {"where", broken.finding.where}, {"expected", broken.finding.expected},
          {"got", broken.finding.got},     {"explanation", broken.explanation},
          {"lookalike", broken.lookalike}, {"case", broken.replay},
          {"picture", broken.picture},     {"bytes", bytes}};
}

json json_of(const Bench& bench) {
  json laws = json::array();
  for (const LawTally& tally : bench.laws) {
    json law{{"law", tally.law}, {"standing", name_of(tally.standing)}, {"cases", tally.cases}};
    if (!tally.note.empty()) law["note"] = tally.note;
    if (tally.first) law["first"] = json_of(*tally.first);
    laws.push_back(std::move(law));
  }
  return {{"subject", bench.subject},
          {"format", spec::row_of(bench.format).name},
          {"declared", bench.declared},
          {"passed", bench.passed()},
          {"cases", bench.cases},
          {"distinct", bench.distinct},
          {"seconds", bench.seconds},
          {"shortfalls", bench.shortfalls},
          {"laws", laws}};
}

json json_of(const gate::SelfTest& selftest) {
  constexpr std::string_view rarity[] = {"common", "below 1e-3", "below 1e-5"};
  json kills = json::array();
  for (const gate::Kill& kill : selftest.kills)
    kills.push_back({{"mutant", kill.mutant->id},
                     {"sentence", kill.mutant->sentence},
                     {"fault", kill.mutant->fault},
                     {"format", spec::row_of(kill.mutant->format).name},
                     {"op", spec::name_of(kill.mutant->op)},
                     {"rarity", rarity[static_cast<std::size_t>(kill.mutant->rarity)]},
                     {"law", kill.law},
                     {"domain", kill.domain},
                     {"bites", kill.bites},
                     {"cases", kill.cases}});
  json by_law = json::object();
  for (const auto& [law, count] : selftest.by_law) by_law[std::string(law)] = count;
  return {{"passed", selftest.passed()},
          {"mutants", selftest.kills.size()},
          {"interrupted", interrupted()},
          {"by_law", by_law},
          {"survivors", selftest.survivors()},
          {"shortfalls", selftest.shortfalls},
          {"kills", kills}};
}

std::string dumped(const json& value) {
  return value.dump(1, ' ', true, json::error_handler_t::replace) + "\n";
}

std::string fingerprint(const Bench& bench, const LawTally& tally) {
  return std::string(spec::row_of(bench.format).name) + "/" + std::string(tally.law) + "/" +
         tally.first->rule;
}

json sarif_result(const Bench& bench, const LawTally& tally) {
  const gate::Broken& broken = *tally.first;
  return {{"ruleId", broken.rule},
          {"level", tally.standing == gate::Standing::known ? "note" : "error"},
          {"message",
           {{"text", bench.subject + " " + std::string(spec::row_of(bench.format).name) + ": " +
                         broken.finding.where + ": expected " + broken.finding.expected + ", got " +
                         broken.finding.got + ". " + broken.explanation + " " + broken.lookalike}}},
          {"locations",
           json::array({{{"logicalLocations",
                          json::array({{{"fullyQualifiedName",
                                         bench.subject + "/" +
                                             std::string(spec::row_of(bench.format).name)}}})}}})},
          {"partialFingerprints", {{"tritproof/v1", fingerprint(bench, tally)}}}};
}

}  // namespace

std::string gate_json(const gate::Result& result, const gate::SelfTest* selftest) {
  json benches = json::array();
  for (const Bench& bench : result.benches) benches.push_back(json_of(bench));
  json out{{"level", result.level},
           {"seed", result.seed},
           {"passed", result.passed() && (selftest == nullptr || selftest->passed())},
           {"interrupted", interrupted()},
           {"shortfalls", result.shortfalls},
           {"benches", benches}};
  if (selftest != nullptr) out["selftest"] = json_of(*selftest);
  return dumped(out);
}

std::string selftest_json(const gate::SelfTest& selftest, const VectorTrial& vectors) {
  json out = json_of(selftest);
  for (std::size_t i = 0; i < vectors.kills.size(); ++i) {
    out["kills"][i]["vector"] = vectors.kills[i].id;
    out["kills"][i]["vectors_tried"] = vectors.kills[i].tried;
  }
  return dumped(out);
}

std::string gate_sarif(const gate::Result& result) {
  json results = json::array();
  std::vector<std::string> ids;
  for (const Bench& bench : result.benches)
    for (const LawTally& tally : bench.laws)
      if (tally.first) {
        results.push_back(sarif_result(bench, tally));
        ids.push_back(tally.first->rule);
      }
  std::ranges::sort(ids);
  ids.erase(std::ranges::unique(ids).begin(), ids.end());
  json rules = json::array();
  for (const std::string& id : ids) rules.push_back({{"id", id}});
  const json driver{{"name", "tritproof"}, {"rules", rules}};
  return dumped({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                 {"version", "2.1.0"},
                 {"runs", json::array({{{"tool", {{"driver", driver}}}, {"results", results}}})}});
}

std::string gate_markdown(const gate::Result& result, const gate::SelfTest* selftest) {
  const bool passed = result.passed() && (selftest == nullptr || selftest->passed());
  std::string out = passed ? "## tritproof: conforms\n\n" : "## tritproof: does not conform\n\n";
  out += "| subject | format | cases | distinct | result |\n| --- | --- | --- | --- | --- |\n";
  for (const Bench& bench : result.benches)
    out += "| " + for_markdown(bench.subject) + " | " +
           for_markdown(spec::row_of(bench.format).name) + " | " + std::to_string(bench.cases) +
           " | " + std::to_string(bench.distinct) + " | " +
           (!bench.declared  ? "not declared"
            : bench.passed() ? "pass"
                             : "**fail**") +
           " |\n";
  if (selftest != nullptr)
    out += "\nSelf-test: " + std::to_string(selftest->kills.size() - selftest->survivors()) +
           " of " + std::to_string(selftest->kills.size()) + " wrong codecs caught.\n";
  for (const std::string& shortfall : result.shortfalls)
    out += "\n- " + for_markdown(shortfall) + "\n";
  for (const Bench& bench : result.benches)
    for (const LawTally& tally : bench.laws)
      if (tally.first)
        out += "\n- " + for_markdown(bench.subject) + " " +
               for_markdown(spec::row_of(bench.format).name) + ", " + tally.first->rule + ": " +
               for_markdown(tally.first->finding.where) + ": expected " +
               for_markdown(tally.first->finding.expected) + ", got " +
               for_markdown(tally.first->finding.got) + ". " +
               for_markdown(tally.first->lookalike) + "\n";
  return out;
}

}  // namespace tritproof::cli
