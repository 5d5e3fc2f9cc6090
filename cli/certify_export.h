// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <span>
#include <string>

#include "golden/vector.h"

namespace tritproof::cli {

/// Writes the vectors that a kernel of an XDNA core can answer (expand and replay, no refusals) as
/// recipes for XRT's own runner. `map` is the path of a kernel's argument map, or empty. The answer
/// is a line for people, the error a sentence.
std::expected<std::string, std::string> export_for_xrt(const std::string& folder,
                                                       const std::string& map, golden::Level level,
                                                       std::span<const spec::Format> formats);

}  // namespace tritproof::cli
