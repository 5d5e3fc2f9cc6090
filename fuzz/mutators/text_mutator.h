// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz/mutators/bytes.h"
#include "fuzz/target.h"

/// Changes of names and of what a child prints: bytes that a terminal, a browser, a Markdown reader
/// or a CI log would obey.
namespace tritproof::fuzz {

/// Puts in a piece that means something to a sink, half of one, or a code point near the edge of a
/// class; or edits bytes.
void mutate_text(Bytes& bytes, std::size_t most, std::uint64_t seed);

/// A name, and a text with a piece for every sink.
std::vector<Seed> text_seeds();

}  // namespace tritproof::fuzz
