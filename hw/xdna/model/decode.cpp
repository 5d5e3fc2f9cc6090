// SPDX-License-Identifier: Apache-2.0
#include "hw/xdna/model/decode.h"

#include <array>
#include <cmath>
#include <limits>

#include "hw/xdna/model/expand.h"
#include "hw/xdna/model/mac.h"

namespace tritproof::xdna {
namespace {

constexpr std::uint64_t kRows = 32;
constexpr std::uint64_t kColumns = 256;
constexpr std::uint64_t kTile = 2176;
constexpr std::uint64_t kCodes = 2048;

std::uint32_t word(InputBytes bytes, std::uint64_t at, unsigned size) {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < size; ++i) value |= std::uint32_t{bytes[at + i]} << (8 * i);
  return value;
}

/// The multiplier of (k, n), T2S-2.
std::int16_t multiplier(InputBytes tile, std::uint64_t n, std::uint64_t k) {
  const std::uint64_t entry = kBlock * (2 * (n / kBlock) + k / 128) + n % kBlock;
  return static_cast<std::int16_t>(word(tile, kCodes + 2 * entry, 2));
}

/// PB16I-3, PB16I-5: nothing if it is not exactly a finite f32.
std::optional<float> scale_of(std::int16_t ms, std::int32_t exponent) {
  if (ms == 0) return 0.0f;
  const double wide = std::ldexp(static_cast<double>(ms), exponent);
  if (wide == 0.0 || std::fabs(wide) > double{std::numeric_limits<float>::max()})
    return std::nullopt;
  const auto narrow = static_cast<float>(wide);
  return double{narrow} == wide ? std::optional(narrow) : std::nullopt;
}

/// The nibble that expand puts at (k, n), as a number.
int code_of(InputBytes tile, std::uint64_t n, std::uint64_t k) {
  const std::uint64_t byte =
      64 * (16 * (n / kBlock) + k / kBlock) + 4 * (k % kBlock) + n % kBlock / 4;  // T2S-1
  const unsigned nibble = expand_byte(tile[byte]) >> (4 * (n % 4)) & 15u;
  return static_cast<int>(nibble ^ 8) - 8;
}

}  // namespace

std::optional<BadScales> decode(spec::Geometry geometry, InputBytes tiles, InputBytes exponents,
                                std::span<float> out) {
  const std::uint64_t across = geometry.k / kColumns;
  const auto tile_of = [&](std::uint64_t n, std::uint64_t k) {
    return tiles.subspan((n / kRows * across + k / kColumns) * kTile, kTile);
  };
  const auto scale = [&](std::uint64_t n, std::uint64_t k) {
    return scale_of(multiplier(tile_of(n, k), n % kRows, k % kColumns),
                    static_cast<std::int32_t>(word(exponents, 4 * n, 4)));
  };
  BadScales bad;
  for (std::uint64_t n = 0; n < geometry.n; ++n)
    for (std::uint64_t k = 0; k < geometry.k; k += 128)
      if (!scale(n, k)) {
        if (bad.count++ == 0) bad.first = n;
        break;
      }
  if (bad.count != 0) return bad;
  for (std::uint64_t n = 0; n < geometry.n; ++n)
    for (std::uint64_t k = 0; k < geometry.k; k += 128) {
      const float factor = *scale(n, k);
      for (std::uint64_t i = k; i < k + 128; ++i)
        out[n * geometry.k + i] =
            static_cast<float>(code_of(tile_of(n, i), n % kRows, i % kColumns)) * factor;
    }
  return std::nullopt;
}

}  // namespace tritproof::xdna
