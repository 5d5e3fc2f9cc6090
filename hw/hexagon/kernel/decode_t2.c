// SPDX-License-Identifier: Apache-2.0
#include "hw/hexagon/kernel/kernel.h"
#include "hw/hexagon/kernel/lanes.h"
#include "hw/hexagon/kernel/tables.h"

enum { kReservedByte = 2 };  // what hvx_bytes_t2 makes of a reserved code

static uint16_t scale_of(const uint8_t* tile, unsigned scale) {
  const uint8_t* const at = tile + kCodeBytes + 2 * scale;
  return (uint16_t)(at[0] | at[1] << 8);
}

static int is_finite(uint16_t half) { return (half & 0x7c00) != 0x7c00; }

/// Codes of two rows in the order of their columns: T2-1 puts column 4b + p of a row in byte b,
/// plane p. Vectors [row half], places [column].
static inline void columns_in_order(HVX_Vector codes, HVX_Vector of_half[4]) {
  for (int plane = 0; plane < 4; ++plane) of_half[plane] = plane_of(codes, plane);
  exchange_up(of_half, 4, 2, kAllPlaces);
  exchange_up(of_half, 4, 1, kAllPlaces);
}

void hvx_bytes_t2(const uint8_t* tile, int8_t* out) {
  HVX_ALIGNED static const uint8_t table[kVectorBytes] = {
      [0] = 0xff, [2] = 0, [4] = 1, [6] = kReservedByte};  // T2-2; vlut32 reads even bytes
  const HVX_Vector values = *vectors_in(table);
  HVX_Vector* const to = vectors_of(out);
  for (int i = 0; i < kCodeBytes / kVectorBytes; ++i) {
    HVX_Vector of_half[4];
    columns_in_order(vectors_in(tile)[i], of_half);
    for (int h = 0; h < 4; ++h) to[4 * i + h] = Q6_Vb_vlut32_VbVbR(of_half[h], values, 0);
  }
}

/// The bf16 of an f32, NaNs included (HALF-4).
static uint16_t to_bf16(uint32_t word) {
  if ((word & 0x7fffffffu) > 0x7f800000u) return 0x7fc0;
  return (uint16_t)((word + 0x7fff + (word >> 16 & 1)) >> 16);
}

/// HALF-5: 128 weights of an infinite or NaN scale as products, one by one. T2-3 stands above it.
static void write_products(const int8_t* codes, uint16_t half, int bf16, uint8_t* out) {
  union {
    uint32_t bits;
    float value;
  } scale = {(half & 0x8000u) << 16 | 0x7f800000u | (half & 0x3ffu) << 13}, weight;
  for (int c = 0; c < kGroupColumns; ++c) {
    weight.value = (float)codes[c] * scale.value;
    if (codes[c] == kReservedByte && !planted(kReservedPlusTwo)) weight.bits = 0;
    if (bf16)
      ((uint16_t*)(void*)out)[c] = to_bf16(weight.bits);
    else
      ((uint32_t*)(void*)out)[c] = weight.bits;
  }
}

static uint8_t* place_of(struct hvx_rows out, unsigned scale) {
  const uint32_t run = kGroupColumns * (out.bf16 ? 2 : 4);
  return out.start + scale / 2 * out.stride + scale % 2 * run;  // T2-4
}

static void decode_non_finite(const uint8_t* tile, struct hvx_rows out) {
  HVX_ALIGNED int8_t codes[kTileRows * kTileColumns];
  int expanded = 0;
  for (unsigned scale = 0; scale < kScales; ++scale) {
    const uint16_t half = scale_of(tile, scale);
    if (is_finite(half)) continue;
    if (!expanded) hvx_bytes_t2(tile, codes);
    expanded = 1;
    write_products(codes + kGroupColumns * scale, half, out.bf16, place_of(out, scale));
  }
}

/// Two rows' codes as store_weights wants them. `codes` has places [row half t b3 … b0], where
/// column = 64 t + 4 b + plane; `t` has been brought to place 0 before.
static inline void pair_columns(HVX_Vector codes, HVX_Vector of_half[4]) {
  const int places = kAllPlaces & ~kPlace0 & (planted(kWrongShuffle) ? ~kPlace6 : kAllPlaces);
  for (int plane = 0; plane < 4; ++plane) of_half[plane] = plane_of(codes, plane);
  exchange_up(of_half, 4, 2, places);
  exchange_up(of_half, 4, 1, kAllPlaces & ~kPlace0);
}

void hvx_decode_t2(const uint8_t* tile, struct hvx_rows out) {
  struct tables tables;
  const HVX_VectorPair halves = Q6_Wuw_vunpack_Vuh(vectors_in(tile)[kCodeBytes / kVectorBytes]);
  make_tables(half_to_float(Q6_V_lo_W(halves)), out.bf16, tables.of_eight);
  make_tables(half_to_float(Q6_V_hi_W(halves)), out.bf16, tables.of_eight + 4);
  for (unsigned i = 0; i < kCodeBytes / kVectorBytes; i += 2) {
    HVX_Vector codes[2] = {vectors_in(tile)[i], vectors_in(tile)[i + 1]};
    exchange_up(codes, 2, 1, kPlace4);
    exchange_up(codes, 2, 1, kPlace0 | kPlace1 | kPlace2 | kPlace3 | kPlace4);
    for (unsigned j = 0; j < 2; ++j) {
      HVX_Vector of_half[4];
      pair_columns(codes[j], of_half);
      for (unsigned h = 0; h < 4; ++h) {
        const unsigned scale = 4 * (i + j) + h;
        if (planted(kLastRunUnsent) && scale == kScales - 1) continue;
        store_weights(of_half[h], &tables, scale, out.bf16, place_of(out, scale));
      }
    }
  }
  if (!planted(kNonFiniteAsUsual)) decode_non_finite(tile, out);
}
