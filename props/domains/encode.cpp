// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "codec/reference/unit.h"
#include "props/domains/asker.h"
#include "props/domains/domains.h"
#include "props/domains/payloads.h"

/// Encode: every byte that an encoder writes, every scale, and codes that none may write.
namespace tritproof::props {
namespace {

constexpr std::uint64_t kElementsACase = 1u << 18;

bool has_encoder(spec::Format format) { return spec::defined(spec::Op::encode, format); }

// Byte p of unit v is valid byte v + p: codes that make an encoder write them all everywhere.
void every_byte(Asker& asker, const spec::FormatRow& row, std::uint64_t units) {
  const spec::Geometry geometry = grid(row, units, 1);
  Bytes tensor = good_tensor(row, geometry);
  put_codes(row, geometry, tensor, [](const spec::Field& field, std::uint64_t serial) {
    return valid_codes(field.kind, serial / field.bytes + serial % field.bytes);
  });
  std::vector<std::int8_t> codes = codes_of(row, geometry, tensor);
  asker.ask("every byte that encoders write", spec::Op::encode, geometry,
            encode_payload(row, geometry, codes, [](std::uint64_t n, std::uint64_t group) {
              return static_cast<std::uint16_t>(0x3c00 + (n * 5 + group * 3) % 0x400);
            }));
}

void every_scale(Asker& asker, const spec::FormatRow& row) {
  const std::uint64_t groups = row.groups();
  const std::uint64_t units = kElementsACase / row.elements();
  const spec::Geometry geometry = grid(row, units, 1);
  const std::vector<std::int8_t> codes = scattered_codes(geometry);
  for (std::uint64_t first = 0; first < 65536 && asker.open(); first += units * groups)
    asker.ask("scales from " + std::to_string(first), spec::Op::encode, geometry,
              encode_payload(row, geometry, codes, [&](std::uint64_t n, std::uint64_t group) {
                return static_cast<std::uint16_t>(first + n * (row.columns / row.group) + group);
              }));
}

void wrong_codes(Asker& asker, const spec::FormatRow& row) {
  const spec::Geometry geometry = grid(row, 2, 2);
  const std::uint64_t last = geometry.n * geometry.k - 1;
  const auto scale = [](std::uint64_t n, std::uint64_t) {
    return static_cast<std::uint16_t>(0x3c00 + n);
  };
  for (const int code : {2, -2, 3, 127, -128})
    for (const std::uint64_t at : {std::uint64_t{0}, last, last / 2}) {
      auto codes = scattered_codes(geometry);
      codes[at] = static_cast<std::int8_t>(code);
      asker.ask("code " + std::to_string(code) + " at element " + std::to_string(at),
                spec::Op::encode, geometry, encode_payload(row, geometry, codes, scale));
    }
  auto codes = scattered_codes(geometry);
  std::ranges::fill(codes, std::int8_t{2});
  asker.ask("all codes 2", spec::Op::encode, geometry, encode_payload(row, geometry, codes, scale));
}

void enumerate(spec::Format format, Level level, std::uint64_t, const laws::Take& take) {
  Asker asker(format, take);
  const spec::FormatRow& row = spec::row_of(format);
  const bool smoke = level == Level::smoke;
  wrong_codes(asker, row);
  every_byte(asker, row, smoke && row.is_tile() ? 2 : 243);
  const spec::Geometry grids[] = {grid(row, 1, 1), grid(row, 1, 3), grid(row, 3, 2)};
  for (const spec::Geometry geometry : grids)
    asker.ask("grid", spec::Op::encode, geometry,
              encode_payload(row, geometry, scattered_codes(geometry),
                             [](std::uint64_t n, std::uint64_t group) {
                               return static_cast<std::uint16_t>(0x3c00 + (n * 7 + group) % 0x400);
                             }));
  if (!smoke && !row.side_table) every_scale(asker, row);
}

}  // namespace

const Domain kEncodeDomain{"encode", "every byte that encoders write, every scale, wrong codes",
                           has_encoder, enumerate};

}  // namespace tritproof::props
