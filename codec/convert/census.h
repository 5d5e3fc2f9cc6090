// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "codec/convert/stored.h"

namespace tritproof::convert {

/// What a tensor holds, counted over all of it.
struct Census {
  std::uint64_t weights = 0;
  std::array<std::uint64_t, 256> codes{};  ///< by code + 128
  spec::Counts counts;                     ///< of stored scales and codes (REF-6)
  std::uint64_t scales = 0;       ///< one per 128 k, or per stored scale where that covers more
  std::uint64_t shared = 0;       ///< of these, how many have equal scales throughout their 128 k
  std::uint64_t negative = 0;     ///< scales with the sign bit set
  std::uint64_t f16_exact = 0;    ///< scales that a half holds exactly
  std::uint64_t bf16_exact = 0;   ///< scales that a bf16 holds exactly
  double worst_bf16_error = 0.0;  ///< largest relative error of a finite scale stored as bf16
  std::uint64_t worst_n = 0;      ///< where that scale serves
  std::uint64_t worst_k = 0;
};

/// Counts a whole stored tensor in constant memory. Refuses Geometry and Size.
container::Loaded<Census> take_census(const StoredTensor& tensor);

}  // namespace tritproof::convert
