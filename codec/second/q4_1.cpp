// SPDX-License-Identifier: Apache-2.0
// q4_1, a chunk of unsigned nibbles with a scale and a zero for each 32 columns of a row.
// "Files exist with the same 5120 B but signed nibbles and scales at lr*8+g (row-major); like Q8's
// second layout it is an argument, never a guess."
#include "counts.h"
#include "formats.h"

namespace second {

namespace {

// "Other Q4NX chunk kinds (same tile grid; must keep decoding as they do)"; "q4_1, 5120 B"
constexpr std::uint64_t tile_rows = 32;
constexpr std::uint64_t tile_columns = 256;
constexpr std::uint64_t tile_bytes = 5120;

// "i = (c/32)*32 + r throughout."
// Other layout: "scales at lr*8+g (row-major)". Pinned: "scale and zero are indexed r*8 + c/32".
std::uint64_t scale_index(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const std::uint64_t r = n % tile_rows;
  const std::uint64_t c = k % tile_columns;
  return tensor.other_layout ? r * 8 + c / 32 : (c / 32) * 32 + r;
}

// "bf16 scale[i] @2i"
std::uint32_t stored_scale(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const std::uint64_t tile = tile_at(tensor, n, k, tile_bytes);
  return u16_at(tensor.bytes, tile + 2 * scale_index(tensor, n, k));
}

// "bf16 zero[i] @512+2i"
std::uint32_t stored_zero(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const std::uint64_t tile = tile_at(tensor, n, k, tile_bytes);
  return u16_at(tensor.bytes, tile + 512 + 2 * scale_index(tensor, n, k));
}

// "unsigned 4-bit code at byte `1024 + ((r/16)*8 + c/32)*256 + 8*(c%32) + (r%16)/2`, even r in the
// low nibble"
// Pinned, other layout: "nibbles are two's complement"; "code position as in the first layout".
int code(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const std::uint64_t r = n % tile_rows;
  const std::uint64_t c = k % tile_columns;
  const std::uint64_t at = tile_at(tensor, n, k, tile_bytes) + 1024 +
                           ((r / 16) * 8 + c / 32) * 256 + 8 * (c % 32) + (r % 16) / 2;
  const unsigned nibble = bits_at(tensor.bytes, at, r % 2 == 0 ? 0U : 4U, 4);
  return tensor.other_layout ? twos_complement(nibble, 4) : static_cast<int>(nibble);
}

// "w = float(code)*scale + zero (f32 multiply, then f32 add, no fused multiply-add)"
// Each step has a variable of its own, so that each is rounded to f32.
float weight(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const float scale = bfloat_value(stored_scale(tensor, n, k));
  const float product = static_cast<float>(code(tensor, n, k)) * scale;
  const float sum = product + bfloat_value(stored_zero(tensor, n, k));
  return sum;
}

// Pinned: "q4_1: the 256 scale[i] (not zero[i])", one for each row and each 32 columns.
void count(const Tensor& tensor, Counts& counts) {
  for (std::uint64_t n = 0; n < tensor.rows; ++n) {
    for (std::uint64_t k = 0; k < tensor.columns; k += 32) {
      count_bfloat(counts, stored_scale(tensor, n, k));
    }
  }
}

}  // namespace

constinit const Format q4_1_format{"q4_1", tile_rows, tile_columns, tile_bytes,
                                   true,   weight,    count,        nullptr};

}  // namespace second
