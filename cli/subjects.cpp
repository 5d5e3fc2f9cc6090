// SPDX-License-Identifier: Apache-2.0
#include "codec/subjects.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/console.h"
#include "hw/runners.h"

namespace tritproof::cli {
namespace {

using nlohmann::json;

// One line of the list: who it is, and if it is not here, why and what brings it.
struct Listed {
  std::string name;
  std::string what;
  bool present = true;
  std::string why;
  std::string bring;
};

std::vector<Listed> everyone() {
  std::vector<Listed> all;
  for (const SubjectRow& row : in_process_subjects())
    all.push_back({std::string(row.name), std::string(row.description), true, {}, {}});
  for (const hw::RunnerRow& row : hw::runners()) {
    Listed one{std::string(row.name), std::string(row.what), true, {}, {}};
    if (const auto command = row.find(); !command) {
      one.present = false;
      one.why = command.error().why;
      one.bring = command.error().bring;
    }
    all.push_back(std::move(one));
  }
  return all;
}

int list_subjects(bool as_json) {
  json subjects = json::array();
  for (const Listed& one : everyone()) {
    if (as_json) {
      subjects.push_back({{"name", one.name},
                          {"what", one.what},
                          {"present", one.present},
                          {"why", one.why},
                          {"bring", one.bring}});
      continue;
    }
    print(fmt::format("{:<14}{:<9}{}\n", one.name, one.present ? "present" : "absent", one.what));
    if (!one.present) print(fmt::format("{:23}{}\n{:23}get it: {}\n", "", one.why, "", one.bring));
  }
  if (as_json) print(json{{"subjects", subjects}}.dump(2) + "\n");
  return kConforms;
}

}  // namespace

void add_subjects(CLI::App& app, Run& run) {
  CLI::App* command = app.add_subcommand("subjects", "List who can be judged, and why not");
  auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json, "Print an object");
  command->footer("Example:\n  tritproof subjects");
  command->callback([&run, as_json] { run = [as_json] { return list_subjects(*as_json); }; });
}

}  // namespace tritproof::cli
