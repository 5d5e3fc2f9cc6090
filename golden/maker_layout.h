// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "codec/subject.h"

/// Where the spec's pages put codes and scales: their formulas, read apart from both decoders, so
/// that drafts know the places that they spoil and proofs the bits that they ask for.
namespace tritproof::golden::layout {

/// The byte of a code, and the shift of its bits or the number of its base-3 digit.
struct Site {
  std::uint64_t byte = 0;
  unsigned position = 0;
};

/// Element (r, c) of a unit; r is 0 in a block.
Site code_site(spec::Format format, spec::Layout layout, std::uint32_t r, std::uint32_t c);

/// Byte of the scale, multiplier or (q4_k) S that serves element (r, c) of a unit.
std::uint32_t scale_site(spec::Format format, spec::Layout layout, std::uint32_t r,
                         std::uint32_t c);

/// Bytes of all units of a tensor; the side table follows them.
std::uint64_t unit_bytes(spec::Format format, spec::Geometry geometry);
/// unit_bytes and the side table.
std::uint64_t tensor_bytes(spec::Format format, spec::Geometry geometry);
/// First byte of the unit that holds (n, k) (T2-5, Q2_0-4).
std::uint64_t unit_offset(spec::Format format, spec::Geometry geometry, std::uint64_t n,
                          std::uint64_t k);

/// The same two places, counted from the start of the tensor.
Site code_at(spec::Format format, spec::Geometry geometry, spec::Layout layout, std::uint64_t n,
             std::uint64_t k);
std::uint64_t scale_at(spec::Format format, spec::Geometry geometry, spec::Layout layout,
                       std::uint64_t n, std::uint64_t k);

/// Little-endian words.
std::uint16_t load16(std::span<const std::uint8_t> bytes, std::uint64_t at);
std::uint32_t load32(std::span<const std::uint8_t> bytes, std::uint64_t at);
void store16(std::span<std::uint8_t> bytes, std::uint64_t at, std::uint16_t word);
void store32(std::span<std::uint8_t> bytes, std::uint64_t at, std::uint32_t word);

}  // namespace tritproof::golden::layout
