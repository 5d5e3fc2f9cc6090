// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codec/fast/expand.cpp"
#include <hwy/foreach_target.h>

#include "codec/fast/kernels.h"
#include "codec/fast/nibbles-inl.h"
#include "codec/fast/scales-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {

bool Expand(const std::uint8_t* tiles, std::size_t count, std::uint8_t* out) {
  VU both = hn::Zero(DU());
  for (std::size_t i = 0; i < count; ++i)
    both = hn::Or(both, WidenCodes(tiles + i * unit_bytes(Format::t2s), out + i * 2 * kCodeBytes));
  return !AnyThree(both);
}

void Halves(const std::uint8_t* patterns, std::size_t count, float* out) {
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes)
    hn::StoreU(LoadHalfFloats(patterns + 2 * i), DF(), out + i);
  if (i == count) return;
  Byte rest[2 * kLanes] = {};
  float floats[kLanes];
  std::memcpy(rest, patterns + 2 * i, 2 * (count - i));
  hn::StoreU(LoadHalfFloats(rest), DF(), floats);
  std::memcpy(out + i, floats, sizeof(float) * (count - i));
}

std::size_t VectorBytes() { return hn::Lanes(DU8()); }

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
