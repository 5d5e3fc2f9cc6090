// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>

#include "codec/reference/exponent.h"
#include "codec/reference/ledger.h"
#include "codec/reference/numbers.h"
#include "codec/reference/refuse.h"
#include "codec/reference/tensor.h"
#include "codec/reference/unit.h"
#include "codec/reference/walk.h"

namespace tritproof::reference {
namespace {

using spec::RefusalName;

// The codes and patterns of an encode request: codes at 0, patterns after them.
struct Parts {
  const spec::FormatRow& row;
  spec::Geometry geometry;
  Grid grid;
  std::uint32_t group = 0;  // k per given pattern
  InputBytes codes;
  InputBytes patterns;

  [[nodiscard]] std::uint16_t pattern(std::uint64_t n, std::uint64_t k) const {
    return load16(patterns, 2 * (n * (geometry.k / group) + k / group));
  }
};

spec::Result<Parts> parts_of(spec::Format format, spec::Geometry geometry, InputBytes input) {
  const spec::FormatRow& row = spec::row_of(format);
  const auto grid = grid_of(format, geometry);
  if (!grid) return std::unexpected(grid.error());
  const std::uint32_t group = row.side_table ? spec::kScaleGroup : row.group;
  const std::uint64_t codes = geometry.n * geometry.k;
  const std::uint64_t needed = codes + codes / group * 2;
  if (input.size() != needed) return refuse_size(needed, input.size());
  return Parts{row, geometry, *grid, group, input.first(codes), input.subspan(codes)};
}

// NotTernary for every code outside {-1, 0, 1} (REF-7).
void check_codes(const Parts& parts, Ledger& ledger) {
  for (std::uint64_t i = 0; i < parts.codes.size(); ++i) {
    const auto code = std::bit_cast<std::int8_t>(parts.codes[i]);
    if (code >= -1 && code <= 1) continue;
    ledger.add(RefusalName::NotTernary, {i, 0, i / parts.geometry.k, i % parts.geometry.k}, [&] {
      return Ledger::Description{"a code of -1, 0 or 1", std::to_string(code)};
    });
  }
}

// What the packing rule refuses of one scale (PB16I-8).
void check_scale(const Parts& parts, std::uint64_t n, std::uint64_t k, std::int32_t e_ref,
                 Ledger& ledger) {
  const std::uint16_t half = parts.pattern(n, k);
  const std::uint64_t at = parts.codes.size() + 2 * (n * (parts.geometry.k / 128) + k / 128);
  if (!half_is_finite(half))
    ledger.add(RefusalName::NonFiniteScale, {at, 0, n, k}, [&] {
      return Ledger::Description{"a finite scale", describe_half(half)};
    });
  else if (!multiplier_of(half, e_ref))
    ledger.add(RefusalName::ScaleNotRepresentable, {at, 0, n, k}, [&] {
      return Ledger::Description{"an int16 multiple of 2^" + std::to_string(e_ref),
                                 describe_half(half)};
    });
}

// The exponents of all rows; what the rule refuses goes to the ledger.
std::vector<std::int32_t> exponents_of(const Parts& parts, Ledger& ledger) {
  std::vector<std::int32_t> exponents(parts.geometry.n);
  for (std::uint64_t n = 0; n < parts.geometry.n; ++n) {
    RowExponent exponent;
    for (std::uint64_t k = 0; k < parts.geometry.k; k += 128) exponent.see(parts.pattern(n, k));
    exponents[n] = exponent.value();
    for (std::uint64_t k = 0; k < parts.geometry.k; k += 128)
      check_scale(parts, n, k, exponents[n], ledger);
  }
  return exponents;
}

void pack_unit(const Parts& parts, std::span<const std::int32_t> exponents, std::uint64_t u,
               std::span<std::uint8_t> unit) {
  std::array<std::int8_t, kMaxElements> codes;
  std::array<std::uint16_t, kMaxGroups> patterns;
  const spec::FormatRow& row = parts.row;
  const auto [n, k] = parts.grid.origin(row, u);
  const std::uint32_t groups_a_row = row.columns / row.group;
  for (std::uint32_t r = 0; r < row.rows; ++r) {
    for (std::uint32_t c = 0; c < row.columns; ++c)
      codes[r * row.columns + c] =
          std::bit_cast<std::int8_t>(parts.codes[(n + r) * parts.geometry.k + k + c]);
    for (std::uint32_t g = 0; g < groups_a_row; ++g) {
      const std::uint16_t half = parts.pattern(n + r, k + g * row.group);
      patterns[r * groups_a_row + g] =
          row.side_table ? std::bit_cast<std::uint16_t>(*multiplier_of(half, exponents[n + r]))
                         : half;
    }
  }
  codec_of(row.id).pack(std::span(codes).first(row.elements()),
                        std::span(patterns).first(row.groups()), unit);
}

}  // namespace

spec::Result<Bytes> encode(spec::Format format, spec::Geometry geometry, InputBytes input) {
  if (!spec::defined(spec::Op::encode, format))
    return refuse(RefusalName::NoSuchConversion, "a format with an encoder",
                  std::string(spec::row_of(format).name));
  const auto parts = parts_of(format, geometry, input);
  if (!parts) return std::unexpected(parts.error());
  Ledger ledger;
  check_codes(*parts, ledger);
  std::vector<std::int32_t> exponents;
  if (parts->row.side_table) exponents = exponents_of(*parts, ledger);
  if (auto clean = verdict(ledger); !clean) return std::unexpected(clean.error());

  Bytes out(parts->grid.unit_bytes + parts->grid.ref_bytes);
  for (std::uint64_t u = 0; u < parts->grid.units; ++u)
    pack_unit(*parts, exponents, u, std::span(out).subspan(u * parts->row.bytes, parts->row.bytes));
  for (std::uint64_t n = 0; n < exponents.size(); ++n)
    store32(out, parts->grid.unit_bytes + 4 * n, std::bit_cast<std::uint32_t>(exponents[n]));
  return out;
}

}  // namespace tritproof::reference
