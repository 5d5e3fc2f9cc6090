// SPDX-License-Identifier: Apache-2.0
#include "hw/hexagon/serve/shape.h"

enum { kReservedTwoBits = 3 };

struct obstacle find_reserved(const struct shape* shape) {
  struct obstacle found = {0, " reserved codes", 0, 0, 0, 0};
  const uint32_t tiles = shape->down * shape->across;
  for (uint32_t i = 0; i < tiles; ++i) {
    const uint8_t* const tile = shape->tiles + (uint64_t)i * shape->tile_bytes;
    const uint32_t here = hvx_reserved(tile);
    if (here != 0 && found.count == 0) found.tile = i;
    found.count += here;
  }
  if (found.count == 0) return found;
  const uint8_t* const tile = shape->tiles + found.tile * shape->tile_bytes;
  uint32_t byte = 0, code = 0;
  while ((tile[byte] & tile[byte] >> 1 & 0x55) == 0) ++byte;
  while ((tile[byte] >> (2 * code) & 3) != kReservedTwoBits) ++code;
  uint32_t row = 0, left = (uint32_t)found.tile;  // no division: the target has none
  while (left >= shape->across) left -= shape->across, ++row;
  found.n = (uint64_t)row * kTileRows + byte / 1024 * 16 + byte % 4 * 4 + code;  // T2S-1
  found.k = (uint64_t)left * kTileColumns + byte / 4 % 256;
  found.name = "ReservedCode";
  return found;
}

int scale_bits(int multiplier, int32_t exponent, uint32_t* bits) {
  const uint32_t sign = multiplier < 0 ? 0x80000000u : 0;
  const uint32_t size = (uint32_t)(multiplier < 0 ? -multiplier : multiplier);
  if (size == 0) return *bits = 0, 1;  // PB16I-5
  const int high = 31 - __builtin_clz(size), low = __builtin_ctz(size);
  const int64_t top = (int64_t)exponent + high, bottom = (int64_t)exponent + low;
  if (top > 127 || bottom < -149) return 0;
  if (top >= -126) {
    const uint32_t fraction = size << (23 - high) & 0x7fffffu;
    return *bits = sign | (uint32_t)(top + 127) << 23 | fraction, 1;
  }
  const int shift = exponent + 149;  // subnormal: in units of 2^-149
  return *bits = sign | (shift >= 0 ? size << shift : size >> -shift), 1;
}

uint32_t tile_scales(const struct shape* shape, const uint8_t* tile, uint32_t row,
                     uint32_t scale[kScales]) {
  const int32_t* const ref = (const int32_t*)(const void*)shape->ref + (uint64_t)row * kTileRows;
  const int16_t* const stored = (const int16_t*)(const void*)(tile + kCodeBytes);
  uint32_t odd = 0;
  for (uint32_t i = 0; i < kScales; ++i) {
    const uint32_t n = i / 32 * 16 + i % 16;  // T2S-2
    if (!scale_bits(stored[i], ref[n], &scale[i])) odd |= 1u << n;
  }
  return odd;
}

struct obstacle find_odd_exponents(const struct shape* shape) {
  struct obstacle found = {0, " exponents out of range", 0, 0, 0, 0};
  uint32_t scale[kScales];
  for (uint32_t row = 0; row < shape->down; ++row) {
    uint32_t odd = 0;
    for (uint32_t column = 0; column < shape->across; ++column)
      odd |= tile_scales(shape, tile_at(shape, row, column), row, scale);
    if (odd == 0) continue;
    if (found.count == 0) {
      found.tile = (uint64_t)row * shape->across;
      found.n = (uint64_t)row * kTileRows + (uint32_t)__builtin_ctz(odd);
    }
    found.count += (uint32_t)__builtin_popcount(odd);
    found.name = "SideTable";
  }
  return found;
}
