// SPDX-License-Identifier: Apache-2.0
#include "extent.h"

#include <limits>

#include "places.h"

namespace second {

namespace {

// Sizes are unsigned 64-bit; a product that would wrap is never computed.
constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

// "`Geometry` (N or K not whole tiles or blocks, or zero)"
bool whole(const Format& format, std::uint64_t n, std::uint64_t k) {
  return n != 0 && k != 0 && n % format.rows == 0 && k % format.columns == 0;
}

}  // namespace

std::optional<std::uint64_t> product(std::optional<std::uint64_t> a,
                                     std::optional<std::uint64_t> b) {
  if (!a || !b || (*b != 0 && *a > largest / *b)) {
    return std::nullopt;
  }
  return *a * *b;
}

std::optional<std::uint64_t> sum(std::optional<std::uint64_t> a, std::optional<std::uint64_t> b) {
  if (!a || !b || *a > largest - *b) {
    return std::nullopt;
  }
  return *a + *b;
}

// Pinned: "format is one of: t2 t2s pb16i q4_1 q4_k q8 tq1_0 tq2_0 q2_0 pq2_0 ptq1_0."
// Names are compared as they are, lower case and whole.
const Format* find_format(std::string_view name) {
  for (const Format* format :
       {&t2_format, &t2s_format, &pb16i_format, &q4_1_format, &q4_k_format, &q8_format,
        &tq1_0_format, &tq2_0_format, &q2_0_format, &pq2_0_format, &ptq1_0_format}) {
    if (format->name == name) {
      return format;
    }
  }
  return nullptr;
}

// Pinned: "Geometry is judged first when N or K is zero or not whole tiles/blocks (then no size can
// be computed); with a whole geometry a wrong byte count, or one that overflows 64 bits, is Size."
Answer<Tensor> lay_out(const Format& format, std::uint64_t n, std::uint64_t k, Bytes bytes,
                       Surroundings around) {
  if (!whole(format, n, k)) {
    return std::unexpected(refuse_whole("Geometry"));
  }
  // "size must be exactly N/32 * K/256 * 2176", and likewise for the other tiles and blocks.
  // "`Size` (bytes are not what the geometry needs)": no byte may be missing and none be left over.
  const auto tiles = product(product(n / format.rows, k / format.columns), format.bytes);
  // "A (int8, [M][K], M*K bytes)" comes before, "N int32 ... exactly 4N bytes" behind.
  const auto activations = product(around.activation_rows, k);
  const auto tiles_end = sum(activations, tiles);
  const auto side = around.side_table ? product(n, 4) : std::uint64_t{0};
  const auto end = sum(tiles_end, side);
  if (!end || *end != bytes.size()) {
    return std::unexpected(refuse_whole("Size"));
  }
  return Tensor{bytes, n, k, *activations, *tiles_end, false};
}

}  // namespace second
