// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <string_view>

#include "hw/host/command.h"
#include "hw/host/piped_subject.h"
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

/// The runner that is linked with XRT, and the argument maps that TRITPROOF_XDNA_MAP names, parted
/// by colons. Nothing else stands in for either.
[[nodiscard]] std::expected<host::Command, Absent> find_xdna();

[[nodiscard]] std::expected<host::Command, Absent> find_xdna_model();

}  // namespace tritproof::hw
