// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "props/laws/case.h"

/// What the bytes of an op's input are for, as a list of runs.
namespace tritproof::props {

enum class Role : std::uint8_t { codes, scales, exponents, ternary, numbers, activations };

/// A run of bytes with one meaning. `ternary` are encode's int8 codes, `numbers` quantise's floats.
struct Region {
  Role role{};
  spec::FieldKind kind{};  ///< of codes and scales
  std::uint64_t unit = 0;  ///< of codes and scales
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;

  /// Bytes of one item: a byte of codes, a scale, an exponent.
  [[nodiscard]] constexpr std::uint64_t width() const {
    if (role == Role::exponents || role == Role::numbers) return 4;
    return role == Role::scales && kind != spec::FieldKind::uint8 ? 2 : 1;
  }
};

/// The runs of a whole input of that op, in order and without gaps.
std::vector<Region> regions_of(spec::Op op, spec::Format format, spec::Geometry geometry,
                               std::uint64_t m);

/// Bytes of a whole input.
std::uint64_t input_bytes(const std::vector<Region>& regions);

}  // namespace tritproof::props
