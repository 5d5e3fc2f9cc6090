// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "codec/container/io.h"
#include "codec/container/model.h"
#include "spec/formats.h"

namespace tritproof::container {

inline constexpr std::uint64_t kMaxGgufKeys = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kMaxGgufTensors = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kMaxGgufHeader = std::uint64_t{256} << 20;  ///< bytes before data
inline constexpr std::uint64_t kMaxGgufName = 63;  ///< bytes of a tensor's name

/// Reads the header of a little-endian GGUF, version 2 or 3. Tensor data stay in the source.
///
/// Header if the file breaks a rule of the format (magic, version, counts, keys, alignment, names,
/// dimensions, types, offsets); Size if data are missing or left over. Types that nothing here
/// decodes are carried by their extent. `id42` states how type id 42 is to be read: q2_0 or pq2_0,
/// anything else is AmbiguousType. Without it a tensor of id 42 that does not clearly hold q2_0
/// carries a refusal of its own, and the others can be used.
Loaded<Model> read_gguf(std::unique_ptr<Source> source,
                        std::optional<spec::Format> id42 = std::nullopt);

}  // namespace tritproof::container
