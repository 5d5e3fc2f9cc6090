// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spec/formats.h"
#include "spec/ops.h"
#include "spec/refusals.h"

/// The reference codec on whole tensors in memory: what each op answers (design: ops).
namespace tritproof::reference {

using Bytes = std::vector<std::uint8_t>;
using InputBytes = std::span<const std::uint8_t>;

/// How a tensor is cut into units.
struct Grid {
  std::uint64_t units = 0;
  std::uint64_t units_a_row = 0;  ///< units along K
  std::uint64_t unit_bytes = 0;   ///< of all units, without the side table
  std::uint64_t ref_bytes = 0;    ///< of the side table, 0 where there is none

  /// The first row and column of a unit.
  [[nodiscard]] spec::Geometry origin(const spec::FormatRow& row, std::uint64_t unit) const {
    return {unit / units_a_row * row.rows, unit % units_a_row * row.columns};
  }
};

/// Geometry if N or K is zero or not whole units.
spec::Result<void> check_geometry(spec::Format format, spec::Geometry geometry);

/// The same, and Size if the byte count overflows (REF-1).
spec::Result<Grid> grid_of(spec::Format format, spec::Geometry geometry);

/// A tensor whose bytes have been checked against its geometry.
struct TensorView {
  const spec::FormatRow* row = nullptr;
  spec::Layout layout = spec::Layout::standard;
  spec::Geometry geometry;
  Grid grid;
  InputBytes units;                     ///< grid.unit_bytes of them
  std::vector<std::int32_t> exponents;  ///< N of them, or none

  [[nodiscard]] InputBytes unit(std::uint64_t index) const {
    return units.subspan(index * row->bytes, row->bytes);
  }
  /// The e_ref of a unit's rows; empty where the format has none.
  [[nodiscard]] std::span<const std::int32_t> exponents_of(std::uint64_t unit) const {
    if (exponents.empty()) return {};
    return std::span(exponents).subspan(grid.origin(*row, unit).n, row->rows);
  }
};

/// Checks Geometry, Size and SideTable. The input is the units, then the side table.
spec::Result<TensorView> view(spec::Format format, spec::Geometry geometry, spec::Layout layout,
                              InputBytes input);

/// One unit's weights into `out`, whose rows are `stride` floats apart (HALF-5, T2-3).
void decode_unit(const spec::FormatRow& row, InputBytes unit, spec::Layout layout,
                 std::span<const std::int32_t> exponents, float* out, std::uint64_t stride);

/// Adds what one unit holds to the counts (REF-6).
void count_unit(const spec::FormatRow& row, InputBytes unit, spec::Layout layout,
                std::span<const std::int32_t> exponents, spec::Counts& counts);

/// N x K weights, row-major. t2s refuses ReservedCode.
spec::Result<std::vector<float>> decode(spec::Format format, spec::Geometry geometry,
                                        spec::Layout layout, InputBytes input);

/// The six counts. Refuses Geometry, Size and SideTable only.
spec::Result<spec::Counts> validate(spec::Format format, spec::Geometry geometry,
                                    spec::Layout layout, InputBytes input);

/// Input: N x K int8 codes, then one 16-bit pattern a group (f16; for t2s and pb16i one per 128 k,
/// packed by PB16I-7). Answer: the units, then the side table.
spec::Result<Bytes> encode(spec::Format format, spec::Geometry geometry, InputBytes input);

/// Input: N x K f32, little-endian. GGUF types only (QUANT rules).
spec::Result<Bytes> quantise(spec::Format format, spec::Geometry geometry, InputBytes input);

/// t2s tiles to the int4 code area of their image, 4,096 bytes a tile (T2S-4).
spec::Result<Bytes> expand(spec::Geometry geometry, InputBytes tiles);

/// Activations [M][K] int8, then tiles of t2s or pb16i; answers [M][N] (REPLAY rules).
spec::Result<std::vector<std::int64_t>> replay(spec::Format format, spec::Geometry geometry,
                                               std::uint64_t m, InputBytes input,
                                               spec::ReplayMode mode, spec::Narrowing narrowing);

}  // namespace tritproof::reference
