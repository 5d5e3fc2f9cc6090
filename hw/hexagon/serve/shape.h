// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/hexagon/kernel/kernel.h"
#include "hw/hexagon/serve/serve.h"

/// A request whose geometry is whole and whose bytes are all there: the grid of its tiles (T2-5).
struct shape {
  uint32_t down, across;  // tiles along N and along K
  uint32_t tile_bytes;
  const uint8_t* tiles;
  const uint8_t* ref;  // t2s decode and validate: N exponents; else null
  uint64_t answer_bytes;
};

static inline const uint8_t* tile_at(const struct shape* shape, uint32_t row, uint32_t column) {
  return shape->tiles + ((uint64_t)row * shape->across + column) * shape->tile_bytes;
}

/// What the ops found in the way of an answer: null, or a refusal's name. `count` and the place of
/// the first are for people (T2S-3, PB16I-6).
struct obstacle {
  const char* name;
  const char* of;
  uint64_t count;
  uint64_t tile, n, k;
};

/// T2S-3: reserved codes of a t2s stream.
struct obstacle find_reserved(const struct shape* shape);

/// PB16I-6: features with a scale that is not exactly a finite f32.
struct obstacle find_odd_exponents(const struct shape* shape);

/// PB16I-3, PB16I-5: the f32 bits of a multiplier times 2^e_ref; false if there are none.
int scale_bits(int multiplier, int32_t exponent, uint32_t* bits);

/// The 64 scales of a t2s tile in row `row` of the grid; a scale that has no bits is left as it is.
/// The answer has a bit for each feature of the tile that has one such.
uint32_t tile_scales(const struct shape* shape, const uint8_t* tile, uint32_t row,
                     uint32_t scale[kScales]);

void do_decode(const struct hex_request* request, const struct shape* shape, uint8_t* out);
void do_validate(const struct hex_request* request, const struct shape* shape, uint8_t* out);
void do_expand(const struct shape* shape, uint8_t* out);
void do_replay(const struct hex_request* request, const struct shape* shape, uint8_t* out);
