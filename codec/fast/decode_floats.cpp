// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codec/fast/decode_floats.cpp"
#include <hwy/foreach_target.h>

#include "codec/fast/decode-inl.h"
#include "codec/fast/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {

void DecodeFloats(const Band& band, float* out, std::size_t stride) {
  DecodeBand<AsFloat>(band, out, stride);
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
