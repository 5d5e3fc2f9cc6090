// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz/containers/gguf_file.h"
#include "fuzz/mutators/bytes.h"

/// Changes of GGUF files.
namespace tritproof::fuzz {

/// Edits fields and keeps the rest consistent; then, in half of the cases, makes exactly one thing
/// inconsistent: a count, an offset, the alignment, a dimension, a name, a size.
void mutate_gguf(Bytes& bytes, std::size_t most, std::uint64_t seed);

/// Offsets, padding and data as the tensors and the alignment need them; data over 16 KiB stay out.
Bytes consistent(GgufFile file);

/// A valid file: keys of several types, a nested array, tensors of all five formats and others.
GgufFile rich_gguf();

}  // namespace tritproof::fuzz
