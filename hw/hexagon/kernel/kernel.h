// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

/// The kernels under test: integer HVX on tiles, one source for the emulator, a device and, through
/// portable stand-ins of the same intrinsics, for any machine. Every pointer to a tile, to an
/// answer or to working memory is a multiple of 128: the emulator would not show that it is not.

enum {
  kVectorBytes = 128,
  kTileRows = 32,
  kTileColumns = 256,
  kGroupColumns = 128,   // columns that share a scale in t2 and t2s
  kTernaryBytes = 2176,  // a tile of t2 or t2s
  kImageBytes = 4608,    // a tile of pb16i
  kCodeBytes = 2048,     // the codes of a t2 or t2s tile; its 64 scales or multipliers follow
  kImageCodeBytes = 4096,
  kScales = 64,
};

#define HVX_ALIGNED __attribute__((aligned(128)))

#ifdef __cplusplus
extern "C" {
#endif

/// Where the rows of one tile's weights go: row r at `start + r * stride` bytes, both multiples of
/// 128. `bf16`: weights of two bytes, rounded once from the f32 weight (HALF-8).
struct hvx_rows {
  uint8_t* start;
  uint32_t stride;
  int bf16;
};

/// T2-1 to T2-4: one tile's 32 x 256 weights. A reserved code is +0.0.
void hvx_decode_t2(const uint8_t* tile, struct hvx_rows out);

/// T2S-1: one tile's weights, `scale` holding the f32 bits of each multiplier's scale in the order
/// of T2S-2. The codes are not reserved.
void hvx_decode_t2s(const uint8_t* tile, const uint32_t scale[kScales], struct hvx_rows out);

/// 8,192 codes of a t2 tile as -1, 0, +1, row by row; a reserved one is 2.
void hvx_bytes_t2(const uint8_t* tile, int8_t* out);

/// T2S-4: 4,096 bytes of int4 codes from the 2,048 code bytes of a t2s tile.
void hvx_expand_t2s(const uint8_t* tile, uint8_t* out);

/// Reserved codes among the 2,048 code bytes of a t2 or t2s tile.
uint32_t hvx_reserved(const uint8_t* tile);

/// One tile made ready for the product: codes as int8, multipliers one a lane.
struct hvx_weights {
  HVX_ALIGNED uint8_t codes[64 * kVectorBytes];
  HVX_ALIGNED uint8_t multipliers[8 * kVectorBytes];
};
void hvx_weights_t2s(const uint8_t* tile, struct hvx_weights* out);
void hvx_weights_pb16i(const uint8_t* tile, struct hvx_weights* out);

/// 256 int8 activations of one row spread over the lanes as hvx_product wants them.
struct hvx_activations {
  HVX_ALIGNED uint8_t lanes[16 * kVectorBytes];
};
void hvx_spread(const int8_t* activations, struct hvx_activations* out);

/// Sums of 32 output features over the tiles of a row, lanes of four features a vector.
struct hvx_sums {
  HVX_ALIGNED uint8_t low[4 * kVectorBytes];   // sums of the low 16 bits of each term
  HVX_ALIGNED uint8_t high[4 * kVectorBytes];  // sums of the rest; in sat32-step the whole sum
};

/// The numbers of the protocol's flags (REPLAY-3, REPLAY-4).
enum hvx_mode { kI64, kWrap32, kSat32Step, kSat32End };
enum hvx_narrowing { kExact, kWrap16, kSat16 };

void hvx_clear(struct hvx_sums* sums);

/// Adds one tile times one row's 256 activations, groups of 32 k ascending. Exact for up to 2^23 k.
void hvx_product(const struct hvx_weights* weights, const struct hvx_activations* activations,
                 enum hvx_mode mode, enum hvx_narrowing narrowing, struct hvx_sums* sums);

/// The 32 sums in the order of n: int64 in mode i64, else int32, as the mode keeps them.
void hvx_store_sums(const struct hvx_sums* sums, enum hvx_mode mode, void* out);

#ifdef __cplusplus
}
#endif
