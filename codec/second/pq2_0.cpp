// SPDX-License-Identifier: Apache-2.0
// pq2_0, two-bit codes, 128 to a scale: the block of q2_0 with twice the elements.
// "code 3 is +2*d in every ggml type": it decodes, and is counted.
#include "counts.h"
#include "formats.h"

namespace second {

namespace {

// "PQ2_0 | 142 | 128 | 34 | d, qs[32] | f16 per 128"
constexpr std::uint64_t elements = 128;
constexpr std::uint64_t block_bytes = 34;
constexpr std::uint64_t d_at = 0;
constexpr std::uint64_t qs_at = 2;

// "Q2_0, PQ2_0: element j at byte j/4, shift 2*(j%4)."
unsigned stored_code(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const std::uint64_t j = k % elements;
  const std::uint64_t block = block_at(tensor, n, k, elements, block_bytes);
  const std::uint64_t byte = j / 4;
  const unsigned shift = static_cast<unsigned>(2 * (j % 4));
  return bits_at(tensor.bytes, block + qs_at + byte, shift, 2);
}

// "All multi-byte fields are little-endian."; d is one f16 for the whole block.
std::uint32_t stored_scale(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  return u16_at(tensor.bytes, block_at(tensor, n, k, elements, block_bytes) + d_at);
}

// "Two-bit codes: weight = (code - 1)*d, so code 3 is +2*d in every ggml type"
// "a weight is the single IEEE f32 product `float(code) * scale`, exact for every finite scale. So
// code 0 with a negative scale is -0.0 ... and code 0 with an Inf or NaN scale is NaN."
float weight(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const int code = static_cast<int>(stored_code(tensor, n, k)) - 1;
  return static_cast<float>(code) * half_value(stored_scale(tensor, n, k));
}

// Pinned: "code3 counts code 3 of tq2_0, q2_0, pq2_0"; scales: "GGUF types: d".
void count(const Tensor& tensor, Counts& counts) {
  for (std::uint64_t n = 0; n < tensor.rows; ++n) {
    for (std::uint64_t k = 0; k < tensor.columns; ++k) {
      counts.code3 += stored_code(tensor, n, k) == 3 ? 1 : 0;
    }
    for (std::uint64_t k = 0; k < tensor.columns; k += elements) {
      count_half(counts, stored_scale(tensor, n, k));
    }
  }
}

}  // namespace

constinit const Format pq2_0_format{"pq2_0", 1,      elements, block_bytes,
                                    false,   weight, count,    nullptr};

}  // namespace second
