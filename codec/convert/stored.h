// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "codec/container/io.h"
#include "codec/reference/tensor.h"

/// Tensors that stay where they are stored and are read in parts.
namespace tritproof::convert {

using Bytes = std::vector<std::uint8_t>;
template <class T>
using Readable = std::expected<T, container::CannotRun>;

/// Where a tensor's units and side table lie. The sources must outlive every use.
struct StoredTensor {
  spec::Format format{};
  spec::Layout layout = spec::Layout::standard;
  spec::Geometry geometry;
  const container::Source* units = nullptr;
  std::uint64_t offset = 0;  ///< of the first unit in `units`
  const container::Source* ref = nullptr;
  std::uint64_t ref_offset = 0;
};

/// A tensor of an op's payload: the units, then the side table.
StoredTensor stored_in(const container::Source& payload, spec::Format format, spec::Layout layout,
                       spec::Geometry geometry, std::uint64_t unit_bytes);

/// Part of a tensor: rows x columns from (n, k), all in whole units of the format.
struct Region {
  std::uint64_t n = 0;
  std::uint64_t k = 0;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
};

/// Walks an N x K tensor in regions of bounded size: 32 rows (fewer at the end), at most 262,144
/// columns, every region whole units of every format that fits the tensor.
template <class Visit>
bool for_each_region(spec::Geometry geometry, Visit visit) {
  constexpr std::uint64_t most = 262144;
  for (std::uint64_t n = 0; n < geometry.n; n += spec::kTileRows)
    for (std::uint64_t k = 0; k < geometry.k; k += most)
      if (!visit(Region{n, k, std::min<std::uint64_t>(spec::kTileRows, geometry.n - n),
                        std::min(most, geometry.k - k)}))
        return false;
  return true;
}

/// Reads the units and exponents of regions.
class UnitReader {
 public:
  UnitReader(const StoredTensor& tensor, const reference::Grid& grid)
      : tensor_(tensor), row_(spec::row_of(tensor.format)), grid_(grid) {}

  /// Loads a region; what the accessors below give is of this region until the next load.
  Readable<void> load(const Region& region);

  /// The region's units along K and along N.
  [[nodiscard]] std::uint64_t across() const { return region_.columns / row_.columns; }
  [[nodiscard]] std::uint64_t down() const { return region_.rows / row_.rows; }
  /// Unit (i, j) of the region, i along N, j along K.
  [[nodiscard]] reference::InputBytes unit(std::uint64_t i, std::uint64_t j) const {
    return std::span(bytes_).subspan((i * across() + j) * row_.bytes, row_.bytes);
  }
  /// Offset of unit (i, j) from the tensor's first byte.
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t i, std::uint64_t j) const;
  /// e_ref of the rows of unit row i; empty where the format has none.
  [[nodiscard]] std::span<const std::int32_t> exponents(std::uint64_t i) const {
    if (exponents_.empty()) return {};
    return std::span(exponents_).subspan(i * row_.rows, row_.rows);
  }
  [[nodiscard]] const Region& region() const { return region_; }
  [[nodiscard]] const spec::FormatRow& row() const { return row_; }
  [[nodiscard]] const reference::Grid& grid() const { return grid_; }
  [[nodiscard]] const StoredTensor& tensor() const { return tensor_; }

 private:
  Readable<void> load_exponents();

  StoredTensor tensor_;
  const spec::FormatRow& row_;
  reference::Grid grid_;
  Region region_;
  Bytes bytes_;
  std::vector<std::int32_t> exponents_;
};

}  // namespace tritproof::convert
