// SPDX-License-Identifier: Apache-2.0
#include "cli/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/suggest.h"

namespace tritproof::cli {
namespace {

using nlohmann::json;

constexpr RuleRow kRules[] = {
#include "rules.inc"
};

constexpr CheckRow kChecks[] = {
#include "checks.inc"
};

json json_of(const RuleRow& rule) {
  json held = json::array();
  for (const CheckRow& check : kChecks)
    if (check.rule == rule.id) held.push_back({{"test", check.name}, {"file", check.file}});
  return {{"id", rule.id},
          {"origin", rule.origin},
          {"sentence", rule.sentence},
          {"page", rule.page},
          {"checks", held}};
}

int list_rules(bool as_json) {
  if (as_json) {
    json all = json::array();
    for (const RuleRow& rule : kRules) all.push_back(json_of(rule));
    print(json{{"rules", all}}.dump(2) + "\n");
    return kConforms;
  }
  for (const RuleRow& rule : kRules)
    print(fmt::format("{:<10} {:>2} checks  ({}) {}\n", rule.id,
                      std::ranges::count(kChecks, rule.id, &CheckRow::rule), rule.origin,
                      rule.sentence));
  return kConforms;
}

int explain_rule(const std::string& id, bool as_json) {
  const auto* rule = std::ranges::find(kRules, id, &RuleRow::id);
  if (rule == std::end(kRules)) {
    std::vector<std::string_view> ids;
    for (const RuleRow& row : kRules) ids.push_back(row.id);
    complain(fmt::format("no rule '{}'{}", for_terminal(id), suggestion(id, ids)));
    return kUsage;
  }
  if (as_json) {
    print(json_of(*rule).dump(2) + "\n");
    return kConforms;
  }
  print(fmt::format("{} ({})\n{}\n\nstated in {}\nheld by\n", rule->id, rule->origin,
                    rule->sentence, rule->page));
  for (const CheckRow& check : kChecks)
    if (check.rule == rule->id) print(fmt::format("  {}  {}\n", check.file, check.name));
  return kConforms;
}

}  // namespace

std::span<const RuleRow> rules() { return kRules; }
std::span<const CheckRow> checks() { return kChecks; }

void add_rules(CLI::App& app, Run& run) {
  CLI::App* command = app.add_subcommand("rules", "List the rules of the spec");
  auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json, "Print an object, with the checks of each rule");
  command->footer("Example:\n  tritproof rules");
  command->callback([&run, as_json] { run = [as_json] { return list_rules(*as_json); }; });
}

void add_explain(CLI::App& app, Run& run) {
  CLI::App* command =
      app.add_subcommand("explain", "Say what a rule means and which checks hold it");
  auto id = std::make_shared<std::string>();
  command->add_option("RULE", *id, "The rule's id, as in T2-3")->required();
  auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json, "Print an object");
  command->footer("Example:\n  tritproof explain T2-3");
  command->callback(
      [&run, id, as_json] { run = [id, as_json] { return explain_rule(*id, *as_json); }; });
}

}  // namespace tritproof::cli
