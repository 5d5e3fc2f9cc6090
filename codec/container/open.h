// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "codec/container/io.h"
#include "codec/container/model.h"
#include "spec/formats.h"
#include "spec/ops.h"

namespace tritproof::container {

/// What the user states because the file does not.
struct OpenOptions {
  std::optional<spec::Geometry> shape;  ///< N and K of a raw file, or of [tiles, B] in a Q4NX
  std::optional<spec::Format> from;     ///< format of a raw file, above its suffix
  std::optional<spec::Format> id42;     ///< how a GGUF's type id 42 is to be read
};

/// Opens a file by its suffix: .gguf; .safetensors or .q4nx; the name of a format, or any other
/// suffix with `from`, is a raw file. Header if the suffix says nothing and `from` is not given;
/// CannotRun if the file is missing or unreadable; else what the readers refuse.
Loaded<Model> open_model(const std::filesystem::path& path, const OpenOptions& options = {});

}  // namespace tritproof::container
