// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "codec/convert/stored.h"

namespace tritproof::convert {

/// Reads a stored tensor's weights region by region.
class FloatReader {
 public:
  /// Refuses Geometry and Size.
  static container::Loaded<FloatReader> open(const StoredTensor& tensor);

  /// Decodes a region; refuses SideTable for an e_ref that leaves the range of floats (PB16I-6).
  container::Loaded<void> read(const Region& region);

  /// The weights of the last region, row-major.
  [[nodiscard]] std::span<const float> floats() const { return floats_; }
  /// Reserved codes seen in all regions so far.
  [[nodiscard]] std::uint64_t reserved() const { return counts_.reserved; }

 private:
  FloatReader(const StoredTensor& tensor, const reference::Grid& grid) : reader_(tensor, grid) {}
  spec::Result<void> check_exponents(const Region& region);

  UnitReader reader_;
  std::vector<float> floats_;
  spec::Counts counts_;
};

}  // namespace tritproof::convert
