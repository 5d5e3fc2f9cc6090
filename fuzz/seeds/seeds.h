// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "fuzz/target.h"

namespace tritproof::fuzz {

/// Writes FOLDER/TARGET/SEED for each seed of a target, and FOLDER/TARGET.options, what libFuzzer
/// is to be told. False if one cannot be written or there is no seed.
bool write_seeds(const std::filesystem::path& folder, const Target& target);

/// A new file of these bytes; false if it cannot be written.
bool write_bytes(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);

}  // namespace tritproof::fuzz
