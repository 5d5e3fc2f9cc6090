// SPDX-License-Identifier: Apache-2.0
#include "hw/protocol/sizes.h"

#include <limits>

#include "hw/protocol/wire.h"

namespace tritproof::protocol {
namespace {

using Size = std::optional<std::uint64_t>;

Size times(Size a, std::uint64_t b) {
  if (!a || (b != 0 && *a > std::numeric_limits<std::uint64_t>::max() / b)) return std::nullopt;
  return *a * b;
}

Size plus(Size a, Size b) {
  if (!a || !b || *a > std::numeric_limits<std::uint64_t>::max() - *b) return std::nullopt;
  return *a + *b;
}

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t unit) {
  return value / unit + (value % unit != 0 ? 1 : 0);
}

Size units(const spec::FormatRow& row, spec::Geometry geometry) {
  return times(rounded_up(geometry.n, row.rows), rounded_up(geometry.k, row.columns));
}

/// Tiles or blocks, and the .ref table behind them where the format has one.
Size image_bytes(spec::Format format, spec::Geometry geometry) {
  const spec::FormatRow& row = spec::row_of(format);
  const Size tiles = times(units(row, geometry), row.bytes);
  return row.side_table ? plus(tiles, times(geometry.n, 4)) : tiles;
}

bool whole(const spec::FormatRow& row, spec::Geometry geometry) {
  return geometry.n != 0 && geometry.k != 0 && geometry.n % row.rows == 0 &&
         geometry.k % row.columns == 0;
}

}  // namespace

std::optional<std::uint64_t> answer_bytes(const Request& request) {
  const spec::Geometry& geometry = request.geometry;
  switch (request.op) {
    case spec::Op::decode: return times(times(geometry.n, geometry.k), request.flags.bf16 ? 2 : 4);
    case spec::Op::validate: return 6 * sizeof(std::uint64_t);
    case spec::Op::encode:
    case spec::Op::quantise: return image_bytes(request.format, geometry);
    case spec::Op::expand: return times(units(spec::row_of(request.format), geometry), 4096);
    case spec::Op::convert:
      return request.flags.target ? image_bytes(*request.flags.target, geometry) : Size{};
    case spec::Op::replay:
      return times(times(request.m, geometry.n),
                   request.flags.mode == spec::ReplayMode::i64 ? 8 : 4);
  }
  return std::nullopt;
}

bool whole_units(const Request& request) {
  const bool source = whole(spec::row_of(request.format), request.geometry);
  const bool target = request.op != spec::Op::convert || !request.flags.target ||
                      whole(spec::row_of(*request.flags.target), request.geometry);
  return source && target;
}

std::uint64_t poison_bytes(std::span<const std::uint8_t> answer, std::uint64_t poison) {
  std::uint64_t count = 0;  // FRAME-9
  for (std::size_t at = 0; at + 8 <= answer.size(); at += 8)
    count += get<std::uint64_t>(answer, at) == poison ? 8 : 0;
  return count;
}

}  // namespace tritproof::protocol
