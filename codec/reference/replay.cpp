// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "codec/reference/refuse.h"
#include "codec/reference/tensor.h"
#include "codec/reference/unit.h"

namespace tritproof::reference {
namespace {

constexpr std::uint32_t kRun = 32;  // REPLAY-1: k per partial sum
constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int32_t>::min();

// REPLAY-4: how a partial sum becomes the multiplier's other factor.
std::int64_t narrowed(std::int32_t partial, spec::Narrowing narrowing) {
  switch (narrowing) {
    case spec::Narrowing::exact: return partial;
    case spec::Narrowing::wrap16: return static_cast<std::int16_t>(partial);
    case spec::Narrowing::sat16: return std::clamp(partial, -32768, 32767);
  }
  return partial;
}

// REPLAY-2, REPLAY-3: what the accumulator keeps after one more term.
std::int64_t accumulate(std::int64_t sum, std::int64_t term, spec::ReplayMode mode) {
  sum += term;
  switch (mode) {
    case spec::ReplayMode::i64:
    case spec::ReplayMode::sat32_end: return sum;
    case spec::ReplayMode::wrap32: return static_cast<std::int32_t>(sum);
    case spec::ReplayMode::sat32_step: return std::clamp(sum, kLeast, kMost);
  }
  return sum;
}

struct Tile {
  std::array<std::int8_t, kMaxElements> codes;
  std::array<std::uint16_t, kMaxGroups> multipliers;
};

std::int32_t partial_sum(const std::int8_t* codes, InputBytes activations) {
  std::int32_t sum = 0;
  for (std::uint32_t i = 0; i < kRun; ++i)
    sum += std::int32_t{std::bit_cast<std::int8_t>(activations[i])} * codes[i];
  return sum;
}

// Adds one tile's part of one activation row to its 32 sums, runs of k ascending.
void add_tile(const spec::FormatRow& row, const Tile& tile, InputBytes activations,
              std::span<std::int64_t> sums, spec::ReplayMode mode, spec::Narrowing narrowing) {
  for (std::uint32_t r = 0; r < row.rows; ++r)
    for (std::uint32_t k = 0; k < row.columns; k += kRun) {
      const std::int32_t partial =
          partial_sum(&tile.codes[r * row.columns + k], activations.subspan(k, kRun));
      const auto ms = std::bit_cast<std::int16_t>(
          tile.multipliers[(r * row.columns + k) / row.group]);  // REPLAY-5
      sums[r] = accumulate(sums[r], narrowed(partial, narrowing) * ms, mode);
    }
}

}  // namespace

spec::Result<std::vector<std::int64_t>> replay(spec::Format format, spec::Geometry geometry,
                                               std::uint64_t m, InputBytes input,
                                               spec::ReplayMode mode, spec::Narrowing narrowing) {
  const spec::FormatRow& row = spec::row_of(format);
  if (!row.side_table)
    return refuse(spec::RefusalName::NoSuchConversion, "t2s or pb16i", std::string(row.name));
  if (m == 0) return refuse(spec::RefusalName::Geometry, "M above 0", "M=0");
  const auto grid = grid_of(format, geometry);
  if (!grid) return std::unexpected(grid.error());
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  if (m > most / 16 / geometry.k || m > most / 16 / geometry.n)
    return refuse(spec::RefusalName::Size, "a byte count below 2^64",
                  "M x K or M x N overflows it");
  const std::uint64_t activation_bytes = m * geometry.k;
  const std::uint64_t needed = activation_bytes + grid->unit_bytes;
  if (input.size() != needed) return refuse_size(needed, input.size());

  const TensorView tensor{&row,  spec::Layout::standard,          geometry,
                          *grid, input.subspan(activation_bytes), {}};
  if (row.code3 == spec::Code3::reserved)
    if (auto clean = refuse_reserved(tensor, activation_bytes); !clean)
      return std::unexpected(clean.error());

  std::vector<std::int64_t> out(m * geometry.n);
  Tile tile;
  for (std::uint64_t u = 0; u < grid->units; ++u) {
    const auto [n, k] = grid->origin(row, u);
    codec_of(format).codes(tensor.unit(u), spec::Layout::standard, tile.codes);
    codec_of(format).patterns(tensor.unit(u), spec::Layout::standard,
                              std::span(tile.multipliers).first(row.groups()));
    for (std::uint64_t a = 0; a < m; ++a)
      add_tile(row, tile, input.subspan(a * geometry.k + k, row.columns),
               std::span(out).subspan(a * geometry.n + n, row.rows), mode, narrowing);
  }
  if (mode == spec::ReplayMode::sat32_end)
    for (std::int64_t& sum : out) sum = std::clamp(sum, kLeast, kMost);
  return out;
}

}  // namespace tritproof::reference
