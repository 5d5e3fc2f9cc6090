// SPDX-License-Identifier: Apache-2.0
// q4_k, a chunk of nibbles with integer scales and minima under two bf16 factors for each row.
// "q4_1 and q4_k are rounded step by step as their lines say, never with a fused multiply-add"
#include "counts.h"
#include "formats.h"

namespace second {

namespace {

// "Other Q4NX chunk kinds (same tile grid; must keep decoding as they do)"; "Q4_K, 4736 B"
constexpr std::uint64_t tile_rows = 32;
constexpr std::uint64_t tile_columns = 256;
constexpr std::uint64_t tile_bytes = 4736;

// "i = (c/32)*32 + r throughout."
std::uint64_t scale_index(std::uint64_t n, std::uint64_t k) {
  return ((k % tile_columns) / 32) * 32 + n % tile_rows;
}

// "u8 scale[i] @i"
std::uint32_t group_scale(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  return u8_at(tensor.bytes, tile_at(tensor, n, k, tile_bytes) + scale_index(n, k));
}

// "u8 min[i] @256+i"
std::uint32_t group_min(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  return u8_at(tensor.bytes, tile_at(tensor, n, k, tile_bytes) + 256 + scale_index(n, k));
}

// "code at `512 + c*16 + r/2` (even r low)"
unsigned code(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const std::uint64_t r = n % tile_rows;
  const std::uint64_t c = k % tile_columns;
  const std::uint64_t at = tile_at(tensor, n, k, tile_bytes) + 512 + c * 16 + r / 2;
  return bits_at(tensor.bytes, at, r % 2 == 0 ? 0U : 4U, 4);
}

// "bf16 S[r] @4608+2r"
std::uint32_t row_scale(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  return u16_at(tensor.bytes, tile_at(tensor, n, k, tile_bytes) + 4608 + 2 * (n % tile_rows));
}

// "bf16 ... M[r] @4672+2r"
std::uint32_t row_min(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  return u16_at(tensor.bytes, tile_at(tensor, n, k, tile_bytes) + 4672 + 2 * (n % tile_rows));
}

// "w = S*scale*code + M*min, each step rounded to f32 from left to right."
// Pinned: "((S*scale)*code) + (M*min), each operation rounded to f32."
float weight(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const float scale =
      bfloat_value(row_scale(tensor, n, k)) * static_cast<float>(group_scale(tensor, n, k));
  const float product = scale * static_cast<float>(code(tensor, n, k));
  const float minimum =
      bfloat_value(row_min(tensor, n, k)) * static_cast<float>(group_min(tensor, n, k));
  const float sum = product + minimum;
  return sum;
}

// Pinned: "q4_k: the 32 S and the 32 M", one of each for each row and each 256 columns.
void count(const Tensor& tensor, Counts& counts) {
  for (std::uint64_t n = 0; n < tensor.rows; ++n) {
    for (std::uint64_t k = 0; k < tensor.columns; k += tile_columns) {
      count_bfloat(counts, row_scale(tensor, n, k));
      count_bfloat(counts, row_min(tensor, n, k));
    }
  }
}

}  // namespace

constinit const Format q4_k_format{"q4_k", tile_rows, tile_columns, tile_bytes,
                                   false,  weight,    count,        nullptr};

}  // namespace second
