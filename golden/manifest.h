// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "golden/suite.h"

/// One manifest: the vectors of a format, op and level, or those of a kind of container file. Text
/// in, values out, and back; nothing here looks at a file system.
namespace tritproof::golden {

inline constexpr std::size_t kMostManifestBytes = 32u << 20;
inline constexpr std::size_t kMostLineBytes = 1u << 20;

struct Manifest {
  Level level = Level::core;
  spec::Op op = spec::Op::decode;
  spec::Format format = spec::Format::t2;
  std::string suffix;  ///< of the container files; empty for the vectors of an op
  std::vector<Vector> vectors;
  std::vector<FileVector> files;

  [[nodiscard]] std::size_t size() const { return vectors.size() + files.size(); }
};

/// "t2/decode.core.json", "gguf/read.core.json": where it stands in the set.
std::string path_of(const Manifest& manifest);

/// JSON with one vector a line.
std::string write_manifest(const Manifest& manifest);

/// Takes what write_manifest wrote and nothing else. Faults, each with line, id and key: too-large,
/// broken-json, duplicate-key, unknown-key, missing-key, wrong-kind, wrong-value, no-vectors, and
/// not-canonical for anything that would be written otherwise.
std::expected<Manifest, Fault> parse_manifest(std::string_view text);

}  // namespace tritproof::golden
