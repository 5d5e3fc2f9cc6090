// SPDX-License-Identifier: Apache-2.0

/// Scales of a tile's width as t2 keeps them, two halves a row, and their way into multipliers.
#if defined(TRITPROOF_FAST_PATTERNS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TRITPROOF_FAST_PATTERNS_INL_H
#undef TRITPROOF_FAST_PATTERNS_INL_H
#else
#define TRITPROOF_FAST_PATTERNS_INL_H
#endif

#include "codec/fast/scales-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {

using spec::RefusalName;

/// What stands in the way of a scale that serves nothing, for it is unlike the one before it.
HWY_INLINE Obstacles UnlikeScale(std::uint16_t half, bool to_multipliers) {
  Obstacles met = obstacle(RefusalName::UnequalScales);  // CONV-3
  if (!to_multipliers) return met;
  if ((half & 0x7c00) == 0x7c00) met |= obstacle(RefusalName::NonFiniteScale);  // PB16I-8
  if (half == 0x8000) met |= obstacle(RefusalName::ScaleNotRepresentable);
  return met;
}

/// The halves of 32 rows of blocks, columns c to c + 256.
template <Format format>
Obstacles BlockPatterns(const Band& band, std::size_t c, bool to_multipliers, Byte* scales) {
  constexpr std::size_t columns = unit_columns(format);
  const Byte* row = band.units + c / columns * unit_bytes(format) + block_scale_at(format);
  Obstacles met = 0;
  for (std::size_t r = 0; r < kRows; ++r, row += band.pitch)
    for (std::size_t g = 0; g < 2; ++g) {
      const Byte* half = row + g * 128 / columns * unit_bytes(format);
      std::memcpy(scales + 4 * r + 2 * g, half, 2);  // CONV-2: as bits
      if constexpr (columns < spec::kScaleGroup) {
        const std::uint16_t next = Load16(half + unit_bytes(format));
        if (next != Load16(half)) met |= UnlikeScale(next, to_multipliers);
      }
    }
  return met;
}

inline Obstacles PatternsOf(const Band& band, std::size_t c, bool to_multipliers, Byte* scales) {
  using enum Format;
  switch (band.format) {
    case tq1_0: return BlockPatterns<tq1_0>(band, c, to_multipliers, scales);
    case tq2_0: return BlockPatterns<tq2_0>(band, c, to_multipliers, scales);
    case q2_0: return BlockPatterns<q2_0>(band, c, to_multipliers, scales);
    case pq2_0: return BlockPatterns<pq2_0>(band, c, to_multipliers, scales);
    case ptq1_0: return BlockPatterns<ptq1_0>(band, c, to_multipliers, scales);
    default:
      std::memcpy(scales, band.units + c / kColumns * unit_bytes(t2) + kScalesAt, 4 * kRows);
      return 0;
  }
}

/// Half g of kLanes rows' scales, from row r on.
HWY_INLINE VU HalfOfRows(const Byte* scales, std::size_t r, std::size_t g) {
  const VU both = LoadWords(scales + 4 * r);
  return g == 0 ? hn::And(both, hn::Set(DU(), 0xffff)) : hn::ShiftRight<16>(both);
}

/// The exponent of the lowest bit of each half's value (PB16I-7); none for zeros and non-finite
/// ones.
HWY_INLINE VI LowestBitExponents(VU halves) {
  const VF magnitude = hn::Abs(FloatsFromHalfWords(halves));
  const VU bits = hn::BitCast(DU(), magnitude);
  const VU fraction = hn::And(bits, hn::Set(DU(), 0x007fffffu));
  const VU lowest = hn::And(fraction, hn::Sub(hn::Zero(DU()), fraction));
  // Without a fraction the hidden bit is the lowest: the value itself.
  const VF rest = hn::BitCast(DF(), hn::AndNot(lowest, bits));
  const auto whole = hn::RebindMask(DF(), hn::Eq(fraction, hn::Zero(DU())));
  const VF value = hn::IfThenElse(whole, magnitude, hn::Sub(magnitude, rest));
  const VI exponent =
      hn::Sub(hn::BitCast(DI(), hn::ShiftRight<23>(hn::BitCast(DU(), value))), hn::Set(DI(), 127));
  const VI none = hn::Set(DI(), kNoExponent);
  const VI word = hn::BitCast(DI(), bits);
  const auto zero = hn::Eq(word, hn::Zero(DI()));
  const auto special = hn::Gt(word, hn::Set(DI(), 0x7f7fffff));
  return hn::IfThenElse(hn::Or(zero, special), none, exponent);
}

