// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz/mutators/bytes.h"
#include "fuzz/target.h"

/// Changes of frames. The first byte says what the rest is: 0 a header, 1 a request, 2 a child's
/// hello, 3 the host's, 4 a refusal, 5 a word of flags.
namespace tritproof::fuzz {

inline constexpr std::size_t kProtocolKinds = 6;

/// Edits a field of a header or a line of a hello, or makes one thing inconsistent.
void mutate_protocol(Bytes& bytes, std::size_t most, std::uint64_t seed);

/// A valid one of each kind; the request first.
std::vector<Seed> protocol_seeds();

}  // namespace tritproof::fuzz
