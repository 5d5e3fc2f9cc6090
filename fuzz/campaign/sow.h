// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz/campaign/campaign.h"

namespace tritproof::fuzz {

/// Writes what a target starts from where its turns read it: its program writes its own seeds, the
/// plan adds more. What went wrong, if anything did.
std::optional<std::string> sow(const Plan& plan, const Target& target, const Program& program);

}  // namespace tritproof::fuzz
