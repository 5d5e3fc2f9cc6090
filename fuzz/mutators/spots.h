// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "fuzz/mutators/edits.h"

/// Where things stand in the input of a whole question.
namespace tritproof::fuzz {

/// Whether the input is a tensor (with activations before it, for replay).
bool holds_tensor(const laws::Case& asked);

/// Bytes before the first unit.
std::uint64_t ahead_of_units(const laws::Case& asked);

/// Whole units in the input; 0 if the question is not whole or holds no tensor.
std::uint64_t units_of(const laws::Case& asked);

/// A unit, the last and the first ones more often than others.
std::uint64_t some_unit(std::uint64_t units, Dice& dice);

/// The bytes of one field in one unit, as an offset in the input.
std::uint64_t field_offset(const laws::Case& asked, std::uint64_t unit, const spec::Field& field);

/// A field that holds codes, or one that does not; null if the format has none.
const spec::Field* some_field(const spec::FormatRow& row, bool codes, Dice& dice);

/// Bytes of one item of a field.
constexpr std::uint64_t width_of(spec::FieldKind kind) {
  using enum spec::FieldKind;
  return kind == int16 || kind == f16 || kind == bf16 ? 2 : 1;
}

/// Offsets of the stored scales that serve row n of the 256 columns around column k: those that a
/// conversion wants alike. Formats that take part in conversions only.
std::vector<std::uint64_t> scales_of_run(const laws::Case& asked, std::uint64_t n, std::uint64_t k);

/// A pattern of that kind at which readers err: a class boundary, or near one.
std::uint16_t edge_pattern(spec::FieldKind kind, Dice& dice);

}  // namespace tritproof::fuzz
