// SPDX-License-Identifier: Apache-2.0

/// From indices to stored weights: tables of the products that a code can give, and the two widths
/// of answers.
#if defined(TRITPROOF_FAST_WEIGHTS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TRITPROOF_FAST_WEIGHTS_INL_H
#undef TRITPROOF_FAST_WEIGHTS_INL_H
#else
#define TRITPROOF_FAST_WEIGHTS_INL_H
#endif

#include "codec/fast/scales-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {

alignas(64) inline constexpr float kFactors[16] = {-1, 0, 1, 2, -1, 0, 1, 2,
                                                   -1, 0, 1, 2, -1, 0, 1, 2};
alignas(64) inline constexpr std::uint32_t kUnlessReserved[16] = {
    ~0u, ~0u, ~0u, 0, ~0u, ~0u, ~0u, 0, ~0u, ~0u, ~0u, 0, ~0u, ~0u, ~0u, 0};

/// The four weights of a scale by 2-bit code, repeated: products, so signed zeros and NaNs come out
/// by themselves (HALF-5).
template <bool reserved3>
HWY_INLINE VF CodeWeights(VF scale) {
  const VF products = hn::Mul(hn::Load(DF(), kFactors), scale);
  if constexpr (!reserved3) return products;
  // T2-3: whatever the scale, also an infinite one.
  return hn::And(products, hn::BitCast(DF(), hn::Load(DU(), kUnlessReserved)));
}

/// f32 to bf16 in the lower half of each lane, sign-extended (HALF-4). No NaN may have bits below
/// bit 16.
HWY_INLINE VI RoundToBfloat(VF v) {
  const VU bits = hn::BitCast(DU(), v);
  const VU odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(DU(), 1));
  const VU rounded = hn::Add(hn::Add(bits, hn::Set(DU(), 0x7fff)), odd);
  return hn::ShiftRight<16>(hn::BitCast(DI(), rounded));
}

/// Weights stored as f32.
struct AsFloat {
  using Word = float;

  /// A scale that came from a half.
  static HWY_INLINE VF FromHalf(VF scale) { return scale; }
  /// A table, or weights, as they will be looked up or stored.
  static HWY_INLINE VF Finish(VF weights) { return weights; }

  /// 32 consecutive weights; `finished(j)` gives the kLanes from j * kLanes on.
  template <class Weights>
  static HWY_INLINE void Store32Weights(const Weights& finished, float* to) {
    // All before the first is stored: a store might change what the rest is made from.
    VF weights[2 * kParts];
    TRITPROOF_UNROLL
    for (std::size_t j = 0; j < 2 * kParts; ++j) weights[j] = finished(j);
    TRITPROOF_UNROLL
    for (std::size_t j = 0; j < 2 * kParts; ++j) hn::StoreU(weights[j], DF(), to + j * kLanes);
  }
};

/// Weights stored as bf16, each the finished f32 rounded once (HALF-8).
struct AsBfloat {
  using Word = std::uint16_t;

  // A half's NaN may have bits where rounding carries; other NaNs here have none.
  static HWY_INLINE VF FromHalf(VF scale) { return CanonicalNaN(scale); }
  static HWY_INLINE VF Finish(VF weights) { return hn::BitCast(DF(), RoundToBfloat(weights)); }

  template <class Weights>
  static HWY_INLINE void Store32Weights(const Weights& finished, std::uint16_t* to) {
    TRITPROOF_UNROLL
    for (std::size_t j = 0; j < 2 * kParts; j += 2) {
      const VI low = hn::BitCast(DI(), finished(j));
      const VI high = hn::BitCast(DI(), finished(j + 1));
      hn::StoreU(LowerHalves(low, high), DU16(), to + j * kLanes);
    }
  }
};

/// The table of a GGUF block.
template <class Out, Format format>
HWY_INLINE VF BlockTable(const Byte* block) {
  const VF scale = BroadcastHalf(block + block_scale_at(format));
  return Out::Finish(CodeWeights<false>(Out::FromHalf(scale)));
}

/// 32 weights by 2-bit code; `index(j)` gives the codes from j * kLanes on in the lowest bits.
template <class Out, class Index>
HWY_INLINE void Store32Codes(VF table, const Index& index, typename Out::Word* to) {
  Out::Store32Weights([&](std::size_t j) HWY_ATTR { return LookUp4(table, index(j)); }, to);
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_WEIGHTS_INL_H
