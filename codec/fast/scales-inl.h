// SPDX-License-Identifier: Apache-2.0

/// Scales as floats: halves, bfloats, and multipliers times a power of two.
#if defined(TRITPROOF_FAST_SCALES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TRITPROOF_FAST_SCALES_INL_H
#undef TRITPROOF_FAST_SCALES_INL_H
#else
#define TRITPROOF_FAST_SCALES_INL_H
#endif

#include <algorithm>

#include "codec/fast/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {

/// NaNs become the canonical one.
HWY_INLINE VF CanonicalNaN(VF v) {
  const VF nan = hn::BitCast(DF(), hn::Set(DU(), kCanonicalNaN));
  return hn::IfThenElse(hn::IsNaN(v), nan, v);
}

/// HALF-1 for the patterns in the lanes, by bit moves: a half's exponent and fraction are those of
/// a float that is 2^112 times smaller, subnormal ones included.
HWY_INLINE VF FloatsFromHalfWords(VU halves) {
  const VU magnitude = hn::ShiftLeft<13>(hn::And(halves, hn::Set(DU(), 0x7fffu)));
  const VF power = hn::BitCast(DF(), hn::Set(DU(), (127u + 112u) << 23));
  const VF finite = hn::Mul(hn::BitCast(DF(), magnitude), power);
  const VF special = hn::BitCast(DF(), hn::Or(magnitude, hn::Set(DU(), 0x7f800000u)));
  const auto is_special = hn::Gt(hn::BitCast(DI(), magnitude), hn::Set(DI(), 0x0f7fffff));
  const VF value = hn::IfThenElse(hn::RebindMask(DF(), is_special), special, finite);
  const VU sign = hn::ShiftLeft<16>(hn::And(halves, hn::Set(DU(), 0x8000u)));
  return hn::BitCast(DF(), hn::Or(hn::BitCast(DU(), value), sign));
}

/// kLanes little-endian halves.
HWY_INLINE VF LoadHalfFloats(const Byte* at) {
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
  const hn::Rebind<hwy::float16_t, DF> d16;
  std::uint16_t raw[kLanes];
  std::memcpy(raw, at, sizeof(raw));
  const auto halves = hn::BitCast(d16, hn::LoadU(DHalves(), raw));
  return hn::PromoteTo(DF(), halves);
#else
  return FloatsFromHalfWords(LoadHalves(at));
#endif
}

/// One half in every lane.
HWY_INLINE VF BroadcastHalf(const Byte* at) {
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
  const hn::Rebind<hwy::float16_t, DF> d16;
  const auto half = hn::BitCast(d16, hn::Set(DHalves(), Load16(at)));
  return hn::PromoteTo(DF(), half);
#else
  return FloatsFromHalfWords(hn::Set(DU(), Load16(at)));
#endif
}

/// kLanes little-endian bfloats.
HWY_INLINE VF LoadBfloats(const Byte* at) {
  return hn::BitCast(DF(), hn::ShiftLeft<16>(LoadHalves(at)));
}

/// f16 to f32, a multiple of kLanes of them.
template <std::size_t count>
HWY_INLINE void HalfRow(const Byte* from, float* to) {
  static_assert(count % 16 == 0);
  for (std::size_t i = 0; i < count; i += kLanes)
    hn::StoreU(LoadHalfFloats(from + 2 * i), DF(), to + i);
}

/// Powers of two as floats; the exponents lie within -126 and 127.
HWY_INLINE VF PowersOfTwo(VI exponents) {
  const VI biased = hn::Add(exponents, hn::Set(DI(), 127));
  return hn::BitCast(DF(), hn::ShiftLeft<23>(biased));
}

/// 2^e_ref of 32 rows as two factors, each a normal float: 2^-164 has none, though 2^15 times it is
/// a scale.
struct RowPowers {
  alignas(64) float first[kRows];
  alignas(64) float second[kRows];

  explicit HWY_INLINE RowPowers(const std::int32_t* exponents) {
    // Beyond this only multipliers of 0 fit (PB16I-6).
    const VI most = hn::Set(DI(), 252);
    const VI least = hn::Set(DI(), -252);
    for (std::size_t r = 0; r < kRows; r += kLanes) {
      const VI e = hn::Max(hn::Min(hn::LoadU(DI(), exponents + r), most), least);
      const VI half = hn::ShiftRight<1>(e);
      hn::Store(PowersOfTwo(half), DF(), first + r);
      hn::Store(PowersOfTwo(hn::Sub(e, half)), DF(), second + r);
    }
  }
};

/// kLanes little-endian int16 as words.
HWY_INLINE VI LoadSignedHalves(const Byte* at) {
  if constexpr (!kLittle)
    return hn::ShiftRight<16>(hn::BitCast(DI(), hn::ShiftLeft<16>(LoadHalves(at))));
  std::int16_t raw[kLanes];
  std::memcpy(raw, at, sizeof(raw));
  return hn::PromoteTo(DI(), hn::LoadU(hn::Rebind<std::int16_t, DI>(), raw));
}

/// kLanes multipliers of rows r and up as scales (PB16I-3); exact, as the exponents fit.
HWY_INLINE VF MultiplierScales(const Byte* at, const RowPowers& powers, std::size_t r) {
  const VF ms = hn::ConvertTo(DF(), LoadSignedHalves(at));
  const VF half_way = hn::Mul(ms, hn::Load(DF(), powers.first + r));
  return hn::Mul(half_way, hn::Load(DF(), powers.second + r));
}

/// The two scales of each row of a t2s tile: out[16 * (2 * nb + gb) + n % 16] (T2S-2).
HWY_INLINE void StreamScales(const Byte* tile, const RowPowers& powers, float* out) {
  for (std::size_t i = 0; i < 64; i += kLanes)
    hn::StoreU(MultiplierScales(tile + kScalesAt + 2 * i, powers, i / 32 * 16 + i % 16), DF(),
               out + i);
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_SCALES_INL_H
