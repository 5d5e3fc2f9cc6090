// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// The published XDNA2 data path in integers, bit for bit: a double, never a device.
namespace tritproof::xdna {

/// The four 2-bit codes of a byte, lowest first, each moved to a nibble of its own.
constexpr std::uint16_t spread(std::uint8_t codes) {
  std::uint32_t x = codes;
  x = (x | x << 4) & 0x0F0Fu;
  x = (x | x << 2) & 0x3333u;
  return static_cast<std::uint16_t>(x);
}

/// T2S-4 as byte-local arithmetic without a table: each nibble less one. 0, 1, 2 become 15, 0, 1,
/// and the reserved 3 becomes 2, which is +2 to the multiplier behind it.
constexpr std::uint16_t expand_byte(std::uint8_t codes) {
  // Bit 3 keeps the borrow of one nibble from reaching the next.
  return static_cast<std::uint16_t>(((spread(codes) | 0x8888u) - 0x1111u) ^ 0x8888u);
}

/// One byte of the stream gives two of the image (T2S-5); `out` has twice the bytes of `codes`.
constexpr void expand(std::span<const std::uint8_t> codes, std::span<std::uint8_t> out) {
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::uint16_t word = expand_byte(codes[i]);
    out[2 * i] = static_cast<std::uint8_t>(word);
    out[2 * i + 1] = static_cast<std::uint8_t>(word >> 8);
  }
}

}  // namespace tritproof::xdna
