// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "golden/groups/topic.h"

namespace tritproof::golden {

/// Tiles of t2s or pb16i without a side table: legal codes (any int4), ordinary multipliers. The
/// 2-bit bytes of a t2 image are legal in a stream too, in other places.
Parts stream_or_image_tiles(const spec::FormatRow& row, spec::Geometry geometry,
                            const std::string& seed);

Ask replay_of(const spec::FormatRow& row, spec::Geometry geometry, std::uint64_t m,
              Part activations, Parts tiles, spec::ReplayMode mode = spec::ReplayMode::i64,
              spec::Narrowing narrowing = spec::Narrowing::exact);

}  // namespace tritproof::golden
