// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <props/gtest/conformance.h>

#include <cmath>

// A t2 decoder that forgets one thing: the reserved code 3 becomes +2 x scale.
static void decode(const tritproof::Tensor& t, float* out) {
  for (std::uint64_t n = 0; n < t.n; ++n)
    for (std::uint64_t k = 0; k < t.k; ++k) {
      const std::uint8_t* tile = &t.units[(n / 32 * (t.k / 256) + k / 256) * 2176];
      const std::uint64_t r = n % 32, c = k % 256;
      const int code = (tile[r * 64 + c / 4] >> 2 * (c % 4) & 3) - 1;
      const std::uint8_t* d = &tile[2048 + 4 * r + 2 * (c / 128)];
      const int half = d[0] | d[1] << 8, exponent = half >> 10 & 31, mantissa = half & 1023;
      float scale = exponent == 0    ? std::ldexp(float(mantissa), -24)
                    : exponent == 31 ? (mantissa != 0 ? NAN : INFINITY)
                                     : std::ldexp(float(1024 + mantissa), exponent - 25);
      if (half >= 0x8000) scale = -scale;
      out[n * t.k + k] = float(code) * scale;
    }
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  tritproof::register_decoder("mine", tritproof::spec::Format::t2, decode);
  return RUN_ALL_TESTS();
}
