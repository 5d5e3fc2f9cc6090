// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <string_view>

#include "hw/host/command.h"
#include "hw/runners.h"

/// The rows `xdna` and `xdna-model` of the list of runners.
namespace tritproof::hw {

inline constexpr std::string_view kXdnaWhat =
    "kernels on an AMD XDNA NPU through XRT; this runner has never run on a device";
inline constexpr std::string_view kXdnaModelWhat =
    "a model of an XDNA2 core's published data path, in integers; no device";

/// The host's clock stands above the runner's own: 8 s to open a device and for each context, 10 s
/// for a command.
inline constexpr host::Timeouts kXdnaTimeouts{std::chrono::seconds(20), std::chrono::seconds(90)};

/// The runner that is linked with XRT. Argument maps are given as `--map FILE`, or else are those
/// that TRITPROOF_XDNA_MAP names, parted by colons. Nothing stands in for the runner or a map.
[[nodiscard]] std::expected<host::Command, Absent> find_xdna(Given given = {});

[[nodiscard]] std::expected<host::Command, Absent> find_xdna_model(Given given = {});

}  // namespace tritproof::hw
