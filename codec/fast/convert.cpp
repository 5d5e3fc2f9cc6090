// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codec/fast/convert.cpp"
#include <hwy/foreach_target.h>

#include "codec/fast/count-inl.h"
#include "codec/fast/kernels.h"
#include "codec/fast/patterns-inl.h"
#include "codec/fast/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {
namespace {

constexpr std::size_t kGroupBytes = 2 * kBlockRows;  // the multipliers of 16 rows
constexpr std::size_t kGroups = 4;                   // of them in a t2s tile

// CONV-8
Obstacles ImageToStream(const Byte* image, Byte* stream) {
  Obstacles met = 0;
  if (!NarrowCodes(image, stream)) met |= obstacle(RefusalName::NotTernary);
  if (!EqualMultipliers(image)) met |= obstacle(RefusalName::UnequalMultipliers);
  for (std::size_t i = 0; i < kGroups; ++i)
    std::memcpy(stream + kScalesAt + i * kGroupBytes, image + kImageScalesAt + 4 * i * kGroupBytes,
                kGroupBytes);
  return met;
}

// T2S-5
Obstacles StreamToImage(const Byte* stream, Byte* image) {
  const bool reserved = AnyThree(WidenCodes(stream, image));
  for (std::size_t i = 0; i < 4 * kGroups; ++i)
    std::memcpy(image + kImageScalesAt + i * kGroupBytes, stream + kScalesAt + i / 4 * kGroupBytes,
                kGroupBytes);
  return reserved ? obstacle(RefusalName::ReservedCode) : 0;
}

// The multipliers of a t2s or pb16i tile as halves of t2; all that are stored must be halves.
Obstacles MultipliersToHalves(const Byte* tile, bool stream, const RowPowers& powers,
                              Byte* scales) {
  const Byte* stored = tile + (stream ? kScalesAt : kImageScalesAt);
  const std::size_t copies = stream ? 1 : 4;
  bool exact = true;
  for (std::size_t r = 0; r < kRows; r += kLanes) {
    VU pattern[2];
    for (std::size_t gb = 0; gb < 2; ++gb)
      for (std::size_t s = copies; s-- > 0;) {
        const std::size_t group = (r / kBlockRows * 2 + gb) * copies + s;
        const Byte* at = stored + group * kGroupBytes + 2 * (r % kBlockRows);
        const ExactHalves halves = ToHalves(MultiplierScales(at, powers, r));
        pattern[gb] = halves.pattern;
        exact = exact && halves.all;
      }
    StoreWords(hn::Or(pattern[0], hn::ShiftLeft<16>(pattern[1])), scales + 4 * r);
  }
  return exact ? 0 : obstacle(RefusalName::ScaleNotRepresentable);
}

// +2 to +1: of the two bits that are set the lower goes (CONV-6).
void ClampThrees(Byte* codes) {
  for (std::size_t i = 0; i < kCodeBytes; i += 4 * kLanes) {
    const VU words = LoadWords(codes + i);
    const VU threes = hn::And(BothBits(words), hn::Set(DU(), 0x55555555u));
    StoreWords(hn::Xor(words, threes), codes + i);
  }
}

// What codes 3 in a tile mean for the conversion.
Obstacles MeetThrees(Format from, bool clamp, Byte* codes, std::uint64_t& clamped) {
  const spec::Code3 meaning = spec::row_of(from).code3;
  if (meaning == spec::Code3::none) return 0;
  const std::uint64_t threes = CountThrees<kCodeBytes>(codes);
  if (threes == 0) return 0;
  if (meaning == spec::Code3::reserved) return obstacle(RefusalName::ReservedCode);  // CONV-4
  if (!clamp) return obstacle(RefusalName::PlusTwo);                                 // CONV-5
  ClampThrees(codes);
  clamped += threes;
  return 0;
}

// Columns c to c + 256 of a ternary band that is not t2's as a t2 tile. `powers` of a band with
// exponents.
Obstacles TileToT2(const Band& from, std::size_t c, const Conversion& how, const RowPowers* powers,
                   Byte* tile, std::uint64_t& clamped) {
  const bool to_multipliers = spec::row_of(how.to).side_table;
  const Byte* source = from.units + c / kColumns * unit_bytes(from.format);
  Obstacles met = 0;
  if (!ToRows(from, c, kColumns, tile)) met |= obstacle(RefusalName::NotTernary);
  met |= MeetThrees(from.format, how.clamp, tile, clamped);
  if (powers == nullptr) return met | PatternsOf(from, c, to_multipliers, tile + kScalesAt);
  const bool stream = from.format == Format::t2s;
  if (!stream && !EqualMultipliers(source)) met |= obstacle(RefusalName::UnequalMultipliers);
  return met | MultipliersToHalves(source, stream, *powers, tile + kScalesAt);
}

// A t2 tile as one of t2s whose rows have these exponents (PB16I-7, PB16I-8).
Obstacles T2ToStream(const Byte* tile, const std::int32_t* exponents, Byte* stream) {
  RowsToStream(tile, stream);
  Obstacles met = 0;
  for (std::size_t r = 0; r < kRows; r += kLanes) {
    const VI e = hn::Neg(hn::LoadU(DI(), exponents + r));
    const VF power = PowersOfTwo(hn::Max(hn::Min(e, hn::Set(DI(), 126)), hn::Set(DI(), -126)));
    for (std::size_t gb = 0; gb < 2; ++gb) {
      const std::size_t group = r / kBlockRows * 2 + gb;
      Byte* to = stream + kScalesAt + group * kGroupBytes + 2 * (r % kBlockRows);
      met |= ToMultipliers(HalfOfRows(tile + kScalesAt, r, gb), power, to);
    }
  }
  return met;
}

// One tile between formats that share exponents, or from f16 scales by way of t2.
Obstacles ConvertTile(const Band& from, std::size_t c, const Conversion& how,
                      const RowPowers* powers, Byte* tile, std::uint64_t& clamped) {
  const Byte* source = from.units + c / kColumns * unit_bytes(from.format);
  if (how.to == Format::t2) return TileToT2(from, c, how, powers, tile, clamped);
  if (from.format == Format::pb16i) return ImageToStream(source, tile);
  if (from.format == Format::t2s) return StreamToImage(source, tile);
  Byte stream[unit_bytes(Format::t2s)];
  alignas(64) Byte made[unit_bytes(Format::t2)];
  const Byte* rows = made;
  Obstacles met = 0;
  if (from.format == Format::t2) {
    rows = source;
    if (CountThrees<kCodeBytes>(source) != 0) met |= obstacle(RefusalName::ReservedCode);  // CONV-4
  } else {
    met |= TileToT2(from, c, how, nullptr, made, clamped);
  }
  const bool to_stream = how.to == Format::t2s;
  met |= T2ToStream(rows, how.exponents, to_stream ? tile : stream);
  if (!to_stream) StreamToImage(stream, tile);  // codes 3 have been met
  return met;
}

}  // namespace

Converted Convert(const Band& from, const Conversion& how, std::uint8_t* tiles) {
  const bool halves_from_multipliers = spec::row_of(from.format).side_table && how.to == Format::t2;
  static constexpr std::int32_t none[kRows] = {};
  const RowPowers powers(halves_from_multipliers ? from.exponents : none);
  Converted done;
  for (std::size_t c = 0; c < from.columns; c += kColumns, tiles += unit_bytes(how.to))
    done.obstacles |=
        ConvertTile(from, c, how, halves_from_multipliers ? &powers : nullptr, tiles, done.clamped);
  return done;
}

void SeeExponents(const Band& band, std::int32_t* least) {
  for (std::size_t c = 0; c < band.columns; c += kColumns) {
    Byte scales[4 * kRows];
    PatternsOf(band, c, true, scales);
    for (std::size_t r = 0; r < kRows; r += kLanes)
      for (std::size_t g = 0; g < 2; ++g) {
        const VI seen = LowestBitExponents(HalfOfRows(scales, r, g));
        hn::StoreU(hn::Min(hn::LoadU(DI(), least + r), seen), DI(), least + r);
      }
  }
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
