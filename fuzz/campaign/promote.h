// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz/campaign/finding.h"

namespace tritproof::fuzz {

/// Stores a kept finding as a regression: TO/TARGET/NAME with its bytes, which the targets' tests
/// replay, and TO/NAME.case if it is a readable case, which the gate asks as well. `kept` is the
/// finding's folder or a file in it. The names that were written.
std::expected<std::vector<std::filesystem::path>, std::string> promote(
    const std::filesystem::path& kept, const std::filesystem::path& to);

}  // namespace tritproof::fuzz
