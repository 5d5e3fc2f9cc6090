// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <bit>
#include <limits>
#include <vector>

#include "props/domains/asker.h"
#include "props/domains/domains.h"

/// Every multiplier under every code and the exponents at which floats end.
namespace tritproof::props {
namespace {

constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
constexpr std::uint64_t kTilesACase = 32;

bool has_side_table(spec::Format format) { return spec::row_of(format).side_table; }

// PB16I-6: ms * 2^e_ref is exactly a finite float.
bool in_range(std::int16_t ms, std::int32_t e_ref) {
  if (ms == 0) return true;
  const auto magnitude = static_cast<std::uint32_t>(ms < 0 ? -std::int32_t{ms} : ms);
  const std::int64_t lowest = std::int64_t{e_ref} + std::countr_zero(magnitude);
  const std::int64_t highest = std::int64_t{e_ref} + std::bit_width(magnitude) - 1;
  return lowest >= -149 && highest <= 127;
}

// Codes that go through all values along k for every n: T2S-1, PB16I-1.
std::uint8_t codes_along_k(const spec::Field& field, std::uint64_t serial) {
  if (field.kind == spec::FieldKind::code2) return static_cast<std::uint8_t>(serial / 4 % 3 * 0x55);
  return static_cast<std::uint8_t>(serial / 8 % 16 * 17);
}

Bytes tiles_of(const spec::FormatRow& row, spec::Geometry geometry) {
  Bytes tensor = empty_tensor(row, geometry);
  put_codes(row, geometry, tensor, codes_along_k);
  return tensor;
}

void every_multiplier(Asker& asker, const spec::FormatRow& row, std::int32_t e_ref,
                      std::uint64_t step = kTilesACase) {
  const std::uint64_t tiles = 65536 / row.groups();
  const spec::Geometry geometry = grid(row, kTilesACase, 1);
  Bytes tensor = tiles_of(row, geometry);
  put_exponents(row, geometry, tensor, [e_ref](std::uint64_t) { return e_ref; });
  for (std::uint64_t first = 0; first < tiles && asker.open(); first += step) {
    put_scales(row, geometry, tensor, [&](const spec::Field&, std::uint64_t serial) {
      return static_cast<std::uint16_t>(first * row.groups() + serial);
    });
    asker.read("multipliers from " + std::to_string(first * row.groups()) + ", e_ref " +
                   std::to_string(e_ref),
               geometry, tensor);
  }
}

void multipliers(spec::Format format, Level level, std::uint64_t, const laws::Take& take) {
  Asker asker(format, take);
  const spec::FormatRow& row = spec::row_of(format);
  if (level == Level::smoke) return every_multiplier(asker, row, -24, 65536);
  for (const std::int32_t e_ref : {-149, 0}) every_multiplier(asker, row, e_ref);
  if (level != Level::full) return;
  for (const std::int32_t e_ref : {-148, -126, -24, 1, 111, 112})
    every_multiplier(asker, row, e_ref);
}

constexpr std::array<std::int16_t, 16> kEdges{
    0, 1, -1, 2, 3, -4, 255, 256, 2047, 2048, -2049, 16384, -16384, 32767, -32767, -32768};

struct Pair {
  std::int16_t ms = 0;
  std::int32_t e_ref = 0;
};

std::vector<Pair> pairs_at_edges() {
  std::vector<std::int32_t> exponents{kLeast, kLeast + 1, -1000, kMost - 1, kMost, 0, -24};
  for (std::int32_t e = -166; e <= -146; ++e) exponents.push_back(e);
  for (std::int32_t e = -128; e <= -125; ++e) exponents.push_back(e);
  for (std::int32_t e = 110; e <= 130; ++e) exponents.push_back(e);
  std::vector<Pair> pairs;
  for (const std::int32_t e_ref : exponents)
    for (const std::int16_t ms : kEdges) pairs.push_back({ms, e_ref});
  while (pairs.size() % 32 != 0) pairs.push_back({});
  return pairs;
}

// One feature a pair. The multiplier of feature n stands in slot n % 16 of each run (T2S-2).
Bytes features(const spec::FormatRow& row, spec::Geometry geometry,
               const std::vector<Pair>& pairs) {
  Bytes tensor = tiles_of(row, geometry);
  const std::uint64_t slots = row.groups();
  put_scales(row, geometry, tensor, [&](const spec::Field&, std::uint64_t serial) {
    const std::uint64_t n = serial / (slots / 2) * 16 + serial % 16;
    return static_cast<std::uint16_t>(pairs[n].ms);
  });
  put_exponents(row, geometry, tensor, [&](std::uint64_t n) { return pairs[n].e_ref; });
  return tensor;
}

void exponents(spec::Format format, Level, std::uint64_t, const laws::Take& take) {
  Asker asker(format, take);
  const spec::FormatRow& row = spec::row_of(format);
  const std::vector<Pair> all = pairs_at_edges();
  const spec::Geometry geometry = grid(row, all.size() / 32, 1);
  std::vector<Pair> valid = all;
  std::vector<std::size_t> wrong;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!in_range(all[i].ms, all[i].e_ref)) {
      wrong.push_back(i);
      valid[i].ms = 0;
    }
  asker.read("exponents at the ends of float, valid", geometry, features(row, geometry, valid));
  asker.read("exponents beyond the ends of float", geometry, features(row, geometry, all));
  for (const std::size_t i : {wrong.front(), wrong[wrong.size() / 2], wrong.back()}) {
    std::vector<Pair> one = valid;
    one[i] = all[i];
    asker.read(
        "e_ref " + std::to_string(all[i].e_ref) + " with multiplier " + std::to_string(all[i].ms),
        geometry, features(row, geometry, one));
  }
}

}  // namespace

const Domain kMultiplierDomain{"multipliers x codes",
                               "every int16 multiplier under every code and two exponents",
                               has_side_table, multipliers};
const Domain kExponentDomain{"exponents",
                             "multipliers and exponents where floats begin, end and lose bits",
                             has_side_table, exponents};

}  // namespace tritproof::props
