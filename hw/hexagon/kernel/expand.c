// SPDX-License-Identifier: Apache-2.0
#include "hw/hexagon/kernel/kernel.h"
#include "hw/hexagon/kernel/lanes.h"

/// Two codes as two nibbles, f(v) = (v - 1) mod 16 of each (T2S-4); vlut32 reads even bytes.
enum { kFirst = TRITPROOF_FAULT == kSwappedNibbles ? 4 : 0 };  // bit of the first code's nibble
#define NIBBLE(code) (((code) + 15) % 16)
#define PAIR(v) [2 * (v)] = NIBBLE((v) % 4) << kFirst | NIBBLE((v) / 4) << (4 - kFirst)

void hvx_expand_t2s(const uint8_t* tile, uint8_t* out) {
  HVX_ALIGNED static const uint8_t table[kVectorBytes] = {
      PAIR(0), PAIR(1), PAIR(2),  PAIR(3),  PAIR(4),  PAIR(5),  PAIR(6),  PAIR(7),
      PAIR(8), PAIR(9), PAIR(10), PAIR(11), PAIR(12), PAIR(13), PAIR(14), PAIR(15)};
  const HVX_Vector nibbles = *vectors_in(table);
  HVX_Vector* const to = vectors_of(out);
  for (int i = 0; i < kCodeBytes / kVectorBytes; ++i) {
    const HVX_Vector codes = vectors_in(tile)[i];
    HVX_Vector both[2] = {Q6_V_vand_VV(codes, splat_byte(15)), Q6_Vub_vlsr_VubR(codes, 4)};
    for (int half = 0; half < 2; ++half) both[half] = Q6_Vb_vlut32_VbVbR(both[half], nibbles, 0);
    exchange_up(both, 2, 1, kAllPlaces);
    to[2 * i] = both[0];
    to[2 * i + 1] = both[1];
  }
}

uint32_t hvx_reserved(const uint8_t* tile) {
  HVX_Vector sum = Q6_V_vzero();
  for (int i = 0; i < kCodeBytes / kVectorBytes; ++i) {
    const HVX_Vector codes = vectors_in(tile)[i];
    const HVX_Vector both = Q6_V_vand_VV(codes, Q6_Vub_vlsr_VubR(codes, 1));
    sum = Q6_Vh_vadd_VhVh(sum, Q6_Vh_vpopcount_Vh(Q6_V_vand_VV(both, splat_byte(0x55))));
  }
  HVX_ALIGNED uint16_t counts[kVectorBytes / 2];
  *vectors_of(counts) = sum;
  uint32_t reserved = 0;
  for (int i = 0; i < kVectorBytes / 2; ++i) reserved += counts[i];
  return reserved;
}
