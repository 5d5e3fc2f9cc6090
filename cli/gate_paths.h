// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/vectors.h"

namespace tritproof::cli {

/// The law of verify, as one more line of the bench of a fast subject: comparing two tensors on the
/// codes, on the weights, and by the reference finds the same. The tensors are those of the decode
/// vectors, each against itself with one bit turned. Other subjects are left alone.
void judge_paths(const StoredVectors& vectors, gate::Bench& bench);

}  // namespace tritproof::cli
