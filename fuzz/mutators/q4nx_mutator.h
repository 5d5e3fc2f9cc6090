// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz/containers/q4nx_judge.h"
#include "fuzz/mutators/bytes.h"

/// Changes of safetensors files.
namespace tritproof::fuzz {

/// Edits tensors and metadata and keeps the rest consistent; in half of the cases it then makes one
/// thing inconsistent: an offset, a shape, a name, the length, the JSON, the end of the file.
void mutate_q4nx(Bytes& bytes, std::size_t most, std::uint64_t seed);

/// The file's JSON as it stands, then `data` bytes of data.
Bytes q4nx_bytes(const Q4nxFile& file, std::uint64_t data);

/// A valid file of every chunk kind, other dtypes and metadata.
Q4nxFile rich_q4nx();

/// Lays the tensors out in their order and says how many bytes of data they take.
std::uint64_t lay_out_q4nx(Q4nxFile& file);

}  // namespace tritproof::fuzz
