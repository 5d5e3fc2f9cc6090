// SPDX-License-Identifier: Apache-2.0
// q8, a chunk of signed bytes with a scale for each 32 columns of a row.
// Codes are stored column by column: the 32 rows of one column are consecutive bytes, or, in the
// second layout, 16 of them.
#include "counts.h"
#include "formats.h"

namespace second {

namespace {

// "Other Q4NX chunk kinds (same tile grid; must keep decoding as they do)"; "Q8, 8704 B"
constexpr std::uint64_t tile_rows = 32;
constexpr std::uint64_t tile_columns = 256;
constexpr std::uint64_t tile_bytes = 8704;

// "i = (c/32)*32 + r throughout."; "bf16 d[i] @2i"
// The second layout is one of codes only: d stays where it is.
std::uint32_t stored_scale(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const std::uint64_t i = ((k % tile_columns) / 32) * 32 + n % tile_rows;
  return u16_at(tensor.bytes, tile_at(tensor, n, k, tile_bytes) + 2 * i);
}

// "int8 at `512 + c*32 + r`"
std::uint64_t first_layout(std::uint64_t r, std::uint64_t c) { return 512 + c * 32 + r; }

// "A second layout of the same size exists in the field, `512 + (r/16)*4096 + (c/32)*512 +
// (c%32)*16 + r%16`; nothing in a file tells them apart, so the layout is an argument"
std::uint64_t second_layout(std::uint64_t r, std::uint64_t c) {
  return 512 + (r / 16) * 4096 + (c / 32) * 512 + (c % 32) * 16 + r % 16;
}

int code(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const std::uint64_t r = n % tile_rows;
  const std::uint64_t c = k % tile_columns;
  const std::uint64_t offset = tensor.other_layout ? second_layout(r, c) : first_layout(r, c);
  return twos_complement(u8_at(tensor.bytes, tile_at(tensor, n, k, tile_bytes) + offset), 8);
}

// "w = d*code"
// "pb16i and q8 are one product too, exact unless it overflows to ±Inf"
float weight(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const float scale = bfloat_value(stored_scale(tensor, n, k));
  return scale * static_cast<float>(code(tensor, n, k));
}

// Pinned: "q8: the 256 d", one for each row and each 32 columns.
void count(const Tensor& tensor, Counts& counts) {
  for (std::uint64_t n = 0; n < tensor.rows; ++n) {
    for (std::uint64_t k = 0; k < tensor.columns; k += 32) {
      count_bfloat(counts, stored_scale(tensor, n, k));
    }
  }
}

}  // namespace

constinit const Format q8_format{"q8", tile_rows, tile_columns, tile_bytes,
                                 true, weight,    count,        nullptr};

}  // namespace second
