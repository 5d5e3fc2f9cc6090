// SPDX-License-Identifier: Apache-2.0
#include "hw/runners.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <ranges>

#include "hw/hexagon/find.h"
#include "hw/program.h"
#include "hw/xdna/find.h"

namespace tritproof::hw {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBringGgml = "npm ci --ignore-scripts --prefix hw/ggml";
constexpr std::string_view kInPackage =
    "node_modules/@node-llama-cpp/linux-x64/bins/linux-x64/libggml-base.so";

std::expected<host::Command, Absent> find_ggml(Given) {
  auto library = ggml_library();
  if (!library) return std::unexpected(std::move(library.error()));
  const fs::path runner = program(TRITPROOF_GGML_RUNNER, "tritproof-ggml-runner");
  if (!is_file(runner))
    return std::unexpected(Absent{"tritproof-ggml-runner is not built", "./tritproof subjects"});
  return host::Command{{runner.string(), *library}, {}};
}

constexpr std::array<RunnerRow, 4> kRunners{{
    {"ggml", "ggml's own library, from npm's @node-llama-cpp/linux-x64", "", {}, find_ggml},
    {"hexagon", kHexagonWhat, "", kHexagonTimeouts, find_hexagon},
    {"xdna", kXdnaWhat, "map device setup-ms run-ms", kXdnaTimeouts, find_xdna},
    {"xdna-model", kXdnaModelWhat, "reserved", kXdnaTimeouts, find_xdna_model},
}};

}  // namespace

std::expected<host::Command, Absent> RunnerRow::find(Given given) const {
  auto command = finder(given);
  if (command) command->argv.insert(command->argv.end(), given.begin(), given.end());
  return command;
}

bool RunnerRow::takes(std::string_view option) const {
  return !option.empty() &&
         std::ranges::any_of(std::views::split(options, ' '), [option](const auto& word) {
           return std::string_view(word.begin(), word.end()) == option;
         });
}

std::span<const RunnerRow> runners() { return kRunners; }

const RunnerRow* runner_named(std::string_view name) {
  const auto found = std::ranges::find(kRunners, name, &RunnerRow::name);
  return found == kRunners.end() ? nullptr : &*found;
}

std::expected<std::string, Absent> ggml_library() {
  if (const char* const chosen = std::getenv("TRITPROOF_GGML_LIB")) {
    if (is_file(chosen)) return std::string(chosen);
    return std::unexpected(Absent{"TRITPROOF_GGML_LIB names no file", std::string(kBringGgml)});
  }
  for (const fs::path folder : {TRITPROOF_GGML_BUILD_DIR, TRITPROOF_GGML_SOURCE_DIR})
    if (is_file(folder / kInPackage)) return (folder / kInPackage).string();
  return std::unexpected(Absent{"ggml's library is not installed", std::string(kBringGgml)});
}

}  // namespace tritproof::hw
