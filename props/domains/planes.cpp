// SPDX-License-Identifier: Apache-2.0
#include "props/domains/planes.h"

#include <bit>

#include "codec/reference/unit.h"
#include "props/domains/asker.h"
#include "props/domains/domains.h"

namespace tritproof::props {
namespace {

// Positive scales that all differ within a unit, and small negative addends under them.
std::uint16_t plane_scale(const spec::Field& field, std::uint64_t serial) {
  switch (field.kind) {
    case spec::FieldKind::f16: return static_cast<std::uint16_t>(0x3c00 + serial % 0x400);
    case spec::FieldKind::int16: return static_cast<std::uint16_t>(1 + serial % 2000);
    default: {
      const bool added = field.name == "zero" || field.name == "M";
      return static_cast<std::uint16_t>((added ? 0xbd00 : 0x3f80) + serial % 128);
    }
  }
}

// What stands for a clear and a set bit: the ends of the codes, so that a weight shows its sign.
std::uint8_t with_code(std::uint8_t byte, const reference::CodeAt& at, spec::FieldKind kind,
                       spec::Layout layout, bool set) {
  if (kind == spec::FieldKind::int8) return static_cast<std::uint8_t>(set ? 1 : -1);
  const bool is_signed = kind == spec::FieldKind::int4 || layout == spec::Layout::other;
  const unsigned high = is_signed ? 7 : 15;
  const unsigned low = is_signed ? 8 : 0;
  return static_cast<std::uint8_t>((byte & ~(15u << at.bit)) | (set ? high : low) << at.bit);
}

spec::FieldKind code_kind(const spec::FormatRow& row) {
  for (const spec::Field& field : spec::fields_of(row))
    if (is_codes(field)) return field.kind;
  return {};
}

// A ternary unit is packed; the others' codes are stored one by one.
void put_plane(const spec::FormatRow& row, spec::Layout layout, std::span<std::uint8_t> unit,
               const std::vector<std::int8_t>& codes) {
  const reference::UnitCodec& codec = reference::codec_of(row.id);
  if (row.ternary) {
    std::vector<std::uint16_t> patterns(row.groups());
    codec.patterns(unit, layout, patterns);
    codec.pack(codes, patterns, unit);
    return;
  }
  codec.visit_codes(unit, layout, [&](const reference::CodeAt& at) {
    unit[at.byte] = with_code(unit[at.byte], at, code_kind(row), layout, codes[at.element] > 0);
  });
}

}  // namespace

std::uint32_t plane_count(spec::Geometry geometry) {
  return static_cast<std::uint32_t>(std::bit_width(geometry.n * geometry.k - 1));
}

Bytes plane_tensor(spec::Format format, spec::Geometry geometry, spec::Layout layout,
                   std::uint32_t bit, bool complement) {
  const spec::FormatRow& row = spec::row_of(format);
  Bytes tensor = empty_tensor(row, geometry);
  put_scales(row, geometry, tensor, plane_scale);
  each_field(row, geometry, tensor,
             [](const spec::Field& field, std::span<std::uint8_t> bytes, std::uint64_t serial) {
               if (field.kind != spec::FieldKind::uint8) return;
               for (std::uint8_t& at : bytes) at = static_cast<std::uint8_t>(1 + serial++ % 7);
             });
  const std::uint64_t across = geometry.k / row.columns;
  std::vector<std::int8_t> codes(row.elements());
  for (std::uint64_t u = 0; u < units_in(row, geometry); ++u) {
    const std::uint64_t n = u / across * row.rows, k = u % across * row.columns;
    for (std::uint32_t e = 0; e < row.elements(); ++e) {
      const std::uint64_t address = (n + e / row.columns) * geometry.k + k + e % row.columns;
      codes[e] = (address >> bit & 1) != (complement ? 1 : 0) ? 1 : -1;
    }
    put_plane(row, layout, std::span(tensor).subspan(u * row.bytes, row.bytes), codes);
  }
  return tensor;
}

std::vector<Misread> misreads(Subject& subject, spec::Format format, spec::Geometry geometry,
                              spec::Layout layout) {
  const std::uint64_t elements = geometry.n * geometry.k;
  std::vector<std::uint64_t> address(elements);
  std::vector<bool> readable(elements, true);
  spec::Flags flags;
  flags.layout = layout;
  for (std::uint32_t bit = 0; bit < plane_count(geometry); ++bit) {
    std::vector<bool> negative(elements);
    for (const bool complement : {false, true}) {
      const Bytes tensor = plane_tensor(format, geometry, layout, bit, complement);
      const Request request{spec::Op::decode, format, flags, geometry, 0, tensor, 0};
      const Outcome outcome = subject.answer(request);
      const auto* answer = std::get_if<Bytes>(&outcome);
      for (std::uint64_t i = 0; i < elements; ++i) {
        const bool whole = answer != nullptr && answer->size() == 4 * elements;
        const bool sign = whole && ((*answer)[4 * i + 3] & 0x80) != 0;
        if (!complement) negative[i] = sign;
        if (complement && negative[i] == sign) readable[i] = false;
        if (complement && !negative[i]) address[i] |= std::uint64_t{1} << bit;
      }
    }
  }
  std::vector<Misread> wrong;
  for (std::uint64_t i = 0; i < elements; ++i) {
    const spec::Geometry at{i / geometry.k, i % geometry.k};
    if (!readable[i] || address[i] >= elements)
      wrong.push_back({at, {}});
    else if (address[i] != i)
      wrong.push_back({at, spec::Geometry{address[i] / geometry.k, address[i] % geometry.k}});
  }
  return wrong;
}

std::string describe(const Misread& misread) {
  const auto place = [](spec::Geometry g) {
    return "(" + std::to_string(g.n) + ", " + std::to_string(g.k) + ")";
  };
  const std::string element = "element " + place(misread.at);
  if (!misread.from) return element + " is read from no one place";
  return element + " is read from " + place(*misread.from);
}

namespace {

void enumerate(spec::Format format, Level level, std::uint64_t, const laws::Take& take) {
  Asker asker(format, take);
  const spec::FormatRow& row = spec::row_of(format);
  const bool smoke = level == Level::smoke;
  const spec::Geometry geometry = smoke ? grid(row, 1, 1) : grid(row, 2, 3);
  for (std::uint32_t bit = 0; bit < plane_count(geometry); ++bit)
    for (const bool complement : {false, true})
      for (const spec::Layout layout : {spec::Layout::standard, spec::Layout::other}) {
        if (layout == spec::Layout::other && !row.second_layout) continue;
        if (!asker.open()) return;
        spec::Flags flags;
        flags.layout = layout;
        asker.ask("address bit " + std::to_string(bit) + (complement ? ", complement" : ""),
                  spec::Op::decode, geometry,
                  plane_tensor(format, geometry, layout, bit, complement), flags);
      }
}

}  // namespace

const Domain kPlaneDomain{"address planes", "codes that spell each element's own address",
                          every_format, enumerate};

}  // namespace tritproof::props
