// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "golden/suite.h"

/// The files of a stored set: listed, read and written with named faults.
namespace tritproof::golden {

/// Faults that speak of the surroundings, not of the set: exit code 3.
inline constexpr std::string_view kCannotFaults[] = {"missing-folder", "cannot-read",
                                                     "cannot-write", "not-empty"};
bool cannot_run(const Fault& fault);

/// Paths of all files below the folder, sorted. missing-folder; empty-folder; extra-file for
/// anything that is neither a file nor a folder; cannot-read.
std::expected<std::vector<std::string>, Fault> list_files(const std::filesystem::path& folder);

/// A file's bytes. missing-file; too-large beyond `most` bytes; cannot-read.
std::expected<std::string, Fault> read_file(const std::filesystem::path& folder,
                                            const std::string& name, std::uint64_t most);

/// Creates a file, and the folder above it. cannot-write.
std::expected<void, Fault> write_file(const std::filesystem::path& folder, const std::string& name,
                                      std::string_view bytes);

/// Nothing if the folder is empty or absent; else not-empty, or cannot-write.
std::expected<void, Fault> check_empty(const std::filesystem::path& folder);

/// The digest of a set: sha256 over the sorted lines "sha256  path\n".
std::string digest_of_lines(std::vector<std::string> lines);

}  // namespace tritproof::golden
