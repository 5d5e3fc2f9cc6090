// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "hw/protocol/runner.hpp"

// A runner by the header-only helper: it decodes t2.

static float half(unsigned bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const auto mantissa = static_cast<float>(bits & 1023);
  float size = std::ldexp(exponent ? mantissa + 1024 : mantissa, exponent ? exponent - 25 : -24);
  if (exponent == 31) size = mantissa == 0 ? INFINITY : NAN;
  return bits >> 15 != 0 ? -size : size;
}

static void decode(const tritproof::request& q, float* out) {
  for (std::uint64_t n = 0; n < q.n; ++n)
    for (std::uint64_t k = 0; k < q.k; ++k) {
      const std::uint8_t* tile = q.data + (n / 32 * (q.k / 256) + k / 256) * 2176;
      const std::uint8_t* d = tile + 2048 + 4 * (n % 32) + 2 * (k % 256 / 128);
      const int code = tile[64 * (n % 32) + k % 256 / 4] >> (2 * (k % 4)) & 3;
      const float scale = half(d[0] | static_cast<unsigned>(d[1]) << 8);
      *out++ = code == 3 ? 0.0f : static_cast<float>(code - 1) * scale;
    }
}

int main() {
  tritproof::runner runner("example-helper", "1.0");
  runner.decode("t2", decode);
  return runner.serve();
}
