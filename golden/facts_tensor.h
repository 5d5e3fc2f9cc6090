// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "golden/facts.h"

/// What facts_of() gathers, op by op. Each is called with a payload of the right size only.
namespace tritproof::golden {

ScaleClass class_of_half(std::uint16_t pattern);
ScaleClass class_of_float(float scale);

/// Halves of the rows of a tensor as they come: whether a row spans binades or is all zero.
class RowHalves {
 public:
  explicit RowHalves(std::uint64_t rows) : rows_(rows) {}
  void see(std::uint64_t row, std::uint16_t half);
  void finish(ScaleFacts& scales) const;

 private:
  struct Row {
    int least = 99;
    int most = -99;
    bool zeros = true;
  };
  std::vector<Row> rows_;
};

/// Tiles or blocks (and the side table behind them, if `exponents`).
void read_tensor(std::span<const std::uint8_t> tensor, bool exponents, Facts& facts);
void read_encode(std::span<const std::uint8_t> payload, Facts& facts);
void read_quantise(std::span<const std::uint8_t> payload, Facts& facts);
void read_replay(std::span<const std::uint8_t> payload, Facts& facts);
void read_bf16(std::span<const std::uint8_t> tensor, Facts& facts);

/// The class, the edges and whether bf16 holds it, of a half that is a scale.
void see_half(std::uint16_t pattern, ScaleFacts& scales);

}  // namespace tritproof::golden