/// The low 16 bits of kLanes words, little-endian.
HWY_INLINE void StoreHalves(VU words, Byte* at) {
  if constexpr (!kLittle) words = hn::ShiftRight<16>(SwapIfBig(words));
  std::uint16_t raw[kLanes];
  hn::StoreU(hn::TruncateTo(DHalves(), words), DHalves(), raw);
  std::memcpy(at, raw, sizeof(raw));
}

/// kLanes halves as multiples of 2^e_ref; `power` is its reciprocal.
HWY_INLINE Obstacles ToMultipliers(VU halves, VF power, Byte* to) {
  const VU exponent = hn::Set(DU(), 0x7c00);
  const auto special = hn::Eq(hn::And(halves, exponent), exponent);
  const VF product = hn::Mul(FloatsFromHalfWords(halves), power);
  const VF wanted = hn::IfThenZeroElse(hn::RebindMask(DF(), special), product);
  const VF least = hn::Set(DF(), -32768.0f);
  const VF most = hn::Set(DF(), 32767.0f);
  const VI ms = hn::ConvertTo(DI(), hn::Min(hn::Max(wanted, least), most));
  StoreHalves(hn::BitCast(DU(), ms), to);
  const auto minus_zero = hn::Eq(halves, hn::Set(DU(), 0x8000));  // an integer has no -0
  const auto exact = hn::RebindMask(DU(), hn::Eq(hn::ConvertTo(DF(), ms), wanted));
  Obstacles met = 0;
  if (!hn::AllFalse(DU(), special)) met |= obstacle(RefusalName::NonFiniteScale);
  const auto refused = hn::Or(minus_zero, hn::Not(exact));
  if (!hn::AllFalse(DU(), refused)) met |= obstacle(RefusalName::ScaleNotRepresentable);
  return met;
}

/// kLanes finite scales as halves, and whether each is exactly one (CONV-7).
struct ExactHalves {
  VU pattern;
  bool all;
};

HWY_INLINE ExactHalves ToHalves(VF scale) {
  const VU bits = hn::BitCast(DU(), scale);
  const VU magnitude = hn::And(bits, hn::Set(DU(), 0x7fffffffu));
  const VI word = hn::BitCast(DI(), magnitude);
  // A subnormal half counts 2^-24.
  const VF steps = hn::Mul(hn::BitCast(DF(), magnitude), hn::Set(DF(), 16777216.0f));
  const VI count = hn::ConvertTo(DI(), hn::Min(steps, hn::Set(DF(), 1024.0f)));
  const auto is_count = hn::RebindMask(DI(), hn::Eq(hn::ConvertTo(DF(), count), steps));
  const auto small = hn::Lt(word, hn::Set(DI(), 0x38800000));  // 2^-14
  const auto fits = hn::Lt(word, hn::Set(DI(), 0x477fe001));   // 65504
  const VI cut = hn::And(word, hn::Set(DI(), 0x1fff));
  const auto whole = hn::And(fits, hn::Eq(cut, hn::Zero(DI())));
  const auto exact = hn::Or(hn::And(small, is_count), hn::AndNot(small, whole));
  const VI normal = hn::Sub(hn::ShiftRight<13>(word), hn::Set(DI(), 112 << 10));
  const VU pattern = hn::BitCast(DU(), hn::IfThenElse(small, count, normal));
  const VU sign = hn::And(hn::ShiftRight<16>(bits), hn::Set(DU(), 0x8000));
  return {hn::Or(pattern, sign), hn::AllTrue(DI(), exact)};
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_PATTERNS_INL_H
