// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>

#include "hw/host/command.h"
#include "hw/runners.h"

namespace tritproof::hw {

/// The HVX kernels under qemu-hexagon: an emulator, never a device. Absent says whether the program
/// was not built or the emulator is missing, and what brings it.
[[nodiscard]] std::expected<host::Command, Absent> find_hexagon();

}  // namespace tritproof::hw
