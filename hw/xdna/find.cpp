// SPDX-License-Identifier: Apache-2.0
#include "hw/xdna/find.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "hw/program.h"

namespace tritproof::hw {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBringXrt =
    "cmake --preset release -DTRITPROOF_DEVICES=ON -DCMAKE_PREFIX_PATH=/opt/xilinx/xrt && "
    "cmake --build --preset release  # XRT: hw/xdna/README.md";
constexpr const char* kBringModel = "cmake --build --preset release --target tritproof-xdna-model";
constexpr const char* kBringMap =
    "--backend-arg map=FILE, or export TRITPROOF_XDNA_MAP=FILE  # hw/xdna/README.md";

std::unexpected<Absent> absent(std::string why, const char* bring) {
  return std::unexpected(Absent{std::move(why), bring});
}

/// The file of an argument map; `by` says who names it.
std::expected<std::string, Absent> map_file(std::string_view name, const char* by) {
  std::error_code error;
  const fs::path path = fs::absolute(name, error);
  if (!error && is_file(path)) return path.string();
  return absent(std::string(by) + " names " + std::string(name) + ", which is no file", kBringMap);
}

/// Puts the maps of TRITPROOF_XDNA_MAP at the end of the command.
std::expected<host::Command, Absent> with_maps(host::Command command, std::string_view maps) {
  if (maps.empty())
    return absent("no argument map of a kernel: neither --map nor TRITPROOF_XDNA_MAP", kBringMap);
  while (!maps.empty()) {
    const std::string_view name = maps.substr(0, maps.find(':'));
    maps.remove_prefix(std::min(name.size() + 1, maps.size()));
    auto file = map_file(name, "TRITPROOF_XDNA_MAP");
    if (!file) return std::unexpected(std::move(file.error()));
    command.argv.insert(command.argv.end(), {"--map", *std::move(file)});
  }
  return command;
}

}  // namespace

std::expected<host::Command, Absent> find_xdna(Given given) {
  const fs::path runner = program(TRITPROOF_XDNA_RUNNER, "tritproof-xdna-runner");
  if (!is_file(runner))
    return absent("tritproof-xdna-runner is not built: XRT 2.19 or newer was not found", kBringXrt);
  host::Command command{{runner.string()}, {}};
  bool has_map = false;
  for (std::size_t i = 0; i + 1 < given.size(); i += 2) {
    if (given[i] != "--map") continue;
    if (auto file = map_file(given[i + 1], "--map"); !file)
      return std::unexpected(std::move(file.error()));
    has_map = true;
  }
  if (has_map) return command;
  const char* const maps = std::getenv("TRITPROOF_XDNA_MAP");
  return with_maps(std::move(command), maps == nullptr ? "" : maps);
}

std::expected<host::Command, Absent> find_xdna_model(Given) {
  const fs::path model = program(TRITPROOF_XDNA_MODEL, "tritproof-xdna-model");
  if (!is_file(model)) return absent("tritproof-xdna-model is not built", kBringModel);
  return host::Command{{model.string()}, {}};
}

}  // namespace tritproof::hw
