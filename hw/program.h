// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

/// Files that the finders of runners look for.
namespace tritproof::hw {

/// A regular file, or a link to one. What cannot be looked at is none.
[[nodiscard]] bool is_file(const std::filesystem::path& path);

/// A program of this project: beside the running one, or else where the build puts it (`built`,
/// which need not be there).
[[nodiscard]] std::filesystem::path program(std::string_view built, std::string_view name);

}  // namespace tritproof::hw
