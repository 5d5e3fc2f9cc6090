// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>

#include "fuzz/fuzz.h"

// A decoder of t2 as somebody might have it: here plain, there a kernel.
static float half(unsigned word) {
  const int exponent = static_cast<int>(word >> 10 & 31), mantissa = static_cast<int>(word & 1023);
  const float sign = (word & 0x8000) != 0 ? -1.0f : 1.0f;
  if (exponent == 31) return mantissa != 0 ? NAN : sign * INFINITY;
  return sign * std::ldexp(static_cast<float>(exponent != 0 ? mantissa + 1024 : mantissa),
                           (exponent != 0 ? exponent : 1) - 25);
}

static tritproof::fuzz::Answer decode(const tritproof::fuzz::DecodeJob& job) {
  const auto [rows, columns] = job.geometry;
  for (std::uint64_t n = 0; n < rows; ++n)
    for (std::uint64_t k = 0; k < columns; ++k) {
      const auto tile = job.units.subspan((n / 32 * (columns / 256) + k / 256) * 2176, 2176);
      const std::uint64_t r = n % 32, c = k % 256, at = 2048 + 4 * r + 2 * (c / 128);
      const int code = tile[r * 64 + c / 4] >> (2 * (c % 4)) & 3;
      const float scale = half(tile[at] | static_cast<unsigned>(tile[at + 1]) << 8);
      job.out[n * columns + k] = code == 3 ? 0.0f : static_cast<float>(code - 1) * scale;
    }
  return {};
}

TRITPROOF_FUZZ_DECODE(t2, decode)
