// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tritproof::cli {

/// The page that shows an array of {kind, name, data}: one file, nothing loaded from anywhere.
std::string page_of(const nlohmann::json& parts);

/// JSON that no sequence of characters can end early inside a script element.
std::string for_script(const nlohmann::json& data);

}  // namespace tritproof::cli
