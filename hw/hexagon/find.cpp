// SPDX-License-Identifier: Apache-2.0
#include "hw/hexagon/find.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace tritproof::hw {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBring = "apt-get install clang-14 lld-14 qemu-user && ./tritproof subjects";
constexpr std::string_view kProgram = TRITPROOF_HEXAGON_PROGRAM;
constexpr std::string_view kMissing = TRITPROOF_HEXAGON_MISSING;

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

/// Where the build put the program, or beside the running one.
fs::path program() {
  std::error_code error;
  const fs::path beside =
      fs::read_symlink("/proc/self/exe", error).parent_path() / "tritproof-hexagon.elf";
  return !error && is_file(beside) ? beside : fs::path(kProgram);
}

}  // namespace

std::expected<host::Command, Absent> find_hexagon() {
  const fs::path elf = program();
  if (!is_file(elf)) {
    const std::string why = kMissing.empty() ? "tritproof-hexagon.elf is not built"
                                             : "not built for want of " + std::string(kMissing);
    return std::unexpected(Absent{why, kBring});
  }
  // No -cpu: the emulator takes it from the program, which must not hold what it gets wrong.
  const auto emulator = host::locate(host::Command{{"qemu-hexagon"}, {}});
  if (!emulator) return std::unexpected(Absent{emulator.error(), kBring});
  return host::Command{{*emulator, elf.string()}, {}};
}

}  // namespace tritproof::hw
