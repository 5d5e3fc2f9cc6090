// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "hw/ggml/ggml_api.h"

namespace tritproof::ggml {

/// libggml-base.so of npm's @node-llama-cpp/linux-x64 3.22.1, the only build that is loaded.
inline constexpr std::string_view kLibrarySha256 =
    "6c342c8aeb20cb31a18099d6f79de4de6703814d1cfd5c4d754a8643087e486e";

/// Hashes the file, and only if it is the known one loads it and finds its functions. What is
/// loaded is what was hashed, whatever happens to the path. The error is a sentence.
[[nodiscard]] std::expected<Api, std::string> load(const std::string& path);

/// Where a type stands in kTypes, and in the lists of functions.
[[nodiscard]] std::optional<std::size_t> type_named(std::string_view name);

}  // namespace tritproof::ggml
