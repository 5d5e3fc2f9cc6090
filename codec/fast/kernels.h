// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hwy/detect_targets.h>

#include "codec/fast/fast.h"

/// The kernels of every target that is compiled, each in a namespace of its own, for targets.cpp.

// Calls X(hwy's name of the target, best first).
#if HWY_TARGETS & HWY_AVX3_DL
#define TRITPROOF_FAST_AVX3_DL(X) X(AVX3_DL)
#else
#define TRITPROOF_FAST_AVX3_DL(X)
#endif
#if HWY_TARGETS & HWY_AVX3
#define TRITPROOF_FAST_AVX3(X) X(AVX3)
#else
#define TRITPROOF_FAST_AVX3(X)
#endif
#if HWY_TARGETS & HWY_AVX2
#define TRITPROOF_FAST_AVX2(X) X(AVX2)
#else
#define TRITPROOF_FAST_AVX2(X)
#endif
#if HWY_TARGETS & HWY_SSE4
#define TRITPROOF_FAST_SSE4(X) X(SSE4)
#else
#define TRITPROOF_FAST_SSE4(X)
#endif
#if HWY_TARGETS & HWY_SSSE3
#define TRITPROOF_FAST_SSSE3(X) X(SSSE3)
#else
#define TRITPROOF_FAST_SSSE3(X)
#endif
#if HWY_TARGETS & HWY_NEON
#define TRITPROOF_FAST_NEON(X) X(NEON)
#else
#define TRITPROOF_FAST_NEON(X)
#endif
#if HWY_TARGETS & HWY_EMU128
#define TRITPROOF_FAST_EMU128(X) X(EMU128)
#else
#error "The portable target must be compiled on every machine"
#endif

#define TRITPROOF_FAST_EACH_TARGET(X) \
  TRITPROOF_FAST_AVX3_DL(X)           \
  TRITPROOF_FAST_AVX3(X)              \
  TRITPROOF_FAST_AVX2(X)              \
  TRITPROOF_FAST_SSE4(X)              \
  TRITPROOF_FAST_SSSE3(X)             \
  TRITPROOF_FAST_NEON(X)              \
  TRITPROOF_FAST_EMU128(X)

// One file of the same name defines each of these for all targets.
#define TRITPROOF_FAST_DECLARE(NAME)                                                     \
  namespace N_##NAME {                                                                   \
    void DecodeFloats(const Band& band, float* out, std::size_t stride);                 \
    void DecodeBfloats(const Band& band, std::uint16_t* out, std::size_t stride);        \
    void Count(const Band& band, spec::Counts& counts);                                  \
    void SeeMagnitudes(const Band& band, Magnitudes& seen);                              \
    void Halves(const std::uint8_t* patterns, std::size_t count, float* out);            \
    bool Expand(const std::uint8_t* tiles, std::size_t count, std::uint8_t* out);        \
    void SeeExponents(const Band& band, std::int32_t* least);                            \
    Converted Convert(const Band& from, const Conversion& how, std::uint8_t* tiles);     \
    Comparison Compare(const Band& a, const Band& b, Path path);                         \
    void Replay(const Band& band, const Activations& activations, spec::ReplayMode mode, \
                spec::Narrowing narrowing, std::int64_t* sums, std::size_t pitch);       \
    std::size_t VectorBytes();                                                           \
  }

namespace tritproof::fast {
TRITPROOF_FAST_EACH_TARGET(TRITPROOF_FAST_DECLARE)
}  // namespace tritproof::fast
