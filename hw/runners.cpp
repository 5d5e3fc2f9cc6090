// SPDX-License-Identifier: Apache-2.0
#include "hw/runners.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace tritproof::hw {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBringGgml = "npm ci --ignore-scripts --prefix hw/ggml";
constexpr std::string_view kInPackage =
    "node_modules/@node-llama-cpp/linux-x64/bins/linux-x64/libggml-base.so";

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

/// A program of this project: where the build put it, or beside the running one.
fs::path program(const char* built, std::string_view name) {
  std::error_code error;
  const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path() / name;
  return !error && is_file(beside) ? beside : fs::path(built);
}

std::expected<host::Command, Absent> find_ggml() {
  auto library = ggml_library();
  if (!library) return std::unexpected(std::move(library.error()));
  const fs::path runner = program(TRITPROOF_GGML_RUNNER, "tritproof-ggml-runner");
  if (!is_file(runner))
    return std::unexpected(Absent{"tritproof-ggml-runner is not built", "./tritproof subjects"});
  return host::Command{{runner.string(), *library}, {}};
}

constexpr std::array<RunnerRow, 1> kRunners{{
    {"ggml", "ggml's own library, from npm's @node-llama-cpp/linux-x64", find_ggml},
}};

}  // namespace

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
