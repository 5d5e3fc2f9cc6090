// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "codec/convert/stored.h"

namespace tritproof::cli {

/// Prints one tile or block of a tensor, "R,C" in units: every scale with its bytes, then every
/// byte of codes with its bits, the elements that they are, and their weights. Answers the exit
/// code.
int explain_unit(const convert::StoredTensor& tensor, const std::string& unit);

}  // namespace tritproof::cli
