// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "props/domains/asker.h"
#include "props/domains/domains.h"

/// Every byte value at every position: code bytes under good scales, then scale bytes under the
/// same code everywhere.
namespace tritproof::props {
namespace {

constexpr std::uint64_t kUnitsACase = 32;

std::uint64_t units_a_case(const spec::FormatRow& row, Level level) {
  if (!row.is_tile()) return 256;
  return level == Level::smoke ? 2 : kUnitsACase;
}

// Byte p of unit v holds v + p.
std::uint8_t stepped(const spec::Field& field, std::uint64_t serial, std::uint64_t first) {
  return static_cast<std::uint8_t>(first + serial / field.bytes + serial % field.bytes);
}

// A stream decodes without reserved codes only, so its 81 other bytes are decoded and all 256 are
// validated.
void code_bytes(spec::Format format, Level level, std::uint64_t, const laws::Take& take) {
  Asker asker(format, take);
  const spec::FormatRow& row = spec::row_of(format);
  const bool stream = format == spec::Format::t2s;
  const spec::Geometry geometry = grid(row, units_a_case(row, level), 1);
  Bytes tensor = good_tensor(row, geometry);
  const std::uint64_t step = level == Level::smoke ? 256 : units_a_case(row, level);
  for (std::uint64_t first = 0; first < 256 && asker.open(); first += step) {
    const std::string why = "code bytes from " + std::to_string(first) + " at every position";
    put_codes(row, geometry, tensor, [&](const spec::Field& field, std::uint64_t serial) {
      return stepped(field, serial, first);
    });
    if (!stream) {
      asker.read_layouts(why, geometry, tensor);
      continue;
    }
    asker.ask(why, spec::Op::validate, geometry, tensor);
    put_codes(row, geometry, tensor, [&](const spec::Field& field, std::uint64_t serial) {
      return valid_codes(field.kind, first + serial / field.bytes + serial % field.bytes);
    });
    asker.read(why + ", none reserved", geometry, tensor);
  }
}

// The codes to sweep scales under: -1, 0, +1 and 3; the ends where a code has more values.
std::vector<int> fixed_codes(const spec::FormatRow& row) {
  const bool third = row.code3 != spec::Code3::none && row.id != spec::Format::t2s;
  if (third) return {-1, 0, 1, 2};
  if (row.id == spec::Format::pb16i) return {-8, -1, 0, 1};
  if (row.id == spec::Format::q8) return {-128, -1, 0, 1};
  if (!row.ternary) return {0, 1, 8, 15};
  return {-1, 0, 1};
}

void scale_bytes(spec::Format format, Level level, std::uint64_t, const laws::Take& take) {
  Asker asker(format, take);
  const spec::FormatRow& row = spec::row_of(format);
  // Scales of 16 bits have a domain of their own; here the eight-bit ones are swept in full.
  const bool coarse = row.is_tile() && format != spec::Format::q4_k && level != Level::full;
  const spec::Geometry geometry = grid(row, units_a_case(row, level), 1);
  Bytes tensor = good_tensor(row, geometry);
  const std::uint64_t step = level == Level::smoke ? 256 : coarse ? 128 : units_a_case(row, level);
  for (const int code : fixed_codes(row))
    for (std::uint64_t first = 0; first < 256 && asker.open(); first += step) {
      each_field(
          row, geometry, tensor,
          [&](const spec::Field& field, std::span<std::uint8_t> bytes, std::uint64_t serial) {
            for (std::uint8_t& at : bytes)
              at =
                  is_codes(field) ? equal_codes(field.kind, code) : stepped(field, serial++, first);
          });
      asker.read_layouts(
          "scale bytes from " + std::to_string(first) + " under code " + std::to_string(code),
          geometry, tensor);
    }
}

}  // namespace

const Domain kByteDomain{"bytes x positions", "every code byte at every position, good scales",
                         every_format, code_bytes};
const Domain kScaleByteDomain{"scale bytes", "scale bytes at every position under equal codes",
                              every_format, scale_bytes};

}  // namespace tritproof::props
