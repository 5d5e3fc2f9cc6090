// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "golden/vector.h"

/// The stored set: FOLDER/index.json (version, tables, flags, every file with its sha256),
/// FOLDER/FORMAT/OP.LEVEL.json, FOLDER/blobs/SHA256.
namespace tritproof::golden {

/// The version that this tool was built with, and the digest of its files: changed bytes without a
/// new version fail.
inline constexpr std::string_view kSuiteVersion = "1";
extern const std::string_view kSuiteSha256;

/// Why a stored set is not to be trusted.
struct Fault {
  std::string name;   ///< "missing-file", "altered-file", "extra-file", "unknown-key", …
  std::string where;  ///< file, then the vector's id or the line where there is one
  std::string expected;
  std::string got;
};

inline std::unexpected<Fault> fault(std::string name, std::string where, std::string expected,
                                    std::string got) {
  return std::unexpected(
      Fault{std::move(name), std::move(where), std::move(expected), std::move(got)});
}

/// Where the set stands: TRITPROOF_GOLDEN if set, else beside the installed tool, else in the
/// source tree.
std::filesystem::path suite_folder();

/// Reads the vectors up to a level. Every file read is checked against index.json, index.json
/// against the pinned digest if `pinned`; unknown and missing keys are refused; nothing is skipped.
std::expected<Suite, Fault> load_suite(const std::filesystem::path& folder, Level level,
                                       bool pinned = true);

/// Looks blobs up in FOLDER/blobs and checks their digest at every load.
FindBlob blobs_of(const std::filesystem::path& folder);

/// Writes a set as load_suite reads it, byte for byte the same for the same set. The folder must be
/// empty or absent. `blobs` are the bytes that recipes name.
std::expected<void, Fault> write_suite(const std::filesystem::path& folder, const Suite& suite,
                                       const std::vector<Bytes>& blobs);

/// The digest of a stored set: sha256 over its sorted lines "sha256  path\n".
std::expected<std::string, Fault> digest_of_files(const std::filesystem::path& folder);

/// A question's own digest, whose first 12 hex digits end its id: an id is never given to another.
std::string id_of(const Question& question);
std::string id_of(const FileQuestion& question);

}  // namespace tritproof::golden
