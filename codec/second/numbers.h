// SPDX-License-Identifier: Apache-2.0
// Stored numbers turned into values, by arithmetic only: no host byte order, no tables.
#ifndef SECOND_NUMBERS_H
#define SECOND_NUMBERS_H

#include <cstdint>
#include <span>

namespace second {

using Bytes = std::span<const std::uint8_t>;

/// The unsigned number of one, two or four bytes at offset `at`, in bytes; the caller has checked
/// that the bytes exist. "All multi-byte fields are little-endian."
inline std::uint32_t u8_at(Bytes bytes, std::uint64_t at) { return bytes[at]; }

inline std::uint32_t u16_at(Bytes bytes, std::uint64_t at) {
  return u8_at(bytes, at) + 256U * u8_at(bytes, at + 1);
}

inline std::uint32_t u32_at(Bytes bytes, std::uint64_t at) {
  return u16_at(bytes, at) + 65536U * u16_at(bytes, at + 2);
}

/// The `width` bits (at most 8) that start at bit `low` of the byte at offset `at`.
inline unsigned bits_at(Bytes bytes, std::uint64_t at, unsigned low, unsigned width) {
  return (u8_at(bytes, at) >> low) % (1U << width);
}

/// `bits`, of which only the lowest `width` (1..32) may be set, read as two's complement: the top
/// bit weighs -2^(width-1) in place of +2^(width-1), which is 2^width less when it is set.
inline std::int32_t twos_complement(std::uint32_t bits, unsigned width) {
  const std::int64_t range = std::int64_t{1} << width;
  const std::int64_t value = bits;
  return static_cast<std::int32_t>(value < range / 2 ? value : value - range);
}

/// The value of a binary16 pattern; exact. NaN for every NaN pattern.
float half_value(std::uint32_t bits);

/// The value of a bf16 pattern; exact. NaN for every NaN pattern.
float bfloat_value(std::uint32_t bits);

/// The binary32 pattern of `value`; 0x7FC00000 for every NaN.
std::uint32_t f32_word(float value);

/// The bf16 pattern nearest to `value`, ties to even; 0x7FC0 for every NaN.
std::uint16_t bfloat_word(float value);

}  // namespace second

#endif
