// SPDX-License-Identifier: Apache-2.0
#include "hw/hexagon/find.h"

#include <filesystem>
#include <string>

#include "hw/program.h"

namespace tritproof::hw {
namespace {

constexpr const char* kBring =
    "apt-get install clang-14 lld-14 llvm-14 qemu-user g++-aarch64-linux-gnu && "
    "cmake --preset release && ./tritproof subjects";
constexpr std::string_view kMissing = TRITPROOF_HEXAGON_MISSING;

}  // namespace

std::expected<host::Command, Absent> find_hexagon(Given) {
  const std::filesystem::path elf = program(TRITPROOF_HEXAGON_PROGRAM, "tritproof-hexagon.elf");
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
