// SPDX-License-Identifier: Apache-2.0
#include "props/domains/asker.h"
#include "props/domains/domains.h"

/// The stream's expansion: every byte at every position, reserved codes at the ends and between.
namespace tritproof::props {
namespace {

bool only_streams(spec::Format format) { return format == spec::Format::t2s; }

Bytes tiles_only(const spec::FormatRow& row, spec::Geometry geometry, std::uint64_t salt) {
  Bytes tensor = good_tensor(row, geometry, salt);
  tensor.resize(tensor.size() - side_bytes(row, geometry));
  return tensor;
}

void every_byte(Asker& asker, const spec::FormatRow& row) {
  const spec::Geometry geometry = grid(row, 9, 9);
  Bytes tiles = tiles_only(row, geometry, 0);
  put_codes(row, geometry, tiles, [](const spec::Field& field, std::uint64_t serial) {
    return valid_codes(field.kind, serial / field.bytes + serial % field.bytes);
  });
  asker.ask("every byte at every position", spec::Op::expand, geometry, std::move(tiles));
}

void one_reserved(Asker& asker, spec::Geometry geometry, const Bytes& tiles, std::uint64_t byte,
                  std::uint32_t bit) {
  Bytes spoilt = tiles;
  spoilt[byte] = static_cast<std::uint8_t>(spoilt[byte] | 3u << bit);
  asker.ask("reserved at byte " + std::to_string(byte) + " bit " + std::to_string(bit),
            spec::Op::expand, geometry, std::move(spoilt));
}

void enumerate(spec::Format format, Level level, std::uint64_t, const laws::Take& take) {
  Asker asker(format, take);
  const spec::FormatRow& row = spec::row_of(format);
  every_byte(asker, row);
  for (std::uint64_t down = 1; down <= 3; ++down)
    asker.ask("grid", spec::Op::expand, grid(row, down, 3),
              tiles_only(row, grid(row, down, 3), down));
  const spec::Geometry geometry = grid(row, 2, 2);
  const Bytes tiles = tiles_only(row, geometry, 9);
  const std::uint64_t step = level == Level::smoke ? 509 : level == Level::core ? 13 : 1;
  for (std::uint64_t at = 0; at < 2048 && asker.open(); at += step)
    one_reserved(asker, geometry, tiles, at + at % 4 * row.bytes,
                 static_cast<std::uint32_t>(at % 8 / 2 * 2));
  for (std::uint32_t bit = 0; bit < 8; bit += 2) {
    one_reserved(asker, geometry, tiles, 0, bit);
    one_reserved(asker, geometry, tiles, 3 * row.bytes + 2047, bit);
  }
  Bytes spoilt = tiles;
  put_codes(row, geometry, spoilt,
            [](const spec::Field&, std::uint64_t) { return std::uint8_t{0xff}; });
  asker.ask("all reserved", spec::Op::expand, geometry, std::move(spoilt));
}

}  // namespace

const Domain kExpandDomain{"expand", "every stream byte at every position; reserved codes anywhere",
                           only_streams, enumerate};

}  // namespace tritproof::props
