// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "codec/convert/convert.h"

namespace tritproof::convert {

/// A tensor into its own format: its codes are checked, its bytes stay (CONV-9). Clamping changes
/// the clamped codes only.
container::Loaded<Seen> copy(const StoredTensor& source, const reference::Grid& grid,
                             const Options& options, UnitSink& units, UnitSink* ref);

}  // namespace tritproof::convert
