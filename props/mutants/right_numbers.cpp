// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>

#include "codec/reference/numbers.h"
#include "props/mutants/right.h"

namespace tritproof::mutants::right {
namespace {

// ms * 2^e_ref; where the power is cut short, no float is near either value.
double exact(std::int16_t ms, std::int32_t e_ref) {
  const auto biased = static_cast<std::uint64_t>(std::clamp(e_ref, -900, 900) + 1023);
  return ms * std::bit_cast<double>(biased << 52);
}

}  // namespace

int code(FieldKind kind, std::uint8_t byte, unsigned position) {
  constexpr std::array<unsigned, 5> power{1, 3, 9, 27, 81};
  switch (kind) {
    case FieldKind::code2: return (byte >> position & 3) - 1;
    case FieldKind::int4: return static_cast<std::int8_t>((byte >> position & 15) << 4) / 16;
    case FieldKind::uint4: return byte >> position & 15;
    case FieldKind::int8: return static_cast<std::int8_t>(byte);
    case FieldKind::base3x5:
    case FieldKind::base3x4: return static_cast<int>((byte * power[position] & 255) * 3 / 256) - 1;
    default: return 0;
  }
}

float half(std::uint16_t pattern) { return reference::half_to_float(pattern); }
float bf16(std::uint16_t pattern) { return reference::bf16_to_float(pattern); }
float power(std::int16_t ms, std::int32_t e_ref) { return static_cast<float>(exact(ms, e_ref)); }
float times(int code, float scale) { return static_cast<float>(code) * scale; }
float reserved(float) { return 0.0f; }

float affine(int code, float scale, float zero) {
  const float product = static_cast<float>(code) * scale;
  return product + zero;
}

float two_level(const TwoLevel& parts) {
  const float scale = parts.big_scale * static_cast<float>(parts.scale);
  const float min = parts.big_min * static_cast<float>(parts.min);
  const float product = scale * static_cast<float>(parts.code);
  return product + min;
}

int level(std::uint8_t byte) { return byte; }
std::uint16_t bf16_word(const Weight& weight) { return reference::float_to_bf16(weight.value); }

bool exact_power(std::int16_t ms, std::int32_t e_ref) {
  // A double holds every candidate exactly, so the trip through float shows what is lost.
  const double wanted = exact(ms, e_ref);
  return std::isfinite(static_cast<float>(wanted)) &&
         static_cast<double>(static_cast<float>(wanted)) == wanted;
}

Classes half_classes(std::uint16_t p) {
  return {(p & 0x7c00) == 0x7c00, (p & 0x7fff) == 0, (p & 0x7c00) == 0 && (p & 0x3ff) != 0};
}

Classes bf16_classes(std::uint16_t p) {
  return {(p & 0x7f80) == 0x7f80, (p & 0x7fff) == 0, (p & 0x7f80) == 0 && (p & 0x7f) != 0};
}

Classes power_classes(std::int16_t ms, std::int32_t e_ref) {
  const float magnitude = std::fabs(power(ms, e_ref));
  return {false, ms == 0, magnitude > 0 && magnitude < 0x1p-126f};
}

bool finite(std::uint16_t half) { return (half & 0x7c00) != 0x7c00; }

std::int32_t e_ref(std::span<const std::uint16_t> halves) {
  std::optional<std::int32_t> least;
  for (const std::uint16_t half : halves) {
    if ((half & 0x7fff) == 0 || !finite(half)) continue;
    const int field = half >> 10 & 31;
    const std::uint32_t mantissa = (half & 0x3ffu) | (field == 0 ? 0u : 0x400u);
    const int exponent = std::max(field, 1) - 25 + std::countr_zero(mantissa);
    least = std::min(least.value_or(exponent), exponent);
  }
  return least.value_or(0);
}

std::optional<std::int16_t> multiplier(std::uint16_t half, std::int32_t e_ref) {
  if (half == 0x8000) return std::nullopt;  // an integer has no -0
  const double value = std::ldexp(static_cast<double>(right::half(half)), -e_ref);
  if (value != std::trunc(value) || value < -32768 || value > 32767) return std::nullopt;
  return static_cast<std::int16_t>(value);
}

std::optional<std::uint16_t> half_of(std::int16_t ms, std::int32_t e_ref) {
  const double value = exact(ms, e_ref);
  if (std::fabs(value) > 65504) return std::nullopt;
  const std::uint16_t rounded = reference::float_to_half(static_cast<float>(value));
  if (static_cast<double>(half(rounded)) != value) return std::nullopt;
  return rounded;
}

unsigned base3_number(const std::array<unsigned, 5>& digits, unsigned count) {
  unsigned number = 0;
  for (unsigned i = 0; i < 5; ++i) number = number * 3 + (i < count ? digits[i] : 0);
  return number;
}

std::uint8_t base3_byte(unsigned number) {
  return static_cast<std::uint8_t>((number * 256 + 242) / 243);
}

bool encoder_writes(FieldKind kind, std::uint8_t byte) {
  const unsigned count = spec::codes_per_byte(kind);
  std::array<unsigned, 5> digits{};
  for (unsigned i = 0; i < count; ++i) digits[i] = static_cast<unsigned>(code(kind, byte, i) + 1);
  return base3_byte(base3_number(digits, count)) == byte;
}

unsigned code_bits(FieldKind kind, int code) {
  return kind == FieldKind::int4 ? static_cast<unsigned>(code & 15)
                                 : static_cast<unsigned>(code + 1);
}

bool finite_input(float x) { return std::isfinite(x); }
bool underflows(float amax) { return amax > 0 && amax <= 0x1p-128f; }
float larger(float so_far, float x) { return std::max(so_far, std::fabs(x)); }
std::uint16_t d(float amax) { return reference::float_to_half(amax); }
float inverse(float amax) { return amax == 0 ? 0.0f : 1.0f / amax; }
float ratio(const Ratio& parts) { return parts.x * parts.inverse; }
int round(float ratio) { return static_cast<int>(std::lround(ratio)); }
std::uint16_t repacked(float number) { return reference::float_to_bf16(number); }

}  // namespace tritproof::mutants::right
