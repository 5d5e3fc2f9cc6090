// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "codec/subject.h"
#include "fuzz/mutators/dice.h"

/// Changes of bytes of no particular structure.
namespace tritproof::fuzz {

/// One of: a bit, a byte, a word at the edge of its range, a run copied, left out or put in, a cut.
/// The result may pass any limit by 16 bytes.
void edit_bytes(Bytes& bytes, Dice& dice);

/// The front of one input and the back of the other.
Bytes splice(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b, std::size_t most,
             std::uint64_t seed);

/// A number at which size arithmetic errs: near 0, near a power of two, or near the largest.
std::uint64_t edge_number(Dice& dice);

inline Bytes bytes_of_text(std::string_view text) { return {text.begin(), text.end()}; }

}  // namespace tritproof::fuzz
