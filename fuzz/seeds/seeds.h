// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "fuzz/target.h"

namespace tritproof::fuzz {

/// Writes FOLDER/TARGET/SEED for each seed of a target, and FOLDER/TARGET.options, what libFuzzer
/// is to be told. False if one cannot be written or there is no seed.
bool write_seeds(const std::filesystem::path& folder, const Target& target);

}  // namespace tritproof::fuzz
