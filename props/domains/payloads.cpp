// SPDX-License-Identifier: Apache-2.0
#include "props/domains/payloads.h"

#include "codec/reference/tensor.h"
#include "codec/reference/unit.h"

namespace tritproof::props {

std::vector<std::int8_t> codes_of(const spec::FormatRow& row, spec::Geometry geometry,
                                  std::span<const std::uint8_t> tensor) {
  std::vector<std::int8_t> codes(geometry.n * geometry.k);
  std::vector<std::int8_t> unit(row.elements());
  const std::uint64_t across = geometry.k / row.columns;
  for (std::uint64_t u = 0; u < units_in(row, geometry); ++u) {
    reference::codec_of(row.id).codes(tensor.subspan(u * row.bytes, row.bytes),
                                      spec::Layout::standard, unit);
    const std::uint64_t n = u / across * row.rows, k = u % across * row.columns;
    for (std::uint32_t e = 0; e < row.elements(); ++e)
      codes[(n + e / row.columns) * geometry.k + k + e % row.columns] = unit[e];
  }
  return codes;
}

std::vector<std::int8_t> scattered_codes(spec::Geometry geometry) {
  std::vector<std::int8_t> codes(geometry.n * geometry.k);
  for (std::uint64_t i = 0; i < codes.size(); ++i)
    codes[i] = static_cast<std::int8_t>(static_cast<int>(scatter(i) % 3) - 1);
  return codes;
}

Bytes encode_payload(const spec::FormatRow& row, spec::Geometry geometry,
                     std::span<const std::int8_t> codes, const PatternAt& pattern) {
  const std::uint64_t group = row.side_table ? spec::kScaleGroup : row.group;
  const std::uint64_t a_row = geometry.k / group;
  Bytes payload(codes.size() + 2 * geometry.n * a_row);
  for (std::size_t i = 0; i < codes.size(); ++i) payload[i] = static_cast<std::uint8_t>(codes[i]);
  for (std::uint64_t n = 0; n < geometry.n; ++n)
    for (std::uint64_t g = 0; g < a_row; ++g)
      laws::store_word(payload, codes.size() + 2 * (n * a_row + g), 2, pattern(n, g));
  return payload;
}

Bytes ternary_tensor(const spec::FormatRow& row, spec::Geometry geometry, const HalfAt& half) {
  const std::uint64_t group = row.side_table ? spec::kScaleGroup : row.group;
  const Bytes payload =
      encode_payload(row, geometry, scattered_codes(geometry),
                     [&](std::uint64_t n, std::uint64_t g) { return half(n, g * group); });
  return reference::encode(row.id, geometry, payload).value_or(Bytes{});
}

}  // namespace tritproof::props
