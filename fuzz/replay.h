// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "codec/subject.h"

/// Stored inputs put to a target again, without an engine.
namespace tritproof::fuzz {

/// The files of a list of files and folders, folders by name and in depth. The error names what is
/// missing, or the folder that holds no file.
std::expected<std::vector<std::filesystem::path>, std::string> files_of(
    const std::vector<std::filesystem::path>& paths);

/// A file's bytes; the error is a sentence.
std::expected<Bytes, std::string> bytes_of(const std::filesystem::path& file);

/// Runs every file of `paths` and says how many there were: exit code 0; 3 if one cannot be read or
/// if there is none, since that proves nothing. Broken laws abort.
int replay(const std::vector<std::filesystem::path>& paths,
           const std::function<void(std::span<const std::uint8_t>)>& run);

}  // namespace tritproof::fuzz
