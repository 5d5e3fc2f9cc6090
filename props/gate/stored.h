// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <filesystem>

#include "props/gate/result.h"

/// Cases that failed once, kept as readable files and asked first from then on.
namespace tritproof::gate {

/// All *.case files of a folder, by name. The error names the file, the line and what is wrong.
std::expected<std::vector<laws::Case>, std::string> load_cases(const std::filesystem::path& folder);

/// Stores a broken case as FOLDER/rule-format-hash.case and gives its name. The error says why it
/// could not be stored: a case of more than 1,000 edits is no readable file.
std::expected<std::string, std::string> store_case(const std::filesystem::path& folder,
                                                   const Broken& broken);

}  // namespace tritproof::gate
