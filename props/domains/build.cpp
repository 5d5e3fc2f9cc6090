// SPDX-License-Identifier: Apache-2.0
#include "props/domains/build.h"

#include <array>

namespace tritproof::props {

using spec::FieldKind;

Bytes empty_tensor(const spec::FormatRow& row, spec::Geometry geometry) {
  return Bytes(units_in(row, geometry) * row.bytes + side_bytes(row, geometry));
}

void each_field(const spec::FormatRow& row, spec::Geometry geometry, std::span<std::uint8_t> tensor,
                const VisitField& visit) {
  for (std::uint64_t u = 0; u < units_in(row, geometry); ++u)
    for (const spec::Field& field : spec::fields_of(row))
      visit(field, tensor.subspan(u * row.bytes + field.offset, field.bytes), u * field.bytes);
}

std::uint8_t valid_codes(FieldKind kind, std::uint64_t number) {
  switch (kind) {
    case FieldKind::base3x5: return base3_byte(static_cast<std::uint32_t>(number % 243), 5);
    case FieldKind::base3x4: return base3_byte(static_cast<std::uint32_t>(number % 81), 4);
    case FieldKind::code2: {
      std::uint64_t byte = 0;
      for (std::uint32_t i = 0; i < 4; ++i, number /= 3) byte |= number % 3 << (2 * i);
      return static_cast<std::uint8_t>(byte);
    }
    case FieldKind::int4:
      return static_cast<std::uint8_t>((number % 3 + 15) % 16 | (number / 3 % 3 + 15) % 16 << 4);
    default: return static_cast<std::uint8_t>(number);
  }
}

std::uint16_t good_scale(FieldKind kind, std::uint64_t serial) {
  const auto sign = static_cast<std::uint16_t>(serial % 2 << 15);
  const std::uint64_t step = serial / 2;
  switch (kind) {
    case FieldKind::f16: return static_cast<std::uint16_t>(sign | (0x1000 + step * 7 % 0x4000));
    case FieldKind::bf16: return static_cast<std::uint16_t>(sign | (0x3b00 + step * 3 % 0x0800));
    case FieldKind::int16: {
      // PB16I-7: odd, so that the exponent of its row is the largest.
      const auto odd = static_cast<std::int32_t>(2 * (step % 1024) + 1);
      return static_cast<std::uint16_t>(sign != 0 ? -odd : odd);
    }
    default: return static_cast<std::uint16_t>(1 + serial % 255);
  }
}

std::uint8_t equal_codes(FieldKind kind, int code) {
  const auto digit = static_cast<std::uint32_t>(code + 1);
  switch (kind) {
    case FieldKind::base3x5: return base3_byte(121 * digit, 5);
    case FieldKind::base3x4: return base3_byte(40 * digit, 4);
    case FieldKind::code2: return static_cast<std::uint8_t>(0x55 * digit);
    case FieldKind::int4:
    case FieldKind::uint4: return static_cast<std::uint8_t>(17 * (code & 15));
    default: return static_cast<std::uint8_t>(code);
  }
}

Bytes good_tensor(const spec::FormatRow& row, spec::Geometry geometry, std::uint64_t salt) {
  Bytes tensor = empty_tensor(row, geometry);
  put_codes(row, geometry, tensor, [salt](const spec::Field& field, std::uint64_t serial) {
    return valid_codes(field.kind, scatter(serial ^ salt << 32));
  });
  put_scales(row, geometry, tensor, [&row](const spec::Field& field, std::uint64_t serial) {
    // The four multipliers of 128 k stand in four runs of sixteen (PB16I-2).
    if (row.group == 32 && row.side_table) serial = serial / 64 * 16 + serial % 16;
    return good_scale(field.kind, serial);
  });
  put_exponents(row, geometry, tensor,
                [](std::uint64_t n) { return -8 + static_cast<std::int32_t>(n % 8); });
  return tensor;
}

void put_exponents(const spec::FormatRow& row, spec::Geometry geometry,
                   std::span<std::uint8_t> tensor,
                   const std::function<std::int32_t(std::uint64_t)>& exponent) {
  if (!row.side_table) return;
  const std::uint64_t base = units_in(row, geometry) * row.bytes;
  for (std::uint64_t n = 0; n < geometry.n; ++n)
    laws::store_word(tensor, base + 4 * n, 4, static_cast<std::uint32_t>(exponent(n)));
}

void put_codes(const spec::FormatRow& row, spec::Geometry geometry, std::span<std::uint8_t> tensor,
               const std::function<std::uint8_t(const spec::Field&, std::uint64_t)>& byte) {
  each_field(row, geometry, tensor,
             [&](const spec::Field& field, std::span<std::uint8_t> bytes, std::uint64_t serial) {
               if (!is_codes(field)) return;
               for (std::uint8_t& at : bytes) at = byte(field, serial++);
             });
}

void put_scales(const spec::FormatRow& row, spec::Geometry geometry, std::span<std::uint8_t> tensor,
                const std::function<std::uint16_t(const spec::Field&, std::uint64_t)>& pattern) {
  each_field(row, geometry, tensor,
             [&](const spec::Field& field, std::span<std::uint8_t> bytes, std::uint64_t serial) {
               if (field.kind == FieldKind::uint8)
                 for (std::uint8_t& at : bytes) at = static_cast<std::uint8_t>(1 + serial++ % 255);
               if (!is_wide(field)) return;
               for (std::size_t at = 0; at < bytes.size(); at += 2)
                 laws::store_word(bytes, at, 2, pattern(field, (serial + at) / 2));
             });
}

namespace {

// Zeros, subnormals, the least normal, ones, neighbours of one, the largest, infinities, NaNs.
constexpr std::array<std::uint16_t, 24> kHalves{
    0x0000, 0x8000, 0x0001, 0x8001, 0x0002, 0x00b9, 0x0200, 0x03ff, 0x83ff, 0x0400, 0x8400, 0x0401,
    0x3bff, 0x3c00, 0xbc00, 0x3c01, 0x3c68, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7c01, 0x7e00, 0xffff};
constexpr std::array<std::uint16_t, 20> kBfloats{
    0x0000, 0x8000, 0x0001, 0x8001, 0x007f, 0x807f, 0x0080, 0x8080, 0x3f7f, 0x3f80,
    0xbf80, 0x3f81, 0x7f00, 0x7f7f, 0xff7f, 0x7f80, 0xff80, 0x7f81, 0x7fc0, 0xffff};

}  // namespace

std::span<const std::uint16_t> edge_halves() { return kHalves; }
std::span<const std::uint16_t> edge_bfloats() { return kBfloats; }

}  // namespace tritproof::props
