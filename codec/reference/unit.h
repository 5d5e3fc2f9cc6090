// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "spec/formats.h"
#include "spec/ops.h"

/// One tile or block: what its bytes hold. Everything about whole tensors is built on these.
namespace tritproof::reference {

using UnitBytes = std::span<const std::uint8_t>;

/// A code and the place where it is stored.
struct CodeAt {
  std::uint32_t byte = 0;     ///< offset in the unit
  std::uint32_t bit = 0;      ///< lowest bit in that byte; 0 for base-3 digits
  std::uint32_t element = 0;  ///< row-major index in the unit
  int code = 0;
};

/// The functions of one format. Elements and groups are row-major inside the unit: element =
/// r * columns + c, group = r * (columns / row.group) + c / row.group.
struct UnitCodec {
  /// Every code of the unit. 2-bit patterns give -1, 0, 1 and 2 (pattern 3, whatever it means).
  void (*codes)(UnitBytes unit, spec::Layout layout, std::span<std::int8_t> out);
  /// The stored 16-bit scales, one a group; q4_k: its 32 S, then its 32 M.
  void (*patterns)(UnitBytes unit, spec::Layout layout, std::span<std::uint16_t> out);
  /// Each group's factor and added term. `exponents`: e_ref of the unit's rows, if it has any.
  void (*scales)(UnitBytes unit, spec::Layout layout, std::span<const std::int32_t> exponents,
                 std::span<float> factor, std::span<float> addend);
  /// Writes a unit from codes in {-1, 0, 1} and one pattern a group. Null: decode only.
  void (*pack)(std::span<const std::int8_t> codes, std::span<const std::uint16_t> patterns,
               std::span<std::uint8_t> unit);
  /// Visits every code in order of byte, then bit.
  void (*visit_codes)(UnitBytes unit, spec::Layout layout,
                      const std::function<void(const CodeAt&)>& visit);
  /// Visits the byte offset of every stored scale with its group, in order of byte.
  void (*visit_scales)(spec::Layout layout,
                       const std::function<void(std::uint32_t byte, std::uint32_t group)>& visit);
  /// Bytes that decode but that no encoder writes.
  std::uint64_t (*non_canonical)(UnitBytes unit);
};

const UnitCodec& codec_of(spec::Format format);

/// Stored 16-bit scales a unit holds; the length of `patterns`.
constexpr std::uint32_t stored_scales(const spec::FormatRow& row) {
  return row.id == spec::Format::q4_k ? 2 * row.rows : row.groups();
}

}  // namespace tritproof::reference
