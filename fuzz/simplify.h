// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz/minimise.h"

namespace tritproof::fuzz {

/// Makes a question small: one unit of its tensor where that is enough, then a sound question in
/// all bytes but those that matter.
void simplify_question(Search& search);

}  // namespace tritproof::fuzz
