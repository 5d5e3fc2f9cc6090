// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "spec/formats.h"

/// The numbers of the layouts that the kernels rely on, held against spec/formats.h.
namespace tritproof::fast {

using spec::Format;
using Byte = std::uint8_t;

inline constexpr bool kLittle = std::endian::native == std::endian::little;

inline constexpr std::size_t kRows = spec::kTileRows;
inline constexpr std::size_t kColumns = spec::kTileColumns;
inline constexpr std::size_t kRowBytes = kColumns / 4;  ///< 2-bit codes of a row of a t2 tile
inline constexpr std::size_t kCodeBytes = kRows * kRowBytes;
inline constexpr std::size_t kRuns = kColumns / 32;  ///< of 32 k in a tile
inline constexpr std::size_t kBlockRows = 16;        ///< n of a block of t2s and pb16i

constexpr std::size_t unit_bytes(Format format) { return spec::row_of(format).bytes; }
constexpr std::size_t unit_columns(Format format) { return spec::row_of(format).columns; }
constexpr bool is_tile(Format format) { return spec::row_of(format).is_tile(); }

/// Where a unit's field of that number begins. These are searched at compile time only.
consteval std::size_t field_at(Format format, std::size_t number) {
  return spec::row_of(format).fields[number].offset;
}

inline constexpr std::size_t kScalesAt = field_at(Format::t2, 1);
inline constexpr std::size_t kImageScalesAt = field_at(Format::pb16i, 1);
static_assert(kScalesAt == kCodeBytes && field_at(Format::t2s, 1) == kScalesAt);
static_assert(kImageScalesAt == 2 * kCodeBytes);

/// The f16 scale of a block, and the first byte of its codes.
consteval std::size_t block_scale_at(Format format) {
  for (const spec::Field& field : spec::fields_of(spec::row_of(format)))
    if (field.kind == spec::FieldKind::f16) return field.offset;
  return 0;
}
consteval std::size_t block_codes_at(Format format) { return block_scale_at(format) == 0 ? 2 : 0; }
static_assert(block_scale_at(Format::tq1_0) == 52 && block_scale_at(Format::tq2_0) == 64);
static_assert(block_scale_at(Format::ptq1_0) == 26 && block_scale_at(Format::pq2_0) == 0);
static_assert(field_at(Format::pq2_0, 1) == block_codes_at(Format::pq2_0));
static_assert(field_at(Format::q2_0, 1) == block_codes_at(Format::q2_0));

}  // namespace tritproof::fast
