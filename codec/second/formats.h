// SPDX-License-Identifier: Apache-2.0
// What each format file offers to the operations: its sizes and its element formulas.
#ifndef SECOND_FORMATS_H
#define SECOND_FORMATS_H

#include <cstdint>
#include <span>
#include <string_view>

#include "decoder.h"
#include "numbers.h"
#include "places.h"

namespace second {

/// A tensor whose byte count has been checked, so that every formula stays inside `bytes`.
struct Tensor {
  Bytes bytes;
  std::uint64_t rows;      // N, output features
  std::uint64_t columns;   // K, input features
  std::uint64_t tiles_at;  // offset of the first tile or block in `bytes`
  std::uint64_t side_at;   // offset of the side table, right behind the last tile
  bool other_layout;
};

/// The integer side of t2s and pb16i. `code` and `multiplier` are those of element (n, k);
/// `find_reserved` adds every code that has no value.
struct Integers {
  std::uint64_t group;  // columns that share one multiplier
  int (*code)(const Tensor&, std::uint64_t n, std::uint64_t k);
  int (*multiplier)(const Tensor&, std::uint64_t n, std::uint64_t k);
  void (*find_reserved)(const Tensor&, PlaceList& found);
};

/// One format. `weight` is the f32 weight of element (n, k); `count` adds what validate() counts in
/// the whole tensor. Neither is asked before the tensor has been laid out.
struct Format {
  std::string_view name;
  std::uint64_t rows;     // of one tile; 1 for a block of a row
  std::uint64_t columns;  // of one tile or block
  std::uint64_t bytes;    // of one tile or block
  bool has_other_layout;
  float (*weight)(const Tensor&, std::uint64_t n, std::uint64_t k);
  void (*count)(const Tensor&, Counts& counts);
  const Integers* integers;  // null where there is no integer arithmetic and no side table
};

extern const Format t2_format;
extern const Format t2s_format;
extern const Format pb16i_format;
extern const Format q4_1_format;
extern const Format q4_k_format;
extern const Format q8_format;
extern const Format tq1_0_format;
extern const Format tq2_0_format;
extern const Format q2_0_format;
extern const Format pq2_0_format;
extern const Format ptq1_0_format;

/// Where the nibble of (n, k) lies in pb16i tiles that have only their code area of 4096 bytes.
Place image_code_place(const Tensor& image, std::uint64_t n, std::uint64_t k);

/// Offset of the tile of (n, k). "Tiles row-major over the [N/32][K/256] grid, so a 32-row block's
/// whole K extent is contiguous."
inline std::uint64_t tile_at(const Tensor& tensor, std::uint64_t n, std::uint64_t k,
                             std::uint64_t tile_bytes) {
  return tensor.tiles_at + ((n / 32) * (tensor.columns / 256) + k / 256) * tile_bytes;
}

/// Offset of the block of (n, k). Pinned: "GGUF blocks: row-major, K/elements blocks a row".
inline std::uint64_t block_at(const Tensor& tensor, std::uint64_t n, std::uint64_t k,
                              std::uint64_t elements, std::uint64_t block_bytes) {
  return tensor.tiles_at + (n * (tensor.columns / elements) + k / elements) * block_bytes;
}

}  // namespace second

#endif
