// SPDX-License-Identifier: Apache-2.0

/// What validate counts (REF-6): codes 3, bytes that no encoder writes, classes of scales.
#if defined(TRITPROOF_FAST_COUNT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TRITPROOF_FAST_COUNT_INL_H
#undef TRITPROOF_FAST_COUNT_INL_H
#else
#define TRITPROOF_FAST_COUNT_INL_H
#endif

#include "codec/fast/scales-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {

/// 2-bit codes 3 among `bytes` bytes, a multiple of 8, one by one.
inline std::uint64_t CountThreesSlowly(const Byte* codes, std::size_t bytes) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < bytes; i += 8) {
    std::uint64_t word;
    std::memcpy(&word, codes + i, 8);  // a count has no byte order
    count += static_cast<unsigned>(std::popcount(word & word >> 1 & 0x5555555555555555u));
  }
  return count;
}

/// The same; codes 3 are rare, so that one of them among all is looked for first.
template <std::size_t bytes>
HWY_INLINE std::uint64_t CountThrees(const Byte* codes) {
  const hn::CappedTag<std::uint32_t, bytes / 4> d;
  const hn::Repartition<std::uint8_t, decltype(d)> d8;
  constexpr std::size_t step = 4 * hn::MaxLanes(d);
  // Several sums, as each waits for what it was before.
  constexpr std::size_t sums = bytes / step % 4 == 0 ? 4 : 1;
  hn::Vec<decltype(d)> both[sums];
  TRITPROOF_UNROLL
  for (auto& sum : both) sum = hn::Zero(d);
  for (std::size_t i = 0; i < bytes; i += sums * step) {
    TRITPROOF_UNROLL
    for (std::size_t s = 0; s < sums; ++s) {
      const auto word = hn::BitCast(d, hn::LoadU(d8, codes + i + s * step));
      both[s] = hn::Or(both[s], BothBits(word));
    }
  }
  auto all = both[0];
  for (std::size_t s = 1; s < sums; ++s) all = hn::Or(all, both[s]);
  const auto threes = hn::And(all, hn::Set(d, 0x55555555u));
  if (hn::AllTrue(d, hn::Eq(threes, hn::Zero(d)))) return 0;
  return CountThreesSlowly(codes, bytes);
}

/// Little-endian 16-bit words, as many as D has lanes.
template <class D>
HWY_INLINE hn::Vec<D> LoadWords16(D d, const Byte* at) {
  const hn::Repartition<std::uint8_t, D> d8;
  const hn::RebindToUnsigned<D> du;
  auto v = hn::BitCast(du, hn::LoadU(d8, at));
  if constexpr (!kLittle) v = hn::Or(hn::ShiftLeft<8>(v), hn::ShiftRight<8>(v));
  return hn::BitCast(d, v);
}

/// The least infinite and the least normal magnitude of a 16-bit float.
struct FloatKind {
  std::int16_t infinity;
  std::int16_t least_normal;
};
inline constexpr FloatKind kHalf{0x7c00, 0x0400};
inline constexpr FloatKind kBfloat{0x7f80, 0x0080};

/// Adds the classes of `count` stored patterns, a multiple of 8.
template <FloatKind kind>
HWY_INLINE void CountClasses(const Byte* patterns, std::size_t count, spec::Counts& counts) {
  const auto step = [&](auto d, std::size_t i) HWY_ATTR {
    const auto pattern = LoadWords16(d, patterns + 2 * i);
    const auto magnitude = hn::And(pattern, hn::Set(d, std::int16_t{0x7fff}));
    const auto not_normal = hn::Lt(magnitude, hn::Set(d, kind.least_normal));
    const auto zero = hn::Eq(magnitude, hn::Zero(d));
    const auto special = hn::Gt(magnitude, hn::Set(d, std::int16_t{kind.infinity - 1}));
    const std::size_t zeros = hn::CountTrue(d, zero);
    counts.zero += zeros;
    counts.subnormal += hn::CountTrue(d, not_normal) - zeros;
    counts.non_finite += hn::CountTrue(d, special);
  };
  const hn::ScalableTag<std::int16_t> wide;
  const hn::CappedTag<std::int16_t, 8> narrow;
  std::size_t i = 0;
  for (; i + hn::Lanes(wide) <= count; i += hn::Lanes(wide)) step(wide, i);
  for (; i < count; i += hn::Lanes(narrow)) step(narrow, i);
}

/// Scales of blocks, gathered until there are enough for vectors.
class GatheredScales {
 public:
  explicit GatheredScales(spec::Counts& counts) : counts_(counts) {}

  HWY_INLINE void Add(const Byte* scale) {
    std::memcpy(patterns_ + 2 * filled_, scale, 2);
    if (++filled_ == kMost) Flush();
  }

  HWY_INLINE void Flush() {
    const std::size_t padding = (8 - filled_ % 8) % 8;
    std::memset(patterns_ + 2 * filled_, 0, 2 * padding);
    CountClasses<kHalf>(patterns_, filled_ + padding, counts_);
    counts_.zero -= padding;
    filled_ = 0;
  }

 private:
  static constexpr std::size_t kMost = 64;
  spec::Counts& counts_;
  std::size_t filled_ = 0;
  alignas(64) Byte patterns_[2 * kMost];
};

/// Bytes among those of five digits that no encoder writes (TQ1_0-4): a byte is ceil(256 q / 243)
/// for its number q, so that 243 times it leaves less than 243 modulo 256. As 243 = -13, 13 times
/// such a byte leaves 1 to 13.
template <std::size_t bytes>
HWY_INLINE std::uint64_t CountNeverWritten(const Byte* at) {
  const hn::CappedTag<std::uint8_t, bytes % 16 == 0 ? 16 : 8> d;
  std::uint64_t count = 0;
  TRITPROOF_UNROLL
  for (std::size_t i = 0; i < bytes; i += hn::Lanes(d)) {
    const auto once = hn::LoadU(d, at + i);
    const auto twice = hn::Add(once, once);
    const auto four = hn::Add(twice, twice);
    const auto thirteen = hn::Add(hn::Add(once, four), hn::Add(four, four));
    const auto rest = hn::Sub(thirteen, hn::Set(d, Byte{1}));
    count += hn::CountTrue(d, hn::Lt(rest, hn::Set(d, Byte{13})));
  }
  return count;
}

/// The same of a byte of four digits: it is ceil(256 q / 81).
HWY_INLINE bool NeverWrittenOfFour(Byte byte) { return (81u * byte & 0xff) >= 81; }

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_COUNT_INL_H
