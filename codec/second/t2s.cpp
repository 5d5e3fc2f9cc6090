// SPDX-License-Identifier: Apache-2.0
// t2s, the stream that the decode kernel reads.
// "t2 and t2s hold the same 8,192 codes in different places: only 32 (k, n) positions share their
// bit position." The tiles are of one size and so easily confused; nothing is shared with t2.cpp.
#include "formats.h"
#include "side_table.h"

namespace second {

namespace {

// "Tile of 2176 B = k 256 x n 32; 2.125 bits a weight; same tile order as the image it comes from."
constexpr std::uint64_t tile_rows = 32;
constexpr std::uint64_t tile_columns = 256;
constexpr std::uint64_t tile_bytes = 2176;

// "0 = -1, 1 = 0, 2 = +1, 3 reserved"
constexpr unsigned reserved_code = 3;

// "[0, 2048) | codes: block (nb, kb) at `(nb*16 + kb)*64`; (k, n) in byte `(k%16)*4 + (n%16)/4` of
// it, bits `2*(n%4)`"
// "block (nb = n/16, kb = k/16)", both counted within the tile.
Place code_place(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const std::uint64_t nb = (n % tile_rows) / 16;
  const std::uint64_t kb = (k % tile_columns) / 16;
  const std::uint64_t block = tile_at(tensor, n, k, tile_bytes) + (nb * 16 + kb) * 64;
  const std::uint64_t byte = block + (k % 16) * 4 + (n % 16) / 4;
  return Place{byte, static_cast<unsigned>(2 * (n % 4)), n, k};
}

unsigned stored_code(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const Place place = code_place(tensor, n, k);
  return bits_at(tensor.bytes, place.byte, place.bit, 2);
}

// A reserved code has no value; it is refused before any code is asked for.
int code(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  return static_cast<int>(stored_code(tensor, n, k)) - 1;
}

// "[2048, 2176) | int16 multiplier per 128 k per n: index `(nb*2 + gb)*16 + n%16`"
// "gb = k/128 within the tile"
int multiplier(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const std::uint64_t nb = (n % tile_rows) / 16;
  const std::uint64_t gb = (k % tile_columns) / 128;
  const std::uint64_t index = (nb * 2 + gb) * 16 + n % 16;
  const std::uint64_t at = tile_at(tensor, n, k, tile_bytes) + 2048 + 2 * index;
  return twos_complement(u16_at(tensor.bytes, at), 16);
}

// "A reserved code is refused by expand and decode alike, with the count and the place (tile, n, k)
// of the first."
void find_reserved(const Tensor& tensor, PlaceList& found) {
  for (std::uint64_t n = 0; n < tensor.rows; ++n) {
    for (std::uint64_t k = 0; k < tensor.columns; ++k) {
      if (stored_code(tensor, n, k) == reserved_code) {
        found.add(code_place(tensor, n, k));
      }
    }
  }
}

constexpr Integers integers{128, code, multiplier, find_reserved};

// "w = float(code) * float(scale)"
// Pinned: "ms = 0 makes the SCALE +0.0 whatever e_ref is; the weight is still the product
// float(code)*scale (so code -1 gives -0.0)."
float weight(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const float scale = side_scale(tensor, n, multiplier(tensor, n, k));
  return static_cast<float>(code(tensor, n, k)) * scale;
}

// Pinned: "validate only counts."
void count(const Tensor& tensor, Counts& counts) {
  for (std::uint64_t n = 0; n < tensor.rows; ++n) {
    for (std::uint64_t k = 0; k < tensor.columns; ++k) {
      counts.reserved += stored_code(tensor, n, k) == reserved_code ? 1 : 0;
    }
  }
  count_multipliers(tensor, integers, counts);
}

}  // namespace

constinit const Format t2s_format{"t2s", tile_rows, tile_columns, tile_bytes,
                                  false, weight,    count,        &integers};

}  // namespace second
