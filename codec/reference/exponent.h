// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace tritproof::reference {

/// The packing rule of pb16i and t2s for one output feature (PB16I-7): e_ref is the largest
/// exponent under which every scale is an integer, 0 if all are 0.
class RowExponent {
 public:
  /// Takes one more f16 scale of the row into account; zeros and non-finite ones leave it as it is.
  void see(std::uint16_t half);
  [[nodiscard]] std::int32_t value() const { return least_.value_or(0); }

 private:
  std::optional<std::int32_t> least_;
};

/// The multiplier of an f16 scale under e_ref: nothing if it does not fit int16, if the scale is
/// -0, or if it is not a multiple. The half must be finite.
std::optional<std::int16_t> multiplier_of(std::uint16_t half, std::int32_t e_ref);

/// The f16 pattern that is exactly ms * 2^e_ref (subnormals included), or nothing (CONV-7).
std::optional<std::uint16_t> half_of(std::int16_t ms, std::int32_t e_ref);

}  // namespace tritproof::reference
