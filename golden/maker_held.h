// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "golden/vector.h"

/// What a stored ternary tensor holds, as the second decoder and the pages' formulas say.
namespace tritproof::golden {

class Held {
 public:
  /// The error says why the second decoder cannot read the tensor.
  static std::expected<Held, std::string> read(spec::Format format, spec::Geometry geometry,
                                               std::span<const std::uint8_t> tensor,
                                               Subject& second);

  /// N x K, row-major; code 3 of a 2-bit GGUF type is 2.
  [[nodiscard]] const std::vector<int>& codes() const { return codes_; }
  /// The canonical f32 words of the weights, N x K.
  [[nodiscard]] const Bytes& weights() const { return weights_; }
  /// Bytes and codes that no encoder writes: other base-3 bytes, pattern 3.
  [[nodiscard]] std::uint64_t unwritten() const { return unwritten_; }
  /// The 16 bits that serve (n, k): an f16 pattern or a multiplier.
  [[nodiscard]] std::uint16_t pattern(std::uint64_t n, std::uint64_t k) const;
  /// e_ref(n), 0 where there is no side table.
  [[nodiscard]] std::int32_t exponent(std::uint64_t n) const;
  /// The value of the scale that serves (n, k).
  [[nodiscard]] double scale(std::uint64_t n, std::uint64_t k) const;
  [[nodiscard]] const spec::FormatRow& row() const { return row_; }

 private:
  Held(const spec::FormatRow& row, spec::Geometry geometry, std::span<const std::uint8_t> tensor)
      : row_(row), geometry_(geometry), tensor_(tensor.begin(), tensor.end()) {}

  const spec::FormatRow& row_;
  spec::Geometry geometry_;
  Bytes tensor_;
  std::vector<int> codes_;
  Bytes weights_;
  std::uint64_t unwritten_ = 0;
};

/// The canonical f32 word of a double that is exactly a float, infinite or NaN.
std::uint32_t word_of(double weight);

}  // namespace tritproof::golden
