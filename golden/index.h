// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "golden/suite.h"

/// index.json: version, tables and flags of the tool, and every other file of the set.
namespace tritproof::golden {

struct IndexFile {
  std::string path;  ///< from the set's folder, with slashes
  std::string sha256;
  std::uint64_t bytes = 0;
  std::uint64_t vectors = 0;  ///< 0 for a blob
};

inline constexpr std::string_view kIndexName = "index.json";
inline constexpr std::string_view kBlobFolder = "blobs/";

/// One row a line.
std::string write_index(const std::vector<IndexFile>& files);

/// Takes what write_index of this tool wrote and nothing else. Faults: those of parse_manifest,
/// version-differs, table-differs, flag-differs; wrong-value for a path that is none of a set.
std::expected<std::vector<IndexFile>, Fault> parse_index(std::string_view text);

}  // namespace tritproof::golden
