// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "codec/container/io.h"
#include "spec/formats.h"
#include "spec/ops.h"

/// A folder of raw files, one a tensor, with an index that states what the files do not.
namespace tritproof::container {

inline constexpr std::string_view kIndexName = "tensors.json";
inline constexpr std::uint64_t kMaxIndex = std::uint64_t{32} << 20;  ///< bytes

/// One tensor of a folder.
struct IndexRow {
  std::string name;
  std::string file;  ///< name inside the folder, no path
  spec::Format format = spec::Format::t2;
  spec::Geometry geometry;
};

/// The rows of a folder's tensors.json. CannotRun if it is missing or unreadable; Header for a key
/// that is unknown, missing or of the wrong type, for a file name with a path in it, or over 32
/// MiB.
Loaded<std::vector<IndexRow>> read_index(const std::filesystem::path& folder);

/// The text of tensors.json for these rows.
std::string index_text(const std::vector<IndexRow>& rows);

/// What the index beside a raw file says of its shape, or nothing.
std::optional<spec::Geometry> indexed_shape(const std::filesystem::path& file);

}  // namespace tritproof::container
