// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "codec/container/io.h"
#include "codec/container/model.h"
#include "spec/formats.h"
#include "spec/ops.h"

/// Files that are the tiles or blocks of one tensor and nothing else.
namespace tritproof::container {

/// The format that a file's suffix names (.t2, .tq1_0, ...), or nothing.
std::optional<spec::Format> raw_format(const std::filesystem::path& path);

/// The side table that belongs to a .t2s or .pb16i: the same stem with the suffix .ref.
std::filesystem::path side_table_path(const std::filesystem::path& path);

/// A model of one tensor over bytes that are at hand. `side_table` is needed by t2s and pb16i, and
/// refused for the others (SideTable). Geometry if N or K is missing, zero or not whole units; Size
/// if the bytes are not exactly what they need; SideTable unless it has exactly 4N bytes.
spec::Result<Model> raw_model(std::unique_ptr<Source> source, std::unique_ptr<Source> side_table,
                              spec::Format format, std::optional<spec::Geometry> geometry,
                              std::string name);

/// The same over a file, named after its stem, with the .ref beside it. SideTable, naming the file,
/// if that is missing; AdditiveTerm if a pb16i has a side file of the same stem with the suffix
/// .min, .zero or .zp: such an image is another format.
Loaded<Model> read_raw(const std::filesystem::path& path, spec::Format format,
                       std::optional<spec::Geometry> geometry);

}  // namespace tritproof::container
