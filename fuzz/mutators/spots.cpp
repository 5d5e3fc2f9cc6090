// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutators/spots.h"

#include <array>

#include "codec/reference/unit.h"
#include "props/domains/build.h"
#include "props/laws/ask.h"

namespace tritproof::fuzz {
namespace {

using spec::FieldKind;

using ByGroup = std::vector<std::uint32_t>;

// The byte of each group's scale in a unit.
ByGroup scale_bytes(const spec::FormatRow& row) {
  ByGroup bytes(row.groups());
  reference::codec_of(row.id).visit_scales(spec::Layout::standard,
                                           [&bytes](std::uint32_t byte, std::uint32_t group) {
                                             if (group < bytes.size()) bytes[group] = byte;
                                           });
  return bytes;
}

const ByGroup& scale_bytes(spec::Format format) {
  static const std::vector<ByGroup> all = [] {
    std::vector<ByGroup> maps;
    for (const spec::FormatRow& row : spec::kFormats) maps.push_back(scale_bytes(row));
    return maps;
  }();
  return all[static_cast<std::size_t>(format) - 1];
}

constexpr std::array<std::uint16_t, 16> kIntegers{
    0, 1, 0xffff, 2, 3, 0xfffe, 127, 128, 255, 256, 0x07ff, 0x0800, 0x7fff, 0x8000, 0x8001, 0x4000};

}  // namespace

bool holds_tensor(const laws::Case& asked) {
  return asked.op != spec::Op::encode && asked.op != spec::Op::quantise;
}

std::uint64_t ahead_of_units(const laws::Case& asked) {
  return asked.op == spec::Op::replay ? asked.m * asked.geometry.k : 0;
}

std::uint64_t units_of(const laws::Case& asked) {
  if (!holds_tensor(asked) || !whole(asked)) return 0;
  return laws::Units{spec::row_of(asked.format), asked.geometry}.count();
}

std::uint64_t some_unit(std::uint64_t units, Dice& dice) {
  const std::uint64_t where = dice.below(8);
  return where < 2 ? units - 1 : where == 2 ? 0 : dice.below(units);
}

std::uint64_t field_offset(const laws::Case& asked, std::uint64_t unit, const spec::Field& field) {
  return ahead_of_units(asked) + unit * spec::row_of(asked.format).bytes + field.offset;
}

const spec::Field* some_field(const spec::FormatRow& row, bool codes, Dice& dice) {
  std::vector<const spec::Field*> fields;
  for (const spec::Field& field : spec::fields_of(row))
    if (laws::holds_codes(field) == codes) fields.push_back(&field);
  return fields.empty() ? nullptr : dice.pick(fields);
}

std::vector<std::uint64_t> scales_of_run(const laws::Case& asked, std::uint64_t n,
                                         std::uint64_t k) {
  const laws::Units units{spec::row_of(asked.format), asked.geometry};
  const spec::FormatRow& row = units.row;
  std::vector<std::uint64_t> offsets;
  const std::uint64_t from = k / spec::kTileColumns * spec::kTileColumns;
  for (std::uint64_t c = from; c < from + spec::kTileColumns && c < asked.geometry.k;
       c += row.group) {
    const std::uint64_t unit = n / row.rows * units.across() + c / row.columns;
    const std::uint64_t group =
        n % row.rows * (row.columns / row.group) + c % row.columns / row.group;
    offsets.push_back(ahead_of_units(asked) + unit * row.bytes + scale_bytes(row.id)[group]);
  }
  return offsets;
}

std::uint16_t edge_pattern(FieldKind kind, Dice& dice) {
  const bool near = dice.one_in(4);
  const auto step = static_cast<std::uint16_t>(near ? dice.below(5) - 2 : 0);
  const auto moved = [step](std::uint16_t word) { return static_cast<std::uint16_t>(word + step); };
  const bool wild = dice.one_in(4);
  if (wild && kind == FieldKind::f16)  // subnormals are 2 of 64 binades, and half of the faults
    return static_cast<std::uint16_t>((dice.bits() & 0x8000) | dice.below(0x0402));
  if (wild) return static_cast<std::uint16_t>(dice.bits());
  switch (kind) {
    case FieldKind::f16: return moved(dice.pick(props::edge_halves()));
    case FieldKind::bf16: return moved(dice.pick(props::edge_bfloats()));
    default: return moved(dice.pick(kIntegers));
  }
}

}  // namespace tritproof::fuzz
