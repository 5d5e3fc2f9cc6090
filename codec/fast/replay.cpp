// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codec/fast/replay.cpp"
#include <hwy/foreach_target.h>

#include <limits>

#include "codec/fast/kernels.h"
#include "codec/fast/scales-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {
namespace {

using spec::Narrowing;
using spec::ReplayMode;
using DI16 = hn::ScalableTag<std::int16_t>;
using VI16 = hn::Vec<DI16>;
using D64 = hn::ScalableTag<std::int64_t>;

constexpr std::size_t kPairs = kColumns / 2;

// The codes of a tile: of rows r and up at column 2 * pair in the lower halves of the words from
// code[pair][r] on, at the column after it in the upper halves. Multipliers as words.
struct Operands {
  alignas(64) std::int32_t code[kPairs][kRows];
  alignas(64) std::int32_t multiplier[kRuns][kRows];
};

alignas(64) constexpr std::uint32_t kNibbleShifts[8] = {28, 24, 20, 16, 12, 8, 4, 0};

// kLanes rows' codes in one column, r a multiple of kLanes (T2S-1, PB16I-1).
template <Format format>
HWY_INLINE VI CodesOfRows(const Byte* tile, std::size_t r, std::size_t k) {
  const std::size_t nb = r / kBlockRows;
  const std::size_t n = r % kBlockRows;
  if constexpr (format == Format::t2s) {
    const VU codes = SpreadCodes(Load32(tile + 1024 * nb + 4 * k), n / kLanes);
    const VU value = hn::And(codes, hn::Set(DU(), 3));
    return hn::Sub(hn::BitCast(DI(), value), hn::Set(DI(), 1));
  } else {
    const Byte* column = tile + 2048 * nb + 8 * k;
    std::uint32_t shifted[kLanes];
    for (std::size_t i = 0; i < kLanes; ++i)
      shifted[i] = Load32(column + (n + i) / 8 * 4) << kNibbleShifts[(n + i) % 8];
    return hn::ShiftRight<28>(hn::BitCast(DI(), hn::LoadU(DU(), shifted)));
  }
}

template <Format format>
void LoadCodes(const Byte* tile, Operands& to) {
  const VI low = hn::Set(DI(), 0xffff);
  for (std::size_t pair = 0; pair < kPairs; ++pair)
    for (std::size_t r = 0; r < kRows; r += kLanes) {
      const VI even = CodesOfRows<format>(tile, r, 2 * pair);
      const VI odd = CodesOfRows<format>(tile, r, 2 * pair + 1);
      hn::Store(hn::Or(hn::And(even, low), hn::ShiftLeft<16>(odd)), DI(), to.code[pair] + r);
    }
}

// REPLAY: one multiplier a run of 32 k, or the same for four runs.
void LoadMultipliers(const Byte* stored, std::size_t runs_each, Operands& to) {
  const std::size_t runs = kRuns / runs_each;
  for (std::size_t run = 0; run < kRuns; ++run)
    for (std::size_t r = 0; r < kRows; ++r) {
      const std::size_t group = r / kBlockRows * runs + run / runs_each;
      const std::uint16_t word = Load16(stored + 2 * (group * kBlockRows + r % kBlockRows));
      to.multiplier[run][r] = static_cast<std::int16_t>(word);
    }
}

// The sums of products of one run of 32 k for kLanes rows.
HWY_INLINE VI PartialSums(const Operands& operands, std::size_t run, std::size_t r,
                          const std::int32_t* activation_pairs) {
  VI sum = hn::Zero(DI());
  VI rest = hn::Zero(DI());
  for (std::size_t pair = 16 * run; pair < 16 * (run + 1); ++pair) {
    const VI16 codes = hn::BitCast(DI16(), hn::Load(DI(), operands.code[pair] + r));
    const VI16 factors = hn::BitCast(DI16(), hn::Set(DI(), activation_pairs[pair]));
    sum = hn::ReorderWidenMulAccumulate(DI(), codes, factors, sum, rest);
  }
  return hn::RearrangeToOddPlusEven(sum, rest);
}

// REPLAY-4
HWY_INLINE VI Narrow(VI partial, Narrowing narrowing) {
  switch (narrowing) {
    case Narrowing::exact: return partial;
    case Narrowing::wrap16: return hn::ShiftRight<16>(hn::ShiftLeft<16>(partial));
    case Narrowing::sat16:
      return hn::Max(hn::Min(partial, hn::Set(DI(), 32767)), hn::Set(DI(), -32768));
  }
  return partial;
}

// A sum that stays at the end of int32 that it passes.
HWY_INLINE VI AddSaturated(VI a, VI b) {
  const VI sum = hn::Add(a, b);
  const VI overflow = hn::And(hn::Xor(a, sum), hn::Xor(b, sum));
  const VI end = hn::Xor(hn::BroadcastSignBit(a), hn::Set(DI(), 0x7fffffff));
  return hn::IfThenElse(hn::Lt(overflow, hn::Zero(DI())), end, sum);
}

// Adds kLanes terms to as many sums (REPLAY-1 to REPLAY-3). In the modes of int32 the sums are
// such.
HWY_INLINE void Accumulate(VI terms, ReplayMode mode, std::int64_t* sums) {
  if (mode == ReplayMode::i64 || mode == ReplayMode::sat32_end) {
    const hn::Half<DI> half;
    constexpr std::size_t step = hn::MaxLanes(D64());
    const auto low = hn::PromoteTo(D64(), hn::LowerHalf(half, terms));
    const auto high = hn::PromoteTo(D64(), hn::UpperHalf(half, terms));
    hn::StoreU(hn::Add(hn::LoadU(D64(), sums), low), D64(), sums);
    hn::StoreU(hn::Add(hn::LoadU(D64(), sums + step), high), D64(), sums + step);
    return;
  }
  std::int32_t words[kLanes];
  for (std::size_t i = 0; i < kLanes; ++i) words[i] = static_cast<std::int32_t>(sums[i]);
  const VI before = hn::LoadU(DI(), words);
  const bool wraps = mode == ReplayMode::wrap32;
  hn::StoreU(wraps ? hn::Add(before, terms) : AddSaturated(before, terms), DI(), words);
  for (std::size_t i = 0; i < kLanes; ++i) sums[i] = words[i];
}

// Adds a tile's runs for one row of activations.
void AddTile(const Operands& operands, const std::int8_t* activations, ReplayMode mode,
             Narrowing narrowing, std::int64_t* sums) {
  std::int32_t pairs[kPairs];
  for (std::size_t i = 0; i < kPairs; ++i) {
    const auto low = static_cast<std::uint16_t>(activations[2 * i]);
    const auto high = static_cast<std::uint16_t>(activations[2 * i + 1]);
    pairs[i] = static_cast<std::int32_t>(low | std::uint32_t{high} << 16);
  }
  for (std::size_t run = 0; run < kRuns; ++run)
    for (std::size_t r = 0; r < kRows; r += kLanes) {
      const VI partial = Narrow(PartialSums(operands, run, r, pairs), narrowing);
      // At most 2^15 * 2^15.
      const VI terms = hn::Mul(partial, hn::Load(DI(), operands.multiplier[run] + r));
      Accumulate(terms, mode, sums + r);
    }
}

}  // namespace

void Replay(const Band& band, const Activations& activations, spec::ReplayMode mode,
            spec::Narrowing narrowing, std::int64_t* sums, std::size_t pitch) {
  Operands operands;
  const bool stream = band.format == Format::t2s;
  const Byte* tile = band.units;
  for (std::size_t c = 0; c < band.columns; c += kColumns, tile += unit_bytes(band.format)) {
    if (stream)
      LoadCodes<Format::t2s>(tile, operands);
    else
      LoadCodes<Format::pb16i>(tile, operands);
    LoadMultipliers(tile + (stream ? kScalesAt : kImageScalesAt), stream ? 4 : 1, operands);
    for (std::size_t i = 0; i < activations.m; ++i)
      AddTile(operands, activations.rows + i * activations.pitch + c, mode, narrowing,
              sums + i * pitch);
  }
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
