// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz/containers/gguf_file.h"
#include "fuzz/mutators/dice.h"

/// One inconsistency at a time in a GGUF file, and the values that files are made of.
namespace tritproof::fuzz {

/// Breaks a rule in the fields: a name or key twice, empty or too long, a dimension that is zero,
/// too many or too large, an alignment that is none, a truth value of 2, a type that does not
/// exist.
void break_fields(GgufFile& file, Dice& dice);

/// Breaks the file's own word: a count, length or offset that the rest does not bear out, a magic
/// or version, bytes cut off or added.
void break_bytes(Bytes& bytes, const GgufFile& file, Dice& dice);

/// Little-endian bytes of a number.
Bytes word_bytes(std::uint64_t word, std::size_t width);

/// An array of arrays, `depth` of them in one another.
Bytes nested_array(int depth, bool empty);

/// A valid value of a type; `depth` is how many arrays it already stands in.
Bytes some_value(std::uint32_t type, int depth, Dice& dice);

}  // namespace tritproof::fuzz
