// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/parts.h"

#include <algorithm>
#include <bit>

namespace tritproof::golden {
namespace {

using spec::FieldKind;

bool is_code(const spec::Field& field) { return spec::codes_per_byte(field.kind) != 0; }

std::uint8_t equal_codes(FieldKind kind, int code) {
  const auto digit = static_cast<unsigned>(code + 1);
  switch (kind) {
    case FieldKind::base3x5: return static_cast<std::uint8_t>((121 * digit * 256 + 242) / 243);
    case FieldKind::base3x4: return static_cast<std::uint8_t>((120 * digit * 256 + 242) / 243);
    case FieldKind::code2: return static_cast<std::uint8_t>(0x55 * digit);
    case FieldKind::int4:
    case FieldKind::uint4: return static_cast<std::uint8_t>(17 * (code & 15));
    default: return static_cast<std::uint8_t>(code);
  }
}

Part field_part(const spec::Field& field, const Fill& fill) {
  const std::string seed = fill.seed + "/" + std::string(field.name);
  if (is_code(field)) return fill.codes ? fill.codes(field) : random(seed, field.bytes);
  if (field.kind == FieldKind::uint8)
    return fill.levels ? fill.levels(field) : random(seed, field.bytes);
  if (fill.words) return fill.words(field);
  const bool added = field.name == "zero" || field.name == "M";
  WordSource source = fill.scales;
  if (added && fill.added) source = *fill.added;
  if (auto* from = std::get_if<FromTable>(&source); from != nullptr && from->seed.empty())
    from->seed = seed;
  return words(std::move(source), field.bytes / 2);
}

}  // namespace

Bytes le16(std::uint16_t word) {
  return {static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(word >> 8)};
}

Bytes le32(std::uint32_t word) {
  Bytes bytes = le16(static_cast<std::uint16_t>(word));
  for (const std::uint8_t byte : le16(static_cast<std::uint16_t>(word >> 16)))
    bytes.push_back(byte);
  return bytes;
}

Bytes le_float(float number) { return le32(std::bit_cast<std::uint32_t>(number)); }

Parts good_image(const spec::FormatRow& row, spec::Geometry geometry, const std::string& seed) {
  return image(row, geometry, Trits{seed}, table("f16-ordinary", seed));
}

Parts filled(const spec::FormatRow& row, spec::Geometry geometry, const Fill& fill) {
  Units units{units_of(row, geometry), {}};
  for (const spec::Field& field : spec::fields_of(row)) units.of.push_back(field_part(field, fill));
  Parts parts = units.times == 1 ? std::move(units.of) : Parts{{std::move(units)}};
  if (!row.side_table) return parts;
  WordSource exponents = same32(0);
  if (fill.exponents) exponents = *fill.exponents;
  parts.push_back(words(std::move(exponents), geometry.n));
  return parts;
}

std::string ordinary_table(const spec::FormatRow& row) {
  if (row.side_table) return "ms-ordinary";
  return row.ternary ? "f16-ordinary" : "bf16-ordinary";
}

Parts any_tensor(const spec::FormatRow& row, spec::Geometry geometry, const std::string& seed) {
  Fill fill{seed, table(ordinary_table(row), "")};
  if (row.side_table) fill.exponents = table("e-ordinary", seed);
  return filled(row, geometry, fill);
}

Parts good_tensor(const spec::FormatRow& row, spec::Geometry geometry, const std::string& seed) {
  return row.ternary ? good_image(row, geometry, seed) : any_tensor(row, geometry, seed);
}

Parts encode_payload(const spec::FormatRow& row, spec::Geometry geometry, CodeSource source,
                     WordSource scales) {
  const std::uint64_t count = geometry.n * geometry.k;
  return {codes(std::move(source), count), words(std::move(scales), count / encode_group(row))};
}

FieldPart tiled(Bytes bytes) {
  return [bytes = std::move(bytes)](const spec::Field& field) {
    if (field.bytes % bytes.size() == 0) return repeat(bytes, field.bytes / bytes.size());
    return hex(
        Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(
                                                 field.bytes, bytes.size()))));
  };
}

FieldPart all_codes(int code) {
  return [code](const spec::Field& field) {
    return repeat({equal_codes(field.kind, code)}, field.bytes);
  };
}

FieldPart legal_codes() {
  Bytes bytes;
  for (unsigned number = 3; number < 81; number += 5) {
    unsigned byte = 0;
    for (unsigned i = 0, rest = number; i < 4; ++i, rest /= 3) byte |= rest % 3 << (2 * i);
    bytes.push_back(static_cast<std::uint8_t>(byte));
  }
  return tiled(std::move(bytes));
}

FieldKind code_kind(const spec::FormatRow& row) {
  for (const spec::Field& field : spec::fields_of(row))
    if (is_code(field)) return field.kind;
  return {};
}

}  // namespace tritproof::golden
