// SPDX-License-Identifier: Apache-2.0
#include "hw/xdna/find.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace tritproof::hw {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBringXrt =
    "cmake --preset release -DCMAKE_PREFIX_PATH=/opt/xilinx/xrt && cmake --build --preset release";
constexpr const char* kBringModel = "cmake --build --preset release --target tritproof-xdna-model";
constexpr const char* kBringMap = "export TRITPROOF_XDNA_MAP=kernel.map  # hw/xdna/README.md";

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

/// A program of this project: beside the running one, or where the build put it.
fs::path program(const char* built, std::string_view name) {
  std::error_code error;
  const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path() / name;
  return !error && is_file(beside) ? beside : fs::path(built);
}

std::unexpected<Absent> absent(std::string why, const char* bring) {
  return std::unexpected(Absent{std::move(why), bring});
}

}  // namespace

std::expected<host::Command, Absent> find_xdna() {
  const fs::path runner = program(TRITPROOF_XDNA_RUNNER, "tritproof-xdna-runner");
  if (!is_file(runner))
    return absent("tritproof-xdna-runner is not built: XRT 2.19 or newer was not found", kBringXrt);
  const char* const maps = std::getenv("TRITPROOF_XDNA_MAP");
  if (maps == nullptr || *maps == '\0')
    return absent("TRITPROOF_XDNA_MAP names no argument map of a kernel", kBringMap);
  host::Command command{{runner.string()}, {}};
  std::string_view left = maps;
  while (!left.empty()) {
    const std::string_view map = left.substr(0, left.find(':'));
    left.remove_prefix(std::min(map.size() + 1, left.size()));
    std::error_code error;
    const fs::path path = fs::absolute(map, error);
    if (error || !is_file(path))
      return absent("TRITPROOF_XDNA_MAP names " + std::string(map) + ", which is no file",
                    kBringMap);
    command.argv.insert(command.argv.end(), {"--map", path.string()});
  }
  return command;
}

std::expected<host::Command, Absent> find_xdna_model() {
  const fs::path model = program(TRITPROOF_XDNA_MODEL, "tritproof-xdna-model");
  if (!is_file(model)) return absent("tritproof-xdna-model is not built", kBringModel);
  return host::Command{{model.string()}, {}};
}

}  // namespace tritproof::hw
