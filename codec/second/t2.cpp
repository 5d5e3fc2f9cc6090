// SPDX-License-Identifier: Apache-2.0
// t2, the container format: codes by row, four columns to a byte, and f16 scales as every source
// stores them.
// "A raw `.t2` file is the tiles and nothing else": there is no header to read here.
#include "counts.h"
#include "formats.h"

namespace second {

namespace {

// "Tile of 2176 B = 32 rows (N) x 256 columns (K); 2.125 bits a weight."
constexpr std::uint64_t tile_rows = 32;
constexpr std::uint64_t tile_columns = 256;
constexpr std::uint64_t tile_bytes = 2176;

// "0 = -1, 1 = 0, 2 = +1, 3 = reserved"
constexpr unsigned reserved_code = 3;

// "[0, 2048) | codes: (r, c) at byte `r*64 + c/4`, bits `2*(c%4)` and up"
unsigned stored_code(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const std::uint64_t r = n % tile_rows;
  const std::uint64_t c = k % tile_columns;
  const std::uint64_t at = tile_at(tensor, n, k, tile_bytes) + r * 64 + c / 4;
  return bits_at(tensor.bytes, at, static_cast<unsigned>(2 * (c % 4)), 2);
}

// "[2048, 2176) | f16 scales: (r, g) at `2048 + 4*r + 2*g`, g = c/128"
std::uint32_t stored_scale(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const std::uint64_t r = n % tile_rows;
  const std::uint64_t g = (k % tile_columns) / 128;
  return u16_at(tensor.bytes, tile_at(tensor, n, k, tile_bytes) + 2048 + 4 * r + 2 * g);
}

// "a weight is the single IEEE f32 product `float(code) * scale`, exact for every finite scale. So
// code 0 with a negative scale is -0.0 ... and code 0 with an Inf or NaN scale is NaN."
// "A reserved code decodes as +0.0, whatever the scale (also negative, Inf, NaN), and is counted"
// It is told apart before the scale is looked at: a product with a NaN could not give +0.0.
float weight(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const unsigned stored = stored_code(tensor, n, k);
  if (stored == reserved_code) {
    return 0.0F;
  }
  const int code = static_cast<int>(stored) - 1;
  return static_cast<float>(code) * half_value(stored_scale(tensor, n, k));
}

// Pinned: "reserved counts code 3 of t2 and t2s"; scales: "t2: the 64 f16 a tile", which is one for
// each row and each 128 columns.
void count(const Tensor& tensor, Counts& counts) {
  for (std::uint64_t n = 0; n < tensor.rows; ++n) {
    for (std::uint64_t k = 0; k < tensor.columns; ++k) {
      counts.reserved += stored_code(tensor, n, k) == reserved_code ? 1 : 0;
    }
    for (std::uint64_t k = 0; k < tensor.columns; k += 128) {
      count_half(counts, stored_scale(tensor, n, k));
    }
  }
}

}  // namespace

constinit const Format t2_format{"t2",  tile_rows, tile_columns, tile_bytes,
                                 false, weight,    count,        nullptr};

}  // namespace second
