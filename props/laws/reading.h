// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "props/laws/ask.h"

namespace tritproof::laws {

/// A ternary tensor as the judge reads it: what encode takes and what conversions keep.
struct Reading {
  spec::Geometry geometry;
  std::uint32_t group = 0;              ///< k per pattern
  std::vector<std::int8_t> codes;       ///< N x K; code 3 of a GGUF type is 2
  std::vector<std::uint16_t> patterns;  ///< f16, rows first

  [[nodiscard]] std::uint16_t pattern(std::uint64_t n, std::uint64_t k) const {
    return patterns[(n * geometry.k + k) / group];
  }
};

/// Reads a tensor through the judge's decode only. The codes are what it decodes once every scale
/// is 1, the scales what stands in the f16 field, or what it decodes once every code is +1.
/// Nothing if a code is reserved or the scales have no f16 form.
std::optional<Reading> read(Subject& judge, spec::Format format, spec::Geometry geometry,
                            std::span<const std::uint8_t> tensor);

/// Where two readings of one tensor differ first.
Verdict same_reading(const Reading& expected, const Reading& got);

/// The payload that encodes a reading.
Bytes encode_input(const Reading& reading);

/// k per scale pattern in an encode request (REF-7, REF-8).
constexpr std::uint32_t encode_group(const spec::FormatRow& row) {
  return row.side_table ? spec::kScaleGroup : row.group;
}

}  // namespace tritproof::laws
