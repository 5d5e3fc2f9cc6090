// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz/mutators/bytes.h"
#include "fuzz/target.h"

/// Changes of readable case files, line by line.
namespace tritproof::fuzz {

/// Puts in, drops, repeats or changes lines, or edits bytes.
void mutate_case(Bytes& bytes, std::size_t most, std::uint64_t seed);

/// A case of each op.
std::vector<Seed> case_seeds();

}  // namespace tritproof::fuzz
