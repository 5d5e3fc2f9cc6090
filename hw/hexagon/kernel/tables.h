// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/hexagon/kernel/kernel.h"
#include "hw/hexagon/kernel/lanes.h"

/// Weights by lookup: a table of four words a scale, one for each code. No float instruction is
/// needed, as a weight is the scale, its negative, or a zero of its sign.

/// Tables of a tile's 64 scales; scale s has the four words from word 4 * (s % 8) of vector s / 8.
struct tables {
  HVX_Vector of_eight[8];
};

/// HALF-1, HALF-2: 32 f16 bits in the low halves of words as the bits of the same f32. Infinities
/// and NaNs come out wrong; their weights are made by another path.
static inline HVX_Vector half_to_float(HVX_Vector half) {
  const HVX_Vector magnitude = Q6_V_vand_VV(half, Q6_V_vsplat_R(0x7fff));
  const HVX_Vector sign = Q6_V_vand_VV(Q6_Vw_vasl_VwR(half, 16), Q6_V_vsplat_R((int)0x80000000u));
  const HVX_Vector normal =
      Q6_Vw_vadd_VwVw(Q6_Vw_vasl_VwR(magnitude, 13), Q6_V_vsplat_R(112 << 23));
  // A subnormal of L leading zeros is its highest bit times 2^(7 - L), the other bits its fraction.
  const HVX_Vector zeros = Q6_Vuw_vcl0_Vuw(magnitude);
  const HVX_Vector bits = Q6_Vw_vasl_VwVw(magnitude, Q6_Vw_vsub_VwVw(zeros, Q6_V_vsplat_R(8)));
  const HVX_Vector power = Q6_Vw_vasl_VwR(Q6_Vw_vsub_VwVw(Q6_V_vsplat_R(133), zeros), 23);
  HVX_Vector subnormal = Q6_Vw_vadd_VwVw(bits, power);
  if (planted(kSubnormalFlush)) subnormal = Q6_V_vzero();
  const HVX_VectorPred is_zero = Q6_Q_vcmp_eq_VwVw(magnitude, Q6_V_vzero());
  const HVX_VectorPred is_small = Q6_Q_vcmp_gt_VuwVuw(Q6_V_vsplat_R(0x400), magnitude);
  const HVX_Vector small = Q6_V_vmux_QVV(is_zero, Q6_V_vzero(), subnormal);
  return Q6_V_vor_VV(sign, Q6_V_vmux_QVV(is_small, small, normal));
}

/// HALF-4 for finite words: the bf16 in the low half of each.
static inline HVX_Vector round_to_bf16(HVX_Vector word) {
  const HVX_Vector odd = Q6_V_vand_VV(Q6_Vuw_vlsr_VuwR(word, 16), Q6_V_vsplat_R(1));
  const HVX_Vector bias = Q6_Vw_vadd_VwVw(odd, Q6_V_vsplat_R(0x7fff));
  return Q6_Vuw_vlsr_VuwR(Q6_Vw_vadd_VwVw(word, bias), 16);
}

/// Tables of 32 scales given as f32 bits: the words of codes 0, 1, 2, 3 are -s, 0*s, s, +0.0.
static inline void make_tables(HVX_Vector scales, int bf16, HVX_Vector table[4]) {
  const HVX_Vector sign = Q6_V_vsplat_R((int)0x80000000u);
  HVX_Vector word[4] = {Q6_V_vxor_VV(scales, sign), Q6_V_vand_VV(scales, sign), scales,
                        Q6_V_vzero()};  // HALF-5: a zero has the scale's sign; T2-3
  if (planted(kZeroLosesSign)) word[1] = Q6_V_vzero();
  if (planted(kReservedPlusTwo)) word[3] = Q6_Vw_vadd_VwVw(scales, Q6_V_vsplat_R(1 << 23));
  for (int code = 0; code < 4; ++code) table[code] = bf16 ? round_to_bf16(word[code]) : word[code];
  // Words are [code1 code0 | s4 s3 s2 s1 s0 x x]; wanted is [s4 s3 | s2 s1 s0 code1 code0 x x].
  exchange_up(table, 4, 2, kPlace2 | kPlace3 | kPlace4 | kPlace5 | kPlace6);
  exchange_up(table, 4, 1, kPlace2 | kPlace3 | kPlace4 | kPlace5 | kPlace6);
}

/// 128 weights of one scale, written in order. Byte 2j of `codes` is the code of weight j, byte
/// 2j + 1 that of weight 64 + j: vlut16 parts even bytes from odd ones.
static inline void store_weights(HVX_Vector codes, const struct tables* tables, unsigned scale,
                                 int bf16, uint8_t* out) {
  const HVX_Vector table = Q6_V_vror_VR(tables->of_eight[scale / 8], 16 * (int)(scale % 8));
  HVX_Vector* const to = vectors_of(out);
  const HVX_VectorPair low = Q6_Wh_vlut16_VbVhR(codes, table, 0);
  if (bf16) {
    to[0] = Q6_V_lo_W(low);
    to[1] = Q6_V_hi_W(low);
    return;
  }
  const HVX_VectorPair high = Q6_Wh_vlut16_VbVhR(codes, Q6_Vuw_vlsr_VuwR(table, 16), 0);
  // Halves become words: [high | w5 … w0 x] to [w5 | w4 … w0 high x].
  HVX_Vector words[4] = {Q6_V_lo_W(low), Q6_V_lo_W(high), Q6_V_hi_W(low), Q6_V_hi_W(high)};
  exchange_up(words, 4, 1, kAllPlaces & ~kPlace0);
  for (int i = 0; i < 4; ++i) to[i] = words[i];
}
