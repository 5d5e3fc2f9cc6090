// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tritproof::cli {

/// The page that shows an array of {kind, name, data}: one file, nothing loaded from anywhere.
std::string page_of(const nlohmann::json& parts);

}  // namespace tritproof::cli
