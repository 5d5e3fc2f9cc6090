// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/hexagon/kernel/hvx.h"

/// Where a byte stands in an array of vectors is a number: the vector's index, then seven bits of
/// place. vshuff and vdeal exchange one bit of the index with bits of the place, so a layout
/// becomes another one by exchanges of the bits that mean n and k. Bits are written high to low.

/// Places that an exchange names: bit i of the mask is bit i of the place within a vector.
enum { kPlace0 = 1, kPlace1 = 2, kPlace2 = 4, kPlace3 = 8, kPlace4 = 16, kPlace5 = 32 };
enum { kPlace6 = 64, kAllPlaces = 127 };

/// `slot` is a power of two, a bit of the vectors' index. The index bit goes to the lowest place of
/// the mask, each place's bit to the next higher one, the highest to the index.
static inline __attribute__((always_inline)) void exchange_up(HVX_Vector* v, int count, int slot,
                                                              int places) {
  for (int i = 0; i < count; ++i) {
    if ((i & slot) != 0) continue;
    const HVX_VectorPair both = Q6_W_vshuff_VVR(v[i + slot], v[i], places);
    v[i] = Q6_V_lo_W(both);
    v[i + slot] = Q6_V_hi_W(both);
  }
}

/// The other way: the index bit goes to the highest place, the lowest place's bit to the index.
static inline __attribute__((always_inline)) void exchange_down(HVX_Vector* v, int count, int slot,
                                                                int places) {
  for (int i = 0; i < count; ++i) {
    if ((i & slot) != 0) continue;
    const HVX_VectorPair both = Q6_W_vdeal_VVR(v[i + slot], v[i], places);
    v[i] = Q6_V_lo_W(both);
    v[i + slot] = Q6_V_hi_W(both);
  }
}

/// The codes in bits 2*plane and 2*plane + 1 of each byte.
static inline HVX_Vector plane_of(HVX_Vector codes, int plane) {
  return Q6_V_vand_VV(Q6_Vub_vlsr_VubR(codes, 2 * plane), splat_byte(3));
}
