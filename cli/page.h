// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace tritproof::cli {

/// The page that shows an array of {kind, name, data}: one file, nothing loaded from anywhere.
std::string page_of(const nlohmann::json& parts);

/// The page of one result of that kind, by its JSON.
std::string page_of(std::string_view kind, std::string_view text);

}  // namespace tritproof::cli
