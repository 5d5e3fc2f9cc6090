// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "golden/vector.h"

namespace tritproof::golden {

/// How a refusal differs from the expected one, or an empty text: its name always, count and first
/// place where both sides give them, and never more places than a refusal may name.
std::string refusal_difference(const ExpectedRefusal& expected, const spec::Refusal& got);

}  // namespace tritproof::golden
