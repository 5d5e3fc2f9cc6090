// SPDX-License-Identifier: Apache-2.0
#include "hw/hexagon/kernel/kernel.h"
#include "hw/hexagon/kernel/lanes.h"
#include "hw/hexagon/kernel/tables.h"

/// 512 code bytes of 16 n and 128 k: T2S-1 puts k5 and k6 into the vectors' index and
/// [k4 … k0 n3 n2] into the place. Wanted: index [n3 n2], place [k5 … k0 k6].
static inline void columns_in_order(const HVX_Vector* from, HVX_Vector of_n[4]) {
  for (int i = 0; i < 4; ++i) of_n[i] = from[i];
  exchange_down(of_n, 4, 1, kAllPlaces);
  exchange_up(of_n, 4, 2, kPlace0);
}

void hvx_decode_t2s(const uint8_t* tile, const uint32_t scale[kScales], struct hvx_rows out) {
  struct tables tables;
  make_tables(vectors_in(scale)[0], out.bf16, tables.of_eight);
  make_tables(vectors_in(scale)[1], out.bf16, tables.of_eight + 4);
  const uint32_t run = kGroupColumns * (out.bf16 ? 2 : 4);
  for (unsigned block = 0; block < 4; ++block) {  // nb, gb
    HVX_Vector of_n[4];
    columns_in_order(vectors_in(tile) + 4 * block, of_n);
    for (unsigned n = 0; n < 16; ++n) {
      const HVX_Vector codes = plane_of(of_n[n / 4], (int)(n % 4));
      uint8_t* const row = out.start + (block / 2 * 16 + n) * out.stride;
      store_weights(codes, &tables, 16 * block + n, out.bf16, row + block % 2 * run);
    }
  }
}
