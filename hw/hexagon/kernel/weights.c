// SPDX-License-Identifier: Apache-2.0
#include "hw/hexagon/kernel/kernel.h"
#include "hw/hexagon/kernel/lanes.h"

/// The arrangement of a product, for both formats: a word lane holds four k of one n, a vector 32
/// lanes, so vrmpy adds four products a lane. Index [k7 k0 k1 k2 n1 n0], place
/// [k6 k5 nb n3 n2 | k3 k4]: the four lanes of one n serve four groups of 32 k, no lane mixes
/// groups.

/// T2S-1: index [nb k7 k6 k5], place [k4 k3 k2 k1 k0 n3 n2], the code's plane is n1 n0.
static inline void load_t2s(const uint8_t* tile, int k7, HVX_Vector v[8]) {
  for (int i = 0; i < 8; ++i)  // [k6 k5 nb]
    v[i] = vectors_in(tile)[8 * (i & 1) + 4 * k7 + (i >> 1)];
  exchange_up(v, 8, 4, kPlace6);            // [k4 k5 nb], [k6 k3 k2 k1 k0 n3 n2]
  exchange_up(v, 8, 2, kPlace5);            // [k4 k3 nb], [k6 k5 k2 k1 k0 n3 n2]
  exchange_up(v, 8, 1, kPlace4);            // [k4 k3 k2], [k6 k5 nb k1 k0 n3 n2]
  exchange_up(v, 8, 4, kPlace0 | kPlace2);  // [k0 k3 k2], [k6 k5 nb k1 n2 n3 k4]
  exchange_up(v, 8, 2, kPlace1 | kPlace3);  // [k0 k1 k2], [k6 k5 nb n3 n2 k3 k4]
}

/// PB16I-1: index [nb k7 k6 k5 k4], place [k3 k2 k1 k0 n3 n2 n1], the code's nibble is n0.
static inline void load_pb16i(const uint8_t* tile, int k7, HVX_Vector v[16]) {
  for (int i = 0; i < 16; ++i)  // [nb k6 k5 k4]
    v[i] = vectors_in(tile)[16 * (i >> 3) + 8 * k7 + (i & 7)];
  exchange_down(v, 16, 4, kPlace6 | kPlace1);  // [nb n2 k5 k4], [k6 k2 k1 k0 n3 k3 n1]
  exchange_up(v, 16, 4, kPlace2 | kPlace3);    // [nb k0 k5 k4], [k6 k2 k1 n3 n2 k3 n1]
  exchange_up(v, 16, 1, kPlace0);              // [nb k0 k5 n1], [k6 k2 k1 n3 n2 k3 k4]
  exchange_up(v, 16, 2, kPlace5);              // [nb k0 k2 n1], [k6 k5 k1 n3 n2 k3 k4]
  exchange_up(v, 16, 8, kPlace4);              // [k1 k0 k2 n1], [k6 k5 nb n3 n2 k3 k4]
}

/// Multipliers in the odd halves of words, a lane each: index [k7 n1 n0], lane [k6 k5 nb n3 n2].
/// `runs` of 16 multipliers per nb: 2 in t2s (T2S-2), 8 in pb16i (PB16I-2).
static void spread_multipliers(const uint8_t* stored, int runs, uint8_t* out) {
  uint32_t* word = (uint32_t*)(void*)out;
  for (int k7 = 0; k7 < 2; ++k7)
    for (int n01 = 0; n01 < 4; ++n01)
      for (int lane = 0; lane < 32; ++lane) {
        const int group = 4 * k7 + lane / 8, nb = lane / 4 % 2;
        const int run = runs * nb + (runs == 2 ? k7 : group);
        const uint8_t* const at = stored + 2 * (16 * run + 4 * (lane % 4) + n01);
        *word++ = (uint32_t)at[0] << 16 | (uint32_t)at[1] << 24;
      }
}

void hvx_weights_t2s(const uint8_t* tile, struct hvx_weights* out) {
  HVX_ALIGNED static const uint8_t table[kVectorBytes] = {[0] = 0xff, [2] = 0, [4] = 1};
  const HVX_Vector values = *vectors_in(table);
  for (int k7 = 0; k7 < 2; ++k7) {
    HVX_Vector v[8];
    load_t2s(tile, k7, v);
    HVX_Vector* const to = vectors_of(out->codes) + 32 * k7;
    for (int i = 0; i < 8; ++i)
      for (int n01 = 0; n01 < 4; ++n01)
        to[4 * i + n01] = Q6_Vb_vlut32_VbVbR(plane_of(v[i], n01), values, 0);
  }
  spread_multipliers(tile + kCodeBytes, 2, out->multipliers);
}

void hvx_weights_pb16i(const uint8_t* tile, struct hvx_weights* out) {
  HVX_ALIGNED static const uint8_t table[kVectorBytes] = {
      [0] = 0,     [2] = 1,     [4] = 2,     [6] = 3,     [8] = 4,     [10] = 5,
      [12] = 6,    [14] = 7,    [16] = 0xf8, [18] = 0xf9, [20] = 0xfa, [22] = 0xfb,
      [24] = 0xfc, [26] = 0xfd, [28] = 0xfe, [30] = 0xff};
  const HVX_Vector values = *vectors_in(table);
  for (int k7 = 0; k7 < 2; ++k7) {
    HVX_Vector v[16];
    load_pb16i(tile, k7, v);
    HVX_Vector* const to = vectors_of(out->codes) + 32 * k7;
    for (int i = 0; i < 16; ++i) {
      const int k012 = (i & 4) | (i >> 3 & 1) << 1 | (i >> 1 & 1), n1 = i & 1;
      const HVX_Vector low = Q6_V_vand_VV(v[i], splat_byte(15));
      to[4 * k012 + 2 * n1] = Q6_Vb_vlut32_VbVbR(low, values, 0);
      to[4 * k012 + 2 * n1 + 1] = Q6_Vb_vlut32_VbVbR(Q6_Vub_vlsr_VubR(v[i], 4), values, 0);
    }
  }
  spread_multipliers(tile + kImageCodeBytes, 8, out->multipliers);
}

void hvx_spread(const int8_t* activations, struct hvx_activations* out) {
  for (int k7 = 0; k7 < 2; ++k7) {
    HVX_Vector v[8];  // eight copies, told apart by r: index [r r r], place [k6 … k0]
    for (int i = 0; i < 8; ++i) v[i] = vectors_in(activations)[k7];
    exchange_down(v, 8, 4, kPlace4 | kPlace0);  // [k0 r r], [k6 k5 r k3 k2 k1 k4]
    if (planted(kSwappedLanes))
      exchange_up(v, 8, 2, kPlace1 | kPlace3);
    else
      exchange_down(v, 8, 2, kPlace3 | kPlace1);  // [k0 k1 r], [k6 k5 r r k2 k3 k4]
    exchange_up(v, 8, 1, kPlace2);                // [k0 k1 k2], [k6 k5 r r r k3 k4]
    for (int i = 0; i < 8; ++i) vectors_of(out->lanes)[8 * k7 + i] = v[i];
  }
}
