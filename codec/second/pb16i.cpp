// SPDX-License-Identifier: Apache-2.0
// pb16i, the engine's integer-exact image.
// A scale is an integer times a power of two that stands outside the tiles, in the side table, so
// that the arithmetic on tiles can be integer arithmetic throughout.
#include "formats.h"
#include "side_table.h"

namespace second {

namespace {

// "Tile of 4608 B = k 256 x n 32; 4.5 bits a weight. Tiles in the same order as t2 (`pinned`:
// [N/32][K/256], K fastest)."
constexpr std::uint64_t tile_rows = 32;
constexpr std::uint64_t tile_columns = 256;
constexpr std::uint64_t tile_bytes = 4608;

// "[0, 4096) | int4 codes in 16x16 blocks; block (nb = n/16, kb = k/16) at `(nb*16 + kb)*128`;
// element e = (k%16)*16 + n%16 in byte e/2, even e in the low nibble"
// nb and kb are counted within the tile, which begins at `tile`.
Place code_place(std::uint64_t tile, std::uint64_t n, std::uint64_t k) {
  const std::uint64_t nb = (n % tile_rows) / 16;
  const std::uint64_t kb = (k % tile_columns) / 16;
  const std::uint64_t e = (k % 16) * 16 + n % 16;
  return Place{tile + (nb * 16 + kb) * 128 + e / 2, e % 2 == 0 ? 0U : 4U, n, k};
}

// "two's complement"
// Pinned: "pb16i codes -8..7 decode and replay as they are."
int code(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const Place place = code_place(tile_at(tensor, n, k, tile_bytes), n, k);
  return twos_complement(bits_at(tensor.bytes, place.byte, place.bit, 4), 4);
}

// "[4096, 4608) | int16 multipliers ms, one per 32 k per column: index
// `((nb*2 + gb)*4 + s)*16 + n%16`, gb = k/128 within the tile, s = (k%128)/32"
int multiplier(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const std::uint64_t nb = (n % tile_rows) / 16;
  const std::uint64_t gb = (k % tile_columns) / 128;
  const std::uint64_t s = (k % 128) / 32;
  const std::uint64_t index = ((nb * 2 + gb) * 4 + s) * 16 + n % 16;
  const std::uint64_t at = tile_at(tensor, n, k, tile_bytes) + 4096 + 2 * index;
  return twos_complement(u16_at(tensor.bytes, at), 16);
}

// All sixteen nibbles are codes; none is reserved.
void find_reserved(const Tensor&, PlaceList&) {}

constexpr Integers integers{32, code, multiplier, find_reserved};

// "w = float(code) * float(scale)"
// "pb16i and q8 are one product too, exact unless it overflows to ±Inf"
float weight(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const float scale = side_scale(tensor, n, multiplier(tensor, n, k));
  return static_cast<float>(code(tensor, n, k)) * scale;
}

void count(const Tensor& tensor, Counts& counts) { count_multipliers(tensor, integers, counts); }

}  // namespace

// Without their multipliers, [4096, 4608), the tiles are 4096 bytes apart; this is what "The result
// is the image's code area byte for byte, block for block" speaks of.
Place image_code_place(const Tensor& image, std::uint64_t n, std::uint64_t k) {
  return code_place(tile_at(image, n, k, 4096), n, k);
}

constinit const Format pb16i_format{"pb16i", tile_rows, tile_columns, tile_bytes,
                                    false,   weight,    count,        &integers};

}  // namespace second
