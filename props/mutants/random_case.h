// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>

#include "props/laws/case.h"

namespace tritproof::mutants {

/// A uniform random case of an op and format, by which rarity is measured: 1 or 2 units each way,
/// random bytes, random flags. Where random bytes are as good as always refused, half the cases are
/// random valid tensors instead: ternary codes for t2s, a side table within floats, sources that a
/// conversion or the packing rule takes.
laws::Case random_case(spec::Op op, spec::Format format, std::mt19937_64& random);

}  // namespace tritproof::mutants
