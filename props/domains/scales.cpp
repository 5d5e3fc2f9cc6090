// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "props/domains/asker.h"
#include "props/domains/domains.h"

/// Every stored scale pattern under every code value.
namespace tritproof::props {
namespace {

constexpr std::uint64_t kElementsACase = 1u << 18;

// Codes that go through all values along k under each scale; of a byte's, 32 from `shift`.
std::uint8_t all_codes(const spec::Field& field, std::uint64_t serial, std::uint64_t shift,
                       spec::Layout layout) {
  switch (field.kind) {
    case spec::FieldKind::code2: return serial % 2 == 0 ? 0xe4 : 0x1b;
    case spec::FieldKind::base3x5:
    case spec::FieldKind::base3x4: return valid_codes(field.kind, serial * 11);
    case spec::FieldKind::uint4: return static_cast<std::uint8_t>(serial / 16 * 17);
    default: {
      const std::uint64_t a_column = layout == spec::Layout::standard ? 32 : 16;  // Q8-1, Q8-4
      return static_cast<std::uint8_t>(serial / a_column + shift);
    }
  }
}

// Scale patterns of the units from `first`: each field of them goes its own way through all 65,536.
Bytes sweep(const spec::FormatRow& row, spec::Geometry geometry, std::uint64_t first,
            std::uint64_t shift, spec::Layout layout) {
  Bytes tensor = empty_tensor(row, geometry);
  put_codes(row, geometry, tensor, [&](const spec::Field& field, std::uint64_t serial) {
    return all_codes(field, serial, shift, layout);
  });
  put_scales(row, geometry, tensor, [&](const spec::Field& field, std::uint64_t serial) {
    const std::uint64_t i = first * (field.bytes / 2) + serial;
    const bool added = field.name == "zero" || field.name == "M";
    return static_cast<std::uint16_t>(added ? i * 40503 + 12345 : i);
  });
  return tensor;
}

void ask_sweep(Asker& asker, const spec::FormatRow& row, std::uint64_t slots, std::uint64_t shift,
               spec::Layout layout) {
  const std::uint64_t units = 65536 / slots;
  const std::uint64_t a_case = std::min<std::uint64_t>(units, kElementsACase / row.elements());
  for (std::uint64_t first = 0; first < units && asker.open(); first += a_case) {
    const spec::Geometry geometry = grid(row, a_case, 1);
    asker.read("scales from " + std::to_string(first * slots) + " under all codes", geometry,
               sweep(row, geometry, first, shift, layout), layout);
  }
}

// Edges only: one unit for each edge pattern, its neighbours in the next.
void ask_edges(Asker& asker, const spec::FormatRow& row) {
  const bool bfloat = !row.ternary;
  const auto edges = bfloat ? edge_bfloats() : edge_halves();
  const spec::Geometry geometry = grid(row, row.is_tile() ? 1 : edges.size(), 1);
  Bytes tensor = sweep(row, geometry, 0, 0, spec::Layout::standard);
  put_scales(row, geometry, tensor, [&](const spec::Field&, std::uint64_t serial) {
    return edges[serial % edges.size()];
  });
  asker.read_layouts("edge scales under all codes", geometry, tensor);
}

std::uint64_t slots_of(const spec::FormatRow& row) {
  for (const spec::Field& field : spec::fields_of(row))
    if (is_wide(field)) return field.bytes / 2;
  return 1;
}

void enumerate(spec::Format format, Level level, std::uint64_t, const laws::Take& take) {
  const spec::FormatRow& row = spec::row_of(format);
  Asker asker(format, take);
  ask_edges(asker, row);
  if (level == Level::smoke) return;
  const std::uint64_t slots = slots_of(row);
  // A scale of q8 serves 32 of the 256 codes.
  const bool bytes = format == spec::Format::q8;
  for (std::uint64_t shift = 0; shift < (bytes ? 256 : 1); shift += 32)
    ask_sweep(asker, row, slots, shift, spec::Layout::standard);
  if (!row.second_layout) return;
  for (std::uint64_t shift = 0; shift < (bytes && level == Level::full ? 256 : 1); shift += 32)
    ask_sweep(asker, row, slots, shift, spec::Layout::other);
}

bool stores_floats(spec::Format format) { return !spec::row_of(format).side_table; }

}  // namespace

const Domain kScaleDomain{
    "scales x codes", "every 16-bit scale under every code: subnormals, zeros, infinities, NaNs",
    stores_floats, enumerate};

}  // namespace tritproof::props
