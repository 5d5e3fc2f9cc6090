// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "hw/xdna/model/datapath.h"

namespace tritproof::xdna {

/// Features whose scale has no exact finite f32, and the first of them (PB16I-6).
struct BadScales {
  std::uint64_t count = 0;
  std::uint64_t first = 0;
};

/// t2s to N x K weights, row-major: the code that expand gives, times the f32 scale (T2S-6).
/// `exponents` is the side table, 4 bytes little-endian per feature. Nothing is written if a scale
/// is refused; a reserved code gives twice the scale.
std::optional<BadScales> decode(spec::Geometry geometry, InputBytes tiles, InputBytes exponents,
                                std::span<float> out);

}  // namespace tritproof::xdna
