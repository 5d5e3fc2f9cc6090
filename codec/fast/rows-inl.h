// SPDX-License-Identifier: Apache-2.0

/// The codes of any ternary format as rows of four consecutive ones a byte: what conversions and
/// comparisons work on.
#if defined(TRITPROOF_FAST_ROWS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TRITPROOF_FAST_ROWS_INL_H
#undef TRITPROOF_FAST_ROWS_INL_H
#else
#define TRITPROOF_FAST_ROWS_INL_H
#endif

#include "codec/fast/digits-inl.h"
#include "codec/fast/image_rows-inl.h"
#include "codec/fast/nibbles-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tritproof::fast::HWY_NAMESPACE {

using D64 = hn::ScalableTag<std::uint64_t>;
using DEighths = hn::Rebind<std::uint8_t, D64>;

/// The codes of a tq1_0 or ptq1_0 block.
template <Format format>
HWY_INLINE void PackDigitBlock(const Byte* block, Byte* codes) {
  EachDigitLine<format, Lanes::ordered>(
      block, [&](std::size_t line, const VU16(&digits)[kParts]) HWY_ATTR {
        TRITPROOF_UNROLL
        for (std::size_t part = 0; part < kParts; ++part) {
          // Four digits, 16 bits apart, move together at the bottom of 64 bits.
          const VU16 v = kLittle ? digits[part] : hn::Reverse4(DU16(), digits[part]);
          const auto one = hn::BitCast(D64(), v);
          const auto two = hn::Or(one, hn::ShiftRight<14>(one));
          const auto four = hn::Or(two, hn::ShiftRight<28>(two));
          hn::StoreU(hn::TruncateTo(DEighths(), four), DEighths(),
                     codes + 8 * line + hn::Lanes(D64()) * part);
        }
      });
}

/// In every word: cell j of byte i becomes cell i of byte j.
HWY_INLINE VU TransposeInWords(VU v) {
  const VU one = hn::And(hn::Xor(v, hn::ShiftRight<6>(v)), hn::Set(DU(), 0x00cc00ccu));
  v = hn::Xor(v, hn::Xor(one, hn::ShiftLeft<6>(one)));
  const VU two = hn::And(hn::Xor(v, hn::ShiftRight<12>(v)), hn::Set(DU(), 0x0000f0f0u));
  return hn::Xor(v, hn::Xor(two, hn::ShiftLeft<12>(two)));
}

alignas(16) inline constexpr Byte kBytesByWord[16] = {0, 4, 8,  12, 1, 5, 9,  13,
                                                      2, 6, 10, 14, 3, 7, 11, 15};
/// Dword d of 128 elements comes from block d % 2, dword d / 2 of that.
alignas(64) inline constexpr std::uint32_t kWordsByBlock[16] = {0, 4,  1, 5,  2,  6,  3,  7,
                                                                8, 12, 9, 13, 10, 14, 11, 15};

/// The codes of 32 bytes of a tq2_0 block (TQ2_0-1) or, if vectors are wide, of all 64: byte m of
/// the result has code m % 8 * 4 + i of the bytes, shifted by 2 * (m / 8), as its code i.
HWY_INLINE void PackTq2Block(const Byte* block, Byte* codes) {
  const VU8 order = hn::LoadDup128(DU8(), kBytesByWord);
  const auto load = [&](std::size_t at) HWY_ATTR {
    const VU words = SwapIfBig(TransposeInWords(LoadWords(block + at)));
    return hn::BitCast(DU(), hn::TableLookupBytes(hn::BitCast(DU8(), words), order));
  };
  const auto store = [&](VU v, std::size_t at)
                         HWY_ATTR { hn::StoreU(hn::BitCast(DU8(), v), DU8(), codes + at); };
  for (std::size_t at = 0; at < kRowBytes; at += std::max<std::size_t>(32, 4 * kLanes)) {
    if constexpr (kLanes == 4) {
      const VU first = load(at);
      const VU second = load(at + 16);
      store(hn::InterleaveLower(DU(), first, second), at);
      store(hn::InterleaveUpper(DU(), first, second), at + 16);
    } else {
      const auto from = hn::SetTableIndices(DU(), kWordsByBlock);
      store(hn::TableLookupLanes(load(at), from), at);
    }
  }
}

/// The codes of one block.
template <Format format>
HWY_INLINE void PackBlock(const Byte* block, Byte* codes) {
  if constexpr (format == Format::tq2_0)
    PackTq2Block(block, codes);
  else if constexpr (format == Format::tq1_0 || format == Format::ptq1_0)
    PackDigitBlock<format>(block, codes);
  else
    std::memcpy(codes, block + block_codes_at(format), unit_columns(format) / 4);
}

/// The codes of a band's rows, 64 bytes apart, columns c to c + columns.
template <Format format>
void PackRows(const Band& band, std::size_t c, std::size_t columns, Byte* codes) {
  const Byte* row = band.units + c / unit_columns(format) * unit_bytes(format);
  for (std::size_t r = 0; r < band.rows; ++r, row += band.pitch, codes += kRowBytes)
    for (std::size_t b = 0; b < columns / unit_columns(format); ++b)
      PackBlock<format>(row + b * unit_bytes(format), codes + b * unit_columns(format) / 4);
}

/// At most 32 rows and 256 columns of a ternary band of blocks or tiles but t2, into rows of codes.
/// False if codes are not ternary (pb16i); codes 3 stay 3.
inline bool ToRows(const Band& band, std::size_t c, std::size_t columns, Byte* codes) {
  using enum Format;
  const Byte* tile = band.units + c / kColumns * unit_bytes(band.format);
  switch (band.format) {
    case t2s: return StreamToRows(tile, codes), true;
    case pb16i: return ImageToRows(tile, codes);
    case tq1_0: return PackRows<tq1_0>(band, c, columns, codes), true;
    case tq2_0: return PackRows<tq2_0>(band, c, columns, codes), true;
    case q2_0: return PackRows<q2_0>(band, c, columns, codes), true;
    case pq2_0: return PackRows<pq2_0>(band, c, columns, codes), true;
    case ptq1_0: return PackRows<ptq1_0>(band, c, columns, codes), true;
    default: return false;
  }
}

}  // namespace tritproof::fast::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // TRITPROOF_FAST_ROWS_INL_H
