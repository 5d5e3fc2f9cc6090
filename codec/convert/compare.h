// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "codec/convert/stored.h"

namespace tritproof::convert {

/// The first weight at which two tensors differ.
struct Difference {
  std::uint64_t n = 0;
  std::uint64_t k = 0;
  std::uint32_t a = 0;  ///< f32 word, NaN canonical
  std::uint32_t b = 0;
};

/// What comparing two whole tensors found.
struct Comparison {
  std::uint64_t weights = 0;
  std::uint64_t differing = 0;
  std::optional<Difference> first;  ///< lowest n, then lowest k
  std::uint64_t reserved_a = 0;     ///< codes; one makes the comparison fail (CONV-4)
  std::uint64_t reserved_b = 0;

  [[nodiscard]] bool equal() const { return differing == 0 && reserved_a == 0 && reserved_b == 0; }
};

/// Compares weight by weight, as bits with canonical NaNs, without sampling and in constant memory
/// (HALF-6, HALF-7). Refuses Geometry if the shapes differ or do not fit, and SideTable.
container::Loaded<Comparison> compare(const StoredTensor& a, const StoredTensor& b);

}  // namespace tritproof::convert
