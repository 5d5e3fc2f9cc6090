// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "codec/reference/tensor.h"

namespace tritproof::reference {

/// A tensor's elements asked for one by one; keeps the unit that was asked for last.
class Elements {
 public:
  /// `tensor` must outlive this object and come from view().
  explicit Elements(const TensorView& tensor) : tensor_(tensor) {}

  /// The code at (n, k): -1, 0, 1 and 2 for the 2-bit pattern 3; int4 and int8 codes as they are.
  int code(std::uint64_t n, std::uint64_t k);
  /// The factor that multiplies the code at (n, k).
  float scale(std::uint64_t n, std::uint64_t k);

 private:
  std::size_t load(std::uint64_t n, std::uint64_t k);

  const TensorView& tensor_;
  std::optional<std::uint64_t> loaded_;
  std::vector<std::int8_t> codes_;
  std::vector<float> scales_;
  std::vector<float> addends_;
};

}  // namespace tritproof::reference
