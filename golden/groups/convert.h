// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "golden/groups/topic.h"

namespace tritproof::golden {

/// Whether a format has one scale for 256 columns.
bool shares_256(spec::Format format);

/// A valid tensor whose scales are alike within each 256 columns of a row, so that every ternary
/// format holds it; stream and image have multipliers that are halves.
Parts shared_tensor(const spec::FormatRow& row, spec::Geometry geometry, const std::string& seed);

}  // namespace tritproof::golden
