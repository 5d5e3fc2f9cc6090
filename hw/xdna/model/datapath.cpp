// SPDX-License-Identifier: Apache-2.0
#include "hw/xdna/model/datapath.h"

#include <array>
#include <bit>

#include "hw/xdna/model/expand.h"
#include "hw/xdna/model/mac.h"
#include "hw/xdna/model/srs.h"

namespace tritproof::xdna {
namespace {

constexpr std::size_t kImageCodes = 4096;  // bytes of a tile's int4 codes
constexpr std::size_t kStreamCodes = 2048;
constexpr std::size_t kBlocksDeep = 16;  // blocks of 16 k in a tile
constexpr std::size_t kGroupsDeep = 8;   // groups of 32 k in a tile: two blocks each
constexpr std::uint64_t kColumns = 256;  // k of a tile
constexpr SrsMode kCut{0, Rounding::floor, Saturation::none};
constexpr SrsMode kClamp{0, Rounding::floor, Saturation::saturate};

/// One tile as the cores see it: int4 codes, and a multiplier per 32 k.
struct Tile {
  std::array<std::uint8_t, kImageCodes> codes;
  InputBytes multipliers;
  std::size_t groups_each;  ///< 32-k groups that share one multiplier: 4 in a stream, 1 in an image

  [[nodiscard]] std::int64_t multiplier(std::size_t nb, std::size_t group, std::size_t n) const {
    const std::size_t each = kGroupsDeep / groups_each;
    const std::size_t at = 2 * ((nb * each + group / groups_each) * kBlock + n);  // T2S-2, PB16I-2
    return static_cast<std::int16_t>(multipliers[at] | multipliers[at + 1] << 8);
  }
  [[nodiscard]] InputBytes block(std::size_t nb, std::size_t kb) const {
    return std::span(codes).subspan((nb * kBlocksDeep + kb) * kBlockBytes, kBlockBytes);
  }
};

Tile load(spec::Format format, InputBytes bytes) {
  Tile tile{{}, {}, 1};
  if (format == spec::Format::t2s) {
    expand(bytes.first(kStreamCodes), tile.codes);
    tile.multipliers = bytes.subspan(kStreamCodes);
    tile.groups_each = 4;
  } else {
    std::copy_n(bytes.begin(), kImageCodes, tile.codes.begin());
    tile.multipliers = bytes.subspan(kImageCodes);
  }
  return tile;
}

/// REPLAY-4: P leaves acc32 through SRS, or is kept.
std::int64_t narrowed(std::int32_t partial, spec::Narrowing narrowing) {
  switch (narrowing) {
    case spec::Narrowing::exact: return partial;
    case spec::Narrowing::wrap16: return srs(partial, kCut, 16).value;
    case spec::Narrowing::sat16: return srs(partial, kClamp, 16).value;
  }
  return partial;
}

/// acc64 for i64 and sat32-end; acc32 for wrap32; each sum through SRS for sat32-step.
std::int64_t accumulated(std::int64_t sum, std::int64_t term, spec::ReplayMode mode) {
  switch (mode) {
    case spec::ReplayMode::i64:
    case spec::ReplayMode::sat32_end: return sum + term;
    case spec::ReplayMode::wrap32: return wrapped(sum + term, 32);
    case spec::ReplayMode::sat32_step: return srs(sum + term, kClamp, 32).value;
  }
  return sum;
}

/// The rows of A that one strip covers; rows beyond M are zero.
Strip strip_of(const Launch& launch, InputBytes activations, std::uint64_t m, std::uint64_t k) {
  Strip strip{};
  for (std::uint64_t row = m; row < launch.m && row < m + kStrip; ++row)
    for (std::size_t i = 0; i < kBlock; ++i)
      strip[(row - m) * kBlock + i] =
          std::bit_cast<std::int8_t>(activations[row * launch.geometry.k + k + i]);
  return strip;
}

/// 16 columns of one tile: each 32-k group is two blocks deep, then narrowed and multiplied.
void add_column_block(const Launch& launch, InputBytes activations, const Tile& tile,
                      std::size_t nb, std::uint64_t k, std::uint64_t n,
                      std::span<std::int64_t> sums) {
  for (std::size_t group = 0; group < kGroupsDeep; ++group) {
    const Weights first = unpack(tile.block(nb, 2 * group));
    const Weights second = unpack(tile.block(nb, 2 * group + 1));
    const std::uint64_t at = k + group * 2 * kBlock;
    for (std::uint64_t m = 0; m < launch.m; m += kStrip) {
      AccBlock partial{};
      mac(strip_of(launch, activations, m, at), first, partial);
      mac(strip_of(launch, activations, m, at + kBlock), second, partial);
      for (std::uint64_t row = m; row < launch.m && row < m + kStrip; ++row)
        for (std::size_t i = 0; i < kBlock; ++i) {
          std::int64_t& sum = sums[row * launch.geometry.n + n + i];
          sum = accumulated(sum,
                            narrowed(partial[(row - m) * kBlock + i], launch.narrowing) *
                                tile.multiplier(nb, group, i),
                            launch.mode);
        }
    }
  }
}

}  // namespace

void expand_tiles(InputBytes tiles, std::span<std::uint8_t> out) {
  const std::size_t bytes = spec::row_of(spec::Format::t2s).bytes;
  for (std::size_t at = 0; at < tiles.size() / bytes; ++at)
    expand(tiles.subspan(at * bytes, kStreamCodes), out.subspan(at * kImageCodes, kImageCodes));
}

std::vector<std::int64_t> replay(const Launch& launch, InputBytes activations, InputBytes tiles) {
  const spec::FormatRow& row = spec::row_of(launch.format);
  std::vector<std::int64_t> sums(launch.m * launch.geometry.n);
  std::size_t at = 0;
  for (std::uint64_t n = 0; n < launch.geometry.n; n += row.rows)
    for (std::uint64_t k = 0; k < launch.geometry.k; k += kColumns) {
      const Tile tile = load(launch.format, tiles.subspan(at, row.bytes));
      at += row.bytes;
      for (std::size_t nb = 0; nb < row.rows / kBlock; ++nb)
        add_column_block(launch, activations, tile, nb, k, n + nb * kBlock, sums);
    }
  if (launch.mode == spec::ReplayMode::sat32_end)
    for (std::int64_t& sum : sums) sum = srs(sum, kClamp, 32).value;
  return sums;
}

void store_sums(std::span<const std::int64_t> sums, spec::ReplayMode mode,
                std::span<std::uint8_t> out) {
  const std::size_t width = mode == spec::ReplayMode::i64 ? 8 : 4;
  for (std::size_t i = 0; i < sums.size(); ++i)
    for (std::size_t byte = 0; byte < width; ++byte)
      out[i * width + byte] =
          static_cast<std::uint8_t>(static_cast<std::uint64_t>(sums[i]) >> (8 * byte));
}

}  // namespace tritproof::xdna
