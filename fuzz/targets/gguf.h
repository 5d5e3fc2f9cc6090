// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz/mutators/gguf_mutator.h"
#include "fuzz/target.h"

namespace tritproof::fuzz {

inline constexpr std::size_t kMostContainer = 64u << 10;  ///< bytes

/// The rich file, and the smallest one.
std::vector<Seed> gguf_seeds();

}  // namespace tritproof::fuzz
