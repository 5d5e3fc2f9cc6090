// SPDX-License-Identifier: Apache-2.0
// ptq1_0, base-3 digits, 128 to a scale.
// The elements of one byte are not neighbours: a digit number covers a run of 16, 8 or 2 elements,
// one from each byte of that part of the block.
#include "base3.h"
#include "counts.h"
#include "formats.h"

namespace second {

namespace {

// "PTQ1_0 | 143 | 128 | 28 | qs[24], qh[2], d | f16 per 128"
constexpr std::uint64_t elements = 128;
constexpr std::uint64_t block_bytes = 28;
constexpr std::uint64_t qs_at = 0;
constexpr std::uint64_t qh_at = 24;
constexpr std::uint64_t d_at = 26;

// "A qs byte holds five digits"; "A qh byte holds four"
constexpr unsigned qs_digits = 5;
constexpr unsigned qh_digits = 4;

// "PTQ1_0 order: e < 80: qs[e%16], digit e/16. e < 120, t = e-80: qs[16 + t%8], digit t/8. Else t =
// e-120: qh[t%2], digit t/2."
DigitPlace digit_place(std::uint64_t e) {
  if (e < 80) {
    return DigitPlace{qs_at + e % 16, static_cast<unsigned>(e / 16), qs_digits};
  }
  if (e < 120) {
    const std::uint64_t t = e - 80;
    return DigitPlace{qs_at + 16 + t % 8, static_cast<unsigned>(t / 8), qs_digits};
  }
  const std::uint64_t t = e - 120;
  return DigitPlace{qh_at + t % 2, static_cast<unsigned>(t / 2), qh_digits};
}

// "All multi-byte fields are little-endian."; d is one f16 for the whole block.
std::uint32_t stored_scale(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  return u16_at(tensor.bytes, block_at(tensor, n, k, elements, block_bytes) + d_at);
}

// "weight = (digit - 1)*d"
// "a weight is the single IEEE f32 product `float(code) * scale`, exact for every finite scale. So
// code 0 with a negative scale is -0.0 ... and code 0 with an Inf or NaN scale is NaN."
float weight(const Tensor& tensor, std::uint64_t n, std::uint64_t k) {
  const DigitPlace place = digit_place(k % elements);
  const std::uint64_t block = block_at(tensor, n, k, elements, block_bytes);
  const unsigned digit = base3_digit(u8_at(tensor.bytes, block + place.byte), place.digit);
  const int code = static_cast<int>(digit) - 1;
  return static_cast<float>(code) * half_value(stored_scale(tensor, n, k));
}

// "13 of the 256 qs bytes are written by no encoder ... and 175 of the qh bytes; all decode, none
// is an error, all are counted as non-canonical."
// Each byte is judged once, at the element that is its digit 0.
void count(const Tensor& tensor, Counts& counts) {
  for (std::uint64_t n = 0; n < tensor.rows; ++n) {
    for (std::uint64_t k = 0; k < tensor.columns; ++k) {
      const DigitPlace place = digit_place(k % elements);
      const std::uint64_t block = block_at(tensor, n, k, elements, block_bytes);
      const std::uint32_t byte = u8_at(tensor.bytes, block + place.byte);
      if (place.digit == 0 && !base3_canonical(byte, place.held)) {
        ++counts.non_canonical;
      }
    }
    for (std::uint64_t k = 0; k < tensor.columns; k += elements) {
      count_half(counts, stored_scale(tensor, n, k));
    }
  }
}

}  // namespace

constinit const Format ptq1_0_format{"ptq1_0", 1,      elements, block_bytes,
                                     false,    weight, count,    nullptr};

}  // namespace second
