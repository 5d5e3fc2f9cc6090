// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "golden/certificate/certificate.h"

/// What the host can tell of itself without asking anybody.
namespace tritproof::golden {

/// This tool: its version, the commit that it was built from, its compiler, its own bytes.
Harness this_harness(std::string_view version);

/// The operating system and the processor, measured.
std::vector<DeviceField> machine_fields();

/// What the host saw of the device (measured) and what the hello says of it (asserted).
std::vector<DeviceField> device_fields(const host::DeviceEvidence& evidence,
                                       const protocol::Hello& hello);

}  // namespace tritproof::golden
