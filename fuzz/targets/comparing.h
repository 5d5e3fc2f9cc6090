// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "props/laws/case.h"

namespace tritproof::fuzz {

/// Holds the plain comparison, and the kernels' on every instruction set and both ways, to the
/// weights that the reference decodes: a convert question's tensor beside its conversion, and each
/// beside itself with its units moved on by one. Large tensors are left out.
void check_comparing(const laws::Case& asked);

}  // namespace tritproof::fuzz
