// SPDX-License-Identifier: Apache-2.0
#include "golden/maker_layout.h"

namespace tritproof::golden::layout {
namespace {

using spec::Format;
using spec::Layout;

// Base-3 elements in runs: `first` elements over `wide` bytes, the rest of qs over half of them, qh
// over `last`.
Site digit_site(std::uint32_t e, std::uint32_t wide, std::uint32_t last) {
  const std::uint32_t first = 5 * wide, second = first + 5 * wide / 2;
  if (e < first) return {e % wide, e / wide};
  if (e < second) return {wide + (e - first) % (wide / 2), (e - first) / (wide / 2)};
  return {wide + wide / 2 + (e - second) % last, (e - second) / last};
}

constexpr std::uint32_t group_of_32(std::uint32_t r, std::uint32_t c) { return 32 * (c / 32) + r; }

}  // namespace

Site code_site(Format format, Layout layout, std::uint32_t r, std::uint32_t c) {
  switch (format) {
    case Format::t2: return {64 * r + c / 4, 2 * (c % 4)};  // T2-1
    case Format::t2s:                                       // T2S-1
      return {64 * (16 * (r / 16) + c / 16) + 4 * (c % 16) + r % 16 / 4, 2 * (r % 4)};
    case Format::pb16i:  // PB16I-1
      return {128 * (16 * (r / 16) + c / 16) + (16 * (c % 16) + r % 16) / 2, 4 * (r % 2)};
    case Format::q4_1:  // Q4_1-1
      return {1024 + 256 * (8 * (r / 16) + c / 32) + 8 * (c % 32) + r % 16 / 2, 4 * (r % 2)};
    case Format::q4_k: return {512 + 16 * c + r / 2, 4 * (r % 2)};  // Q4_K-1
    case Format::q8:                                                // Q8-1, Q8-4
      if (layout == Layout::standard) return {512 + 32 * c + r, 0};
      return {512 + 4096 * (r / 16) + 512 * (c / 32) + 16 * (c % 32) + r % 16, 0};
    case Format::tq1_0: return digit_site(c, 32, 4);                           // TQ1_0-1
    case Format::tq2_0: return {32 * (c / 128) + c % 32, 2 * (c % 128 / 32)};  // TQ2_0-1
    case Format::q2_0:                                                         // Q2_0-2
    case Format::pq2_0: return {2 + c / 4, 2 * (c % 4)};                       // PQ2_0-2
    case Format::ptq1_0: return digit_site(c, 16, 2);                          // PTQ1_0-1
  }
  return {};
}

std::uint32_t scale_site(Format format, Layout layout, std::uint32_t r, std::uint32_t c) {
  switch (format) {
    case Format::t2: return 2048 + 4 * r + 2 * (c / 128);                          // T2-4
    case Format::t2s: return 2048 + 2 * (16 * (2 * (r / 16) + c / 128) + r % 16);  // T2S-2
    case Format::pb16i:                                                            // PB16I-2
      return 4096 + 2 * (16 * (4 * (2 * (r / 16) + c / 128) + c % 128 / 32) + r % 16);
    case Format::q4_1:                                                               // Q4_1-2
      return 2 * (layout == Layout::standard ? group_of_32(r, c) : 8 * r + c / 32);  // Q4_1-4
    case Format::q4_k: return 4608 + 2 * r;                                          // Q4_K-3
    case Format::q8: return 2 * group_of_32(r, c);                                   // Q8-2
    case Format::tq1_0: return 52;                                                   // TQ1_0-1
    case Format::tq2_0: return 64;                                                   // TQ2_0-1
    case Format::q2_0:                                                               // Q2_0-1
    case Format::pq2_0: return 0;                                                    // PQ2_0-1
    case Format::ptq1_0: return 26;                                                  // PTQ1_0-1
  }
  return 0;
}

std::uint64_t unit_bytes(Format format, spec::Geometry geometry) {
  const spec::FormatRow& row = spec::row_of(format);
  return geometry.n / row.rows * (geometry.k / row.columns) * row.bytes;
}

std::uint64_t tensor_bytes(Format format, spec::Geometry geometry) {
  return unit_bytes(format, geometry) + (spec::row_of(format).side_table ? 4 * geometry.n : 0);
}

std::uint64_t unit_offset(Format format, spec::Geometry geometry, std::uint64_t n,
                          std::uint64_t k) {
  const spec::FormatRow& row = spec::row_of(format);
  return (n / row.rows * (geometry.k / row.columns) + k / row.columns) * row.bytes;
}

Site code_at(Format format, spec::Geometry geometry, Layout layout, std::uint64_t n,
             std::uint64_t k) {
  const spec::FormatRow& row = spec::row_of(format);
  Site site = code_site(format, layout, static_cast<std::uint32_t>(n % row.rows),
                        static_cast<std::uint32_t>(k % row.columns));
  site.byte += unit_offset(format, geometry, n, k);
  return site;
}

std::uint64_t scale_at(Format format, spec::Geometry geometry, Layout layout, std::uint64_t n,
                       std::uint64_t k) {
  const spec::FormatRow& row = spec::row_of(format);
  return unit_offset(format, geometry, n, k) +
         scale_site(format, layout, static_cast<std::uint32_t>(n % row.rows),
                    static_cast<std::uint32_t>(k % row.columns));
}

std::uint16_t load16(std::span<const std::uint8_t> bytes, std::uint64_t at) {
  return static_cast<std::uint16_t>(bytes[at] + 256 * bytes[at + 1]);
}

std::uint32_t load32(std::span<const std::uint8_t> bytes, std::uint64_t at) {
  return load16(bytes, at) | std::uint32_t{load16(bytes, at + 2)} << 16;
}

void store16(std::span<std::uint8_t> bytes, std::uint64_t at, std::uint16_t word) {
  bytes[at] = static_cast<std::uint8_t>(word);
  bytes[at + 1] = static_cast<std::uint8_t>(word >> 8);
}

void store32(std::span<std::uint8_t> bytes, std::uint64_t at, std::uint32_t word) {
  store16(bytes, at, static_cast<std::uint16_t>(word));
  store16(bytes, at + 2, static_cast<std::uint16_t>(word >> 16));
}

}  // namespace tritproof::golden::layout
