// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/vectors.h"

namespace tritproof::cli {

/// The law of verify, as one more line of the benches of fast subjects of one format: comparing two
/// tensors on the codes, on the weights, and by the reference finds the same. The tensors are those
/// of the decode vectors, each against itself with one bit turned. Other subjects are left alone.
void judge_paths(const StoredVectors& vectors, std::span<const Seat> seats);

}  // namespace tritproof::cli
