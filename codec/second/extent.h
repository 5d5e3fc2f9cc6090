// SPDX-License-Identifier: Apache-2.0
// Judges names, geometry and byte counts before anything is read or allocated.
#ifndef SECOND_EXTENT_H
#define SECOND_EXTENT_H

#include <cstdint>
#include <optional>
#include <string_view>

#include "decoder.h"
#include "formats.h"

namespace second {

/// a * b and a + b; nothing where the result does not fit 64 bits.
std::optional<std::uint64_t> product(std::optional<std::uint64_t> a,
                                     std::optional<std::uint64_t> b);
std::optional<std::uint64_t> sum(std::optional<std::uint64_t> a, std::optional<std::uint64_t> b);

/// The format of that name, or null.
const Format* find_format(std::string_view name);

/// What lies around the tiles in the bytes of a tensor.
struct Surroundings {
  std::uint64_t activation_rows;  // rows of K bytes before the tiles
  bool side_table;                // whether 4N bytes follow the tiles
};

/// Lays a tensor of n x k weights over `bytes`, which it must fill exactly.
/// Errors: Geometry, Size.
Answer<Tensor> lay_out(const Format& format, std::uint64_t n, std::uint64_t k, Bytes bytes,
                       Surroundings around);

}  // namespace second

#endif
