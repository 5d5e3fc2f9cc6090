// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

/// The one int8 x int4 shape of an AIE2P core: C[4][16] += A[4][16] * B[16][16], acc32.
namespace tritproof::xdna {

inline constexpr std::size_t kStrip = 4;         ///< rows of A and C
inline constexpr std::size_t kBlock = 16;        ///< depth, and columns of B and C
inline constexpr std::size_t kBlockBytes = 128;  ///< of B: 256 nibbles, even ones low

using AccBlock = std::array<std::int32_t, kStrip * kBlock>;
using Strip = std::array<std::int8_t, kStrip * kBlock>;
using Weights = std::array<std::int8_t, kBlock * kBlock>;

/// int4 to int8, as the core unpacks before it multiplies (PB16I-1: element 16*k + n).
constexpr Weights unpack(std::span<const std::uint8_t> block) {
  Weights out{};
  for (std::size_t i = 0; i < kBlockBytes; ++i) {
    out[2 * i] = static_cast<std::int8_t>(((block[i] & 15) ^ 8) - 8);
    out[2 * i + 1] = static_cast<std::int8_t>(((block[i] >> 4) ^ 8) - 8);
  }
  return out;
}

/// No sum of 32 products of int8 and int4 passes 2^15, so acc32 cannot overflow here.
constexpr void mac(const Strip& a, const Weights& b, AccBlock& c) {
  for (std::size_t m = 0; m < kStrip; ++m)
    for (std::size_t k = 0; k < kBlock; ++k) {
      const std::int32_t factor = a[m * kBlock + k];
      for (std::size_t n = 0; n < kBlock; ++n) c[m * kBlock + n] += factor * b[k * kBlock + n];
    }
}

}  // namespace tritproof::xdna
