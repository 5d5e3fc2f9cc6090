// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tritproof::cli {

/// "; did you mean 'x'?" for the known name nearest to a mistyped one, or nothing if none is near.
std::string suggestion(std::string_view typed, std::span<const std::string_view> known);

}  // namespace tritproof::cli
