// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "props/support/ask.h"

/// Good bytes to start from: every code is valid and zero; scales are finite, not zero and differ
/// from each other as far as the field has values.
namespace tritproof::test {

Bytes good_unit(const spec::FormatRow& row, std::uint32_t serial = 0);

/// Units with scales that go on differing, then a side table of `e_ref` where the format has one.
Bytes good_tensor(const spec::FormatRow& row, Geometry geometry, std::int32_t e_ref = 0);

/// The units alone.
Bytes good_units(const spec::FormatRow& row, Geometry geometry);

/// down x across units.
constexpr Geometry units_of(const spec::FormatRow& row, std::uint64_t down, std::uint64_t across) {
  return {down * row.rows, across * row.columns};
}

/// How many units a geometry has.
constexpr std::uint64_t unit_count(const spec::FormatRow& row, Geometry geometry) {
  return geometry.n / row.rows * (geometry.k / row.columns);
}

/// Codes e mod 3 - 1, the ones of the known answers, as encode takes them.
Bytes mod3_codes(std::size_t count);

/// N exponents, all the same.
Bytes side_table(std::uint64_t n, std::int32_t e_ref);

}  // namespace tritproof::test
