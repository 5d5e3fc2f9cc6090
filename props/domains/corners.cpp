// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "props/domains/asker.h"
#include "props/domains/domains.h"
#include "props/domains/payloads.h"

/// What only one shape, one count or one order of terms shows.
namespace tritproof::props {
namespace {

using spec::Format;
using spec::Op;

// A row of more units than a small index holds.
void long_row(Asker& asker, const spec::FormatRow& row) {
  const spec::Geometry geometry = grid(row, 1, 34);
  asker.read("a row of 34 units", geometry, good_tensor(row, geometry));
}

// REF-1: shapes whose bytes, side table included, are 0 modulo 2^64, given no bytes at all.
void wrapped_size(Asker& asker, const spec::FormatRow& row) {
  const int zeros = std::countr_zero(row.bytes);
  const spec::Geometry geometry =
      row.is_tile() ? spec::Geometry{std::uint64_t{1} << 62, row.columns}
                    : spec::Geometry{std::uint64_t{1} << (64 - zeros), row.columns};
  asker.read("a byte count that wraps to 0", geometry, {});
}

// REF-6: counts above 255, of every class of scale.
void many_scales(Asker& asker, const spec::FormatRow& row) {
  const spec::Geometry geometry = grid(row, row.is_tile() ? 8 : 300, 1);
  constexpr std::uint16_t patterns[] = {0x0000, 0x8000, 0x0001, 0x7c00, 0x7f80, 0x7fff};
  for (const std::uint16_t pattern : patterns) {
    if (row.side_table && pattern != 0) continue;
    Bytes tensor = good_tensor(row, geometry);
    put_scales(row, geometry, tensor,
               [pattern](const spec::Field&, std::uint64_t) { return pattern; });
    asker.ask("all scales " + std::to_string(pattern), Op::validate, geometry, std::move(tensor));
  }
}

// PB16I-6: one tile of a row alone leaves the range.
void one_tile_out_of_range(Asker& asker, const spec::FormatRow& row) {
  if (!row.side_table) return;
  const spec::Geometry geometry = grid(row, 1, 4);
  for (std::uint64_t tile = 0; tile < 4; ++tile) {
    Bytes tensor = good_tensor(row, geometry);
    put_scales(row, geometry, tensor, [&](const spec::Field&, std::uint64_t serial) {
      return static_cast<std::uint16_t>(serial / row.groups() == tile ? 2 : 1);
    });
    put_exponents(row, geometry, tensor, [](std::uint64_t) { return 127; });
    asker.read("2 * 2^127 in tile " + std::to_string(tile) + " alone", geometry, tensor);
  }
}

// PB16I-8: -0 beside every exponent that halves have.
void minus_zero_under_every_exponent(Asker& asker, const spec::FormatRow& row) {
  if (!row.side_table) return;
  const spec::Geometry geometry{64, 256};
  const auto power = [](std::uint64_t n) {  // 2^(n % 40 - 24) as a half
    const std::uint64_t e = n % 40;
    return static_cast<std::uint16_t>(e < 10 ? 1u << e : (e - 9) << 10);
  };
  asker.ask("-0 beside each power of two", Op::encode, geometry,
            encode_payload(row, geometry, scattered_codes(geometry),
                           [&](std::uint64_t n, std::uint64_t group) {
                             return group == 0 ? power(n) : std::uint16_t{0x8000};
                           }));
}

// CONV-6: clamping is for +2 of the 2-bit GGUF types and for nothing else.
void clamp_elsewhere(Asker& asker, const spec::FormatRow& row) {
  if (!row.ternary) return;
  const spec::Geometry geometry{32, 256};
  spec::Flags flags;
  flags.clamp = true;
  for (const spec::FormatRow& to : spec::kFormats) {
    if (!to.ternary) continue;
    Bytes tensor = good_tensor(row, geometry);
    put_codes(row, geometry, tensor, [](const spec::Field& field, std::uint64_t serial) {
      return serial == 7 && field.kind != spec::FieldKind::base3x5
                 ? equal_codes(field.kind, 2)
                 : valid_codes(field.kind, serial);
    });
    flags.target = to.id;
    asker.ask("codes 2, clamping asked for", Op::convert, geometry, std::move(tensor), flags);
  }
}

// REPLAY-3: sums that leave int32 inside a tile and come back.
void saturated_inside_a_tile(Asker& asker, const spec::FormatRow& row) {
  if (row.id != Format::pb16i) return;
  const spec::Geometry geometry = grid(row, 1, 1);
  Bytes tiles = empty_tensor(row, geometry);
  tiles.resize(row.bytes);
  put_codes(row, geometry, tiles, [](const spec::Field&, std::uint64_t serial) {
    return static_cast<std::uint8_t>(serial / 8 % 256 < 128 ? 0x88 : 0x77);
  });
  put_scales(row, geometry, tiles,
             [](const spec::Field&, std::uint64_t) { return std::uint16_t{32767}; });
  Bytes input(256, 0x80);
  input.insert(input.end(), tiles.begin(), tiles.end());
  for (std::uint8_t mode = 0; mode < 4; ++mode)
    for (std::uint8_t narrowing = 0; narrowing < 3; ++narrowing) {
      spec::Flags flags;
      flags.mode = static_cast<spec::ReplayMode>(mode);
      flags.narrowing = static_cast<spec::Narrowing>(narrowing);
      asker.ask("sums that leave int32 and come back", Op::replay, geometry, input, flags, 1);
    }
}

void enumerate(Format format, Level, std::uint64_t, const laws::Take& take) {
  Asker asker(format, take);
  for (const auto corner : {wrapped_size, one_tile_out_of_range, minus_zero_under_every_exponent,
                            clamp_elsewhere, saturated_inside_a_tile, many_scales, long_row})
    corner(asker, spec::row_of(format));
}

}  // namespace

const Domain kCornerDomain{"corners", "what only one shape, one count or one order of terms shows",
                           every_format, enumerate};

}  // namespace tritproof::props
