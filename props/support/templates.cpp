// SPDX-License-Identifier: Apache-2.0
#include "props/support/templates.h"

namespace tritproof::test {
namespace {

using enum spec::FieldKind;

void fill_words(Bytes& unit, const spec::Field& field, std::uint32_t serial) {
  const std::uint32_t first = serial * (field.bytes / 2);
  for (std::uint32_t i = 0; i < field.bytes / 2; ++i) {
    const std::uint32_t at = field.offset + 2 * i;
    if (field.kind == f16)
      put16(unit, at, 0x3c00 + (first + i) % 0x3000);
    else if (field.kind == bf16)
      put16(unit, at, 0x3f80 + (first + i) % 0x1000);
    else
      put16(unit, at, 1 + (first + i) % 0x7fff);
  }
}

std::uint8_t filler(const spec::Field& field, std::uint32_t i) {
  switch (field.kind) {
    case code2: return 0x55;
    case base3x5: return 0x80;
    case base3x4: return 0x7f;
    case uint8: return static_cast<std::uint8_t>(1 + i % 255);
    default: return 0;
  }
}

}  // namespace

Bytes good_unit(const spec::FormatRow& row, std::uint32_t serial) {
  Bytes unit(row.bytes);
  for (const spec::Field& field : spec::fields_of(row)) {
    for (std::uint32_t i = 0; i < field.bytes; ++i) unit[field.offset + i] = filler(field, i);
    if (field.kind == f16 || field.kind == bf16 || field.kind == int16)
      fill_words(unit, field, serial);
  }
  return unit;
}

Bytes good_units(const spec::FormatRow& row, Geometry geometry) {
  Bytes units;
  for (std::uint32_t i = 0; i < unit_count(row, geometry); ++i) {
    const Bytes unit = good_unit(row, i);
    units.insert(units.end(), unit.begin(), unit.end());
  }
  return units;
}

Bytes good_tensor(const spec::FormatRow& row, Geometry geometry, std::int32_t e_ref) {
  const Bytes table = row.side_table ? side_table(geometry.n, e_ref) : Bytes();
  return join({good_units(row, geometry), table});
}

Bytes mod3_codes(std::size_t count) {
  Bytes codes;
  for (std::size_t e = 0; e < count; ++e) codes.push_back(e % 3 == 0 ? 0xff : e % 3 == 1 ? 0 : 1);
  return codes;
}

Bytes side_table(std::uint64_t n, std::int32_t e_ref) {
  return le32(std::vector<std::int32_t>(n, e_ref));
}

}  // namespace tritproof::test
