// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codec/fast/decode_bfloats.cpp"
#include <hwy/foreach_target.h>

#include "codec/fast/decode-inl.h"
#include "codec/fast/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {

void DecodeBfloats(const Band& band, std::uint16_t* out, std::size_t stride) {
  DecodeBand<AsBfloat>(band, out, stride);
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
