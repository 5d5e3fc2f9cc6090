// SPDX-License-Identifier: Apache-2.0
#include "hw/hexagon/serve/shape.h"

void do_decode(const struct hex_request* request, const struct shape* shape, uint8_t* out) {
  HVX_ALIGNED uint32_t scale[kScales];
  const int bf16 = (request->flags & 1) != 0;
  const uint32_t word = bf16 ? 2 : 4;
  const struct hvx_rows whole = {out, (uint32_t)request->k * word, bf16};
  for (uint32_t row = 0; row < shape->down; ++row)
    for (uint32_t column = 0; column < shape->across; ++column) {
      const uint8_t* const tile = tile_at(shape, row, column);
      struct hvx_rows part = whole;
      part.start +=
          (uint64_t)row * kTileRows * whole.stride + (uint64_t)column * kTileColumns * word;
      if (request->format == kT2) {
        hvx_decode_t2(tile, part);
        continue;
      }
      (void)tile_scales(shape, tile, row, scale);  // find_odd_exponents has seen them all
      hvx_decode_t2s(tile, scale, part);
    }
}

void do_expand(const struct shape* shape, uint8_t* out) {
  const uint32_t tiles = shape->down * shape->across;
  for (uint32_t i = 0; i < tiles; ++i)
    hvx_expand_t2s(shape->tiles + (uint64_t)i * shape->tile_bytes, out + (uint64_t)i * 4096);
}

/// What validate counts, in the order of its answer (REF-6).
struct counts {
  uint64_t reserved, code3, non_canonical, non_finite, zero, subnormal;
};

static void count_halves(const uint8_t* tile, struct counts* counts) {
  const uint16_t* const half = (const uint16_t*)(const void*)(tile + kCodeBytes);
  for (int i = 0; i < kScales; ++i) {
    const unsigned size = half[i] & 0x7fffu;
    counts->non_finite += size >= 0x7c00;
    counts->zero += size == 0;
    counts->subnormal += size != 0 && size < 0x400;
  }
}

static void count_multipliers(const struct shape* shape, const uint8_t* tile, uint32_t row,
                              struct counts* counts) {
  uint32_t scale[kScales];
  (void)tile_scales(shape, tile, row, scale);
  for (int i = 0; i < kScales; ++i) {
    const uint32_t size = scale[i] & 0x7fffffffu;
    counts->zero += size == 0;
    counts->subnormal += size != 0 && size < 0x00800000u;
  }
}

void do_validate(const struct hex_request* request, const struct shape* shape, uint8_t* out) {
  struct counts* const counts = (struct counts*)(void*)out;
  *counts = (struct counts){0, 0, 0, 0, 0, 0};
  for (uint32_t row = 0; row < shape->down; ++row)
    for (uint32_t column = 0; column < shape->across; ++column) {
      const uint8_t* const tile = tile_at(shape, row, column);
      counts->reserved += hvx_reserved(tile);
      if (request->format == kT2)
        count_halves(tile, counts);
      else
        count_multipliers(shape, tile, row, counts);
    }
}

enum { kMostRows = 16, kSpreadTiles = 2048 };  // rows at a time; what their activations may take

/// Working memory of a replay: rows' activations as lanes, their sums, one tile's weights.
static struct {
  struct hvx_activations spread[kSpreadTiles];
  struct hvx_sums sums[kMostRows];
  struct hvx_weights weights;
} work;

/// The rows of activations that share a walk over the tiles, and which of their columns are spread.
struct rows {
  const int8_t* activations;
  uint64_t k;
  uint32_t count;        // rows
  uint32_t first, past;  // columns of tiles that are in work.spread
};

/// Spreads columns of tiles from `column` on, as many as the memory takes.
static void spread(struct rows* rows, uint32_t column, uint32_t across) {
  if (column >= rows->first && column < rows->past) return;
  const uint32_t left = across - column, most = kSpreadTiles / kMostRows;
  rows->first = column;
  rows->past = column + (left < most ? left : most);
  for (uint32_t row = 0; row < rows->count; ++row)
    for (uint32_t c = rows->first; c < rows->past; ++c)
      hvx_spread(rows->activations + row * rows->k + (uint64_t)c * kTileColumns,
                 &work.spread[row * most + c - rows->first]);
}

static void replay_rows(const struct hex_request* request, const struct shape* shape,
                        struct rows* rows, uint8_t* out) {
  const enum hvx_mode mode = (enum hvx_mode)(request->flags >> 16 & 15);
  const enum hvx_narrowing narrowing = (enum hvx_narrowing)(request->flags >> 20 & 15);
  const uint32_t word = mode == kI64 ? 8 : 4;
  for (uint32_t band = 0; band < shape->down; ++band) {
    for (uint32_t row = 0; row < rows->count; ++row) hvx_clear(&work.sums[row]);
    for (uint32_t column = 0; column < shape->across; ++column) {
      spread(rows, column, shape->across);
      if (request->format == kT2s)
        hvx_weights_t2s(tile_at(shape, band, column), &work.weights);
      else
        hvx_weights_pb16i(tile_at(shape, band, column), &work.weights);
      for (uint32_t row = 0; row < rows->count; ++row)
        hvx_product(&work.weights,
                    &work.spread[row * (kSpreadTiles / kMostRows) + column - rows->first], mode,
                    narrowing, &work.sums[row]);
    }
    for (uint32_t row = 0; row < rows->count; ++row)
      hvx_store_sums(&work.sums[row], mode,
                     out + (row * request->n + (uint64_t)band * kTileRows) * word);
  }
}

void do_replay(const struct hex_request* request, const struct shape* shape, uint8_t* out) {
  const uint64_t word = (request->flags >> 16 & 15) == kI64 ? 8 : 4;
  for (uint64_t m = 0; m < request->m; m += kMostRows) {
    const uint64_t left = request->m - m;
    struct rows rows = {(const int8_t*)request->input + m * request->k, request->k,
                        left < kMostRows ? (uint32_t)left : kMostRows, 0, 0};
    replay_rows(request, shape, &rows, out + m * request->n * word);
  }
}
