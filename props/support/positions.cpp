// SPDX-License-Identifier: Apache-2.0
#include "props/support/positions.h"

#include <utility>

namespace tritproof::test {
namespace {

using spec::Format;
using spec::Layout;

constexpr Spot bits(std::uint32_t byte, std::uint32_t bit, std::uint32_t width) {
  return {byte, bit, width, 0, 0};
}

constexpr Spot digit_in(std::uint32_t byte, std::uint32_t digit, std::uint32_t digits) {
  return {byte, 0, 0, digit, digits};
}

Spot t2s_spot(std::uint32_t n, std::uint32_t k) {
  return bits(64 * (16 * (n / 16) + k / 16) + 4 * (k % 16) + (n % 16) / 4, 2 * (n % 4), 2);
}

Spot pb16i_spot(std::uint32_t n, std::uint32_t k) {
  const std::uint32_t e = 16 * (k % 16) + n % 16;
  return bits(128 * (16 * (n / 16) + k / 16) + e / 2, 4 * (e % 2), 4);
}

Spot q4_1_spot(std::uint32_t r, std::uint32_t c) {
  return bits(1024 + 256 * (8 * (r / 16) + c / 32) + 8 * (c % 32) + (r % 16) / 2, 4 * (r % 2), 4);
}

Spot q8_spot(std::uint32_t r, std::uint32_t c, Layout layout) {
  if (layout == Layout::standard) return bits(512 + 32 * c + r, 0, 8);
  return bits(512 + 4096 * (r / 16) + 512 * (c / 32) + 16 * (c % 32) + r % 16, 0, 8);
}

Spot tq1_0_spot(std::uint32_t e) {
  if (e < 160) return digit_in(e % 32, e / 32, 5);
  if (e < 240) return digit_in(32 + (e - 160) % 16, (e - 160) / 16, 5);
  return digit_in(48 + (e - 240) % 4, (e - 240) / 4, 4);
}

Spot ptq1_0_spot(std::uint32_t e) {
  if (e < 80) return digit_in(e % 16, e / 16, 5);
  if (e < 120) return digit_in(16 + (e - 80) % 8, (e - 80) / 8, 5);
  return digit_in(24 + (e - 120) % 2, (e - 120) / 2, 4);
}

bool nibbles_are_signed(Format format, Layout layout) {
  return format == Format::pb16i || (format == Format::q4_1 && layout == Layout::other);
}

int signed_of(int stored, std::uint32_t width) {
  return stored >= 1 << (width - 1) ? stored - (1 << width) : stored;
}

std::uint32_t power_of_3(std::uint32_t exponent) {
  std::uint32_t power = 1;
  while (exponent-- > 0) power *= 3;
  return power;
}

}  // namespace

Spot code_spot(Format format, std::uint32_t r, std::uint32_t c, Layout layout) {
  switch (format) {
    case Format::t2: return bits(64 * r + c / 4, 2 * (c % 4), 2);
    case Format::t2s: return t2s_spot(r, c);
    case Format::pb16i: return pb16i_spot(r, c);
    case Format::q4_1: return q4_1_spot(r, c);
    case Format::q4_k: return bits(512 + 16 * c + r / 2, 4 * (r % 2), 4);
    case Format::q8: return q8_spot(r, c, layout);
    case Format::tq1_0: return tq1_0_spot(c);
    case Format::tq2_0: return bits(32 * (c / 128) + c % 32, 2 * ((c % 128) / 32), 2);
    case Format::q2_0:
    case Format::pq2_0: return bits(2 + c / 4, 2 * (c % 4), 2);
    case Format::ptq1_0: return ptq1_0_spot(c);
  }
  std::unreachable();
}

std::uint32_t scale_byte(Format format, std::uint32_t r, std::uint32_t c, Layout layout) {
  const std::uint32_t half_row = 2 * (r / 16) + c / 128;
  switch (format) {
    case Format::t2: return 2048 + 4 * r + 2 * (c / 128);
    case Format::t2s: return 2048 + 2 * (16 * half_row + r % 16);
    case Format::pb16i: return 4096 + 2 * (16 * (4 * half_row + (c % 128) / 32) + r % 16);
    case Format::q4_1: return 2 * (layout == Layout::other ? 8 * r + c / 32 : 32 * (c / 32) + r);
    case Format::q4_k: return 4608 + 2 * r;
    case Format::q8: return 2 * (32 * (c / 32) + r);
    case Format::tq1_0: return 52;
    case Format::tq2_0: return 64;
    case Format::q2_0:
    case Format::pq2_0: return 0;
    case Format::ptq1_0: return 26;
  }
  std::unreachable();
}

int code_at(std::span<const std::uint8_t> unit, Format format, std::uint32_t r, std::uint32_t c,
            Layout layout) {
  const Spot spot = code_spot(format, r, c, layout);
  if (spot.digits != 0) return base3_digit(unit[spot.byte], spot.digit) - 1;
  const int stored = (unit[spot.byte] >> spot.bit) & ((1 << spot.width) - 1);
  if (spot.width == 2) return stored - 1;
  if (spot.width == 8 || nibbles_are_signed(format, layout)) return signed_of(stored, spot.width);
  return stored;
}

void put_code(std::span<std::uint8_t> unit, Format format, std::uint32_t r, std::uint32_t c,
              int code, Layout layout) {
  const Spot spot = code_spot(format, r, c, layout);
  std::uint8_t& byte = unit[spot.byte];
  if (spot.digits != 0) {
    std::uint32_t q = 0;
    for (std::uint32_t i = 0; i < spot.digits; ++i)
      q = 3 * q + static_cast<std::uint32_t>(i == spot.digit ? code + 1 : base3_digit(byte, i));
    byte = base3_byte(q, spot.digits);
    return;
  }
  const auto mask = static_cast<std::uint32_t>((1 << spot.width) - 1);
  const auto stored = static_cast<std::uint32_t>(spot.width == 2 ? code + 1 : code) & mask;
  byte = static_cast<std::uint8_t>((byte & ~(mask << spot.bit)) | stored << spot.bit);
}

std::vector<int> code_values(Format format, Layout layout) {
  const Spot spot = code_spot(format, 0, 0, layout);
  int least = -1;
  int most = spot.width == 2 ? 2 : 1;
  if (spot.width > 2) {
    const bool is_signed = spot.width == 8 || nibbles_are_signed(format, layout);
    least = is_signed ? -(1 << (spot.width - 1)) : 0;
    most = least + (1 << spot.width) - 1;
  }
  std::vector<int> values;
  for (int value = least; value <= most; ++value) values.push_back(value);
  return values;
}

int base3_digit(std::uint32_t byte, std::uint32_t digit) {
  return static_cast<int>(byte * power_of_3(digit) % 256 * 3 / 256);
}

std::uint8_t base3_byte(std::uint32_t q, std::uint32_t count) {
  if (count == 4) q *= 3;
  return static_cast<std::uint8_t>((256 * q + 242) / 243);
}

std::uint32_t base3_number(std::uint32_t byte) {
  std::uint32_t q = 0;
  while (q < 242 && base3_byte(q + 1, 5) <= byte) ++q;
  return q;
}

}  // namespace tritproof::test
