// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <string_view>

#include "hw/host/command.h"
#include "hw/runners.h"

/// The row `hexagon` of the list of runners.
namespace tritproof::hw {

inline constexpr std::string_view kHexagonWhat =
    "HVX kernels under qemu-hexagon, an emulator; they have never run on a device";

/// An emulator has no clock of its own, and the machine below it may be busy.
inline constexpr host::Timeouts kHexagonTimeouts{std::chrono::seconds(20),
                                                 std::chrono::seconds(60)};

/// The HVX kernels under qemu-hexagon: an emulator, never a device. Absent says whether the program
/// was not built or the emulator is missing, and what brings it.
[[nodiscard]] std::expected<host::Command, Absent> find_hexagon(Given given = {});

}  // namespace tritproof::hw
