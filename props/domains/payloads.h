// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "props/domains/build.h"

/// Payloads of encode and convert.
namespace tritproof::props {

/// The codes of a tensor, row-major.
std::vector<std::int8_t> codes_of(const spec::FormatRow& row, spec::Geometry geometry,
                                  std::span<const std::uint8_t> tensor);

/// N x K ternary codes without a period.
std::vector<std::int8_t> scattered_codes(spec::Geometry geometry);

/// The pattern of row n's group number `group`.
using PatternAt = std::function<std::uint16_t(std::uint64_t n, std::uint64_t group)>;

/// What encode takes: the codes, then one pattern a group (REF-7, REF-8).
Bytes encode_payload(const spec::FormatRow& row, spec::Geometry geometry,
                     std::span<const std::int8_t> codes, const PatternAt& pattern);

/// A tensor with scattered codes, and of each group the half of its first k; empty if the format
/// cannot hold it.
using HalfAt = std::function<std::uint16_t(std::uint64_t n, std::uint64_t k)>;
Bytes ternary_tensor(const spec::FormatRow& row, spec::Geometry geometry, const HalfAt& half);

}  // namespace tritproof::props
