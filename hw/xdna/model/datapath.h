// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spec/formats.h"
#include "spec/ops.h"

/// Whole tensors through the core's data path. Sizes are the caller's to check: tiles are whole,
/// and there are as many bytes as N, K and M ask for.
namespace tritproof::xdna {

using InputBytes = std::span<const std::uint8_t>;

/// One launch: its shape, and how it sums (REPLAY-1 to REPLAY-4).
struct Launch {
  spec::Format format = spec::Format::t2s;  ///< t2s or pb16i
  spec::Geometry geometry;
  std::uint64_t m = 0;  ///< rows of activations
  spec::ReplayMode mode = spec::ReplayMode::i64;
  spec::Narrowing narrowing = spec::Narrowing::exact;
};

/// T2S-4 over all tiles: 4,096 bytes each. Reserved codes give +2: a core has nowhere to refuse.
void expand_tiles(InputBytes tiles, std::span<std::uint8_t> out);

/// Activations [M][K] int8, and tiles; sums [M][N]. Reserved codes count as +2.
std::vector<std::int64_t> replay(const Launch& launch, InputBytes activations, InputBytes tiles);

/// The sums as they are answered: 8 bytes little-endian each for i64, else 4.
void store_sums(std::span<const std::int64_t> sums, spec::ReplayMode mode,
                std::span<std::uint8_t> out);

}  // namespace tritproof::xdna
