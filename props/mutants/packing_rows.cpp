// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>

#include "props/mutants/rows.h"

/// encode of pb16i and t2s: the packing rule (PB16I-7, PB16I-8).
namespace tritproof::mutants {
namespace {

// The exponent of a half's last place.
int ulp_exponent(std::uint16_t half) { return std::max(half >> 10 & 31, 1) - 25; }

void smallest_exponent(Model& m) {
  m.e_ref = [](std::span<const std::uint16_t> halves) {
    std::int32_t least = 0;
    for (const std::uint16_t half : halves)
      if ((half & 0x7fff) != 0 && right::finite(half)) least = std::min(least, ulp_exponent(half));
    return least;
  };
}

const Row kPackingRows[] = {
    {common("M282", "e_ref is the exponent of the last place, not the largest that is exact", "",
            Op::encode, Format::pb16i),
     smallest_exponent, [](Draft& d) { d.every_scale(0x3c00); }},
    {common("M283", "e_ref is always -24", "", Op::encode, Format::t2s),
     [](Model& m) { m.e_ref = [](std::span<const std::uint16_t>) { return -24; }; }},
    {common("M284", "e_ref comes from the first scale of the row alone", "", Op::encode,
            Format::t2s),
     [](Model& m) {
       m.e_ref = [](std::span<const std::uint16_t> halves) {
         return right::e_ref(halves.first(1));
       };
     },
     [](Draft& d) { d.every_scale(0x3c00).scale(0, 128, 0x3a00); }},
    {common("M285", "e_ref leaves out the second tile of a row", "1bit-MONSTER 0761bb411",
            Op::encode, Format::pb16i),
     [](Model& m) {
       m.exponent_groups = [](std::uint64_t groups) { return std::min<std::uint64_t>(groups, 2); };
     },
     [](Draft& d) { d.every_scale(0x3c00).scale(0, 256, 0x3a00); }},
    {common("M286", "subnormals are taken apart like normal halves", "local-inference-lab/b12x#388",
            Op::encode, Format::t2s),
     [](Model& m) {
       m.e_ref = [](std::span<const std::uint16_t> halves) {
         std::int32_t found = right::e_ref(halves);
         for (const std::uint16_t half : halves)
           if ((half & 0x7c00) == 0 && (half & 0x3ff) != 0) found = std::min(found, -25);
         return found;
       };
     },
     [](Draft& d) { d.every_scale(0x0003); }},
    {rarest("M287", "a row of zeros has e_ref -24", "", Op::encode, Format::pb16i),
     [](Model& m) {
       m.e_ref = [](std::span<const std::uint16_t> halves) {
         const bool zeros = std::ranges::all_of(halves, [](std::uint16_t p) { return p == 0; });
         return zeros ? -24 : right::e_ref(halves);
       };
     },
     [](Draft& d) {
       for (std::uint64_t k = 0; k < 512; k += 128) d.scale(7, k, 0);
     }},
    {rarest("M288", "zeros take part in e_ref as the least subnormal", "", Op::encode, Format::t2s),
     [](Model& m) {
       m.e_ref = [](std::span<const std::uint16_t> halves) {
         const bool zero = std::ranges::count(halves, 0) > 0;
         return zero ? std::min(right::e_ref(halves), -14) : right::e_ref(halves);
       };
     },
     [](Draft& d) { d.every_scale(0x3c00).scale(7, 0, 0); }},
    {rarest("M289", "32768 passes for an int16", "huggingface/candle#1526", Op::encode,
            Format::t2s),
     [](Model& m) {
       m.multiplier = [](std::uint16_t half, std::int32_t e) -> std::optional<std::int16_t> {
         if (std::ldexp(right::half(half), -e) == 32768.0f) return std::int16_t{-32768};
         return right::multiplier(half, e);
       };
     },
     [](Draft& d) { d.every_scale(0x3c00).scale(0, 0, 0x7800); }},
    {rarest("M290", "-32768 is refused", "", Op::encode, Format::pb16i),
     [](Model& m) {
       m.multiplier = [](std::uint16_t half, std::int32_t e) {
         const auto ms = right::multiplier(half, e);
         return ms == std::int16_t{-32768} ? std::nullopt : ms;
       };
     },
     [](Draft& d) { d.every_scale(0x3c00).scale(0, 0, 0xf800); }},
    {common("M291", "a multiplier that does not fit is clamped", "", Op::encode, Format::pb16i),
     [](Model& m) {
       m.multiplier = [](std::uint16_t half, std::int32_t e) -> std::optional<std::int16_t> {
         if (half == 0x8000) return std::nullopt;
         return static_cast<std::int16_t>(
             std::clamp(std::ldexp(right::half(half), -e), -32768.0f, 32767.0f));
       };
     },
     [](Draft& d) { d.every_scale(0x3c00).scale(0, 0, 0x0001); }},
    {common("M292", "a multiplier that does not fit keeps its low 16 bits",
            "huggingface/candle#1544", Op::encode, Format::t2s),
     [](Model& m) {
       m.multiplier = [](std::uint16_t half, std::int32_t e) -> std::optional<std::int16_t> {
         if (half == 0x8000) return std::nullopt;
         const auto whole = static_cast<std::int64_t>(std::ldexp(right::half(half), -e));
         return static_cast<std::int16_t>(whole);
       };
     },
     [](Draft& d) { d.every_scale(0x3c00).scale(0, 0, 0x0001); }},
    {rarest("M293", "under e_ref -12 the scale -0 becomes the multiplier 0", "onnx/onnx#8227",
            Op::encode, Format::pb16i),
     [](Model& m) {
       m.multiplier = [](std::uint16_t half, std::int32_t e) {
         return right::multiplier(half == 0x8000 && e == -12 ? std::uint16_t{0} : half, e);
       };
     },
     [](Draft& d) { d.every_scale(0x3401).scale(0, 0, 0x8000); }},
    {common("M294", "a NaN or infinite scale is told as ScaleNotRepresentable", "", Op::encode,
            Format::t2s),
     [](Model& m) { m.non_finite_name = RefusalName::ScaleNotRepresentable; },
     [](Draft& d) { d.scale(0, 0, 0x7c00); }},
    {common("M295", "an infinite scale is packed as 65536", "", Op::encode, Format::pb16i),
     [](Model& m) { m.finite = [](std::uint16_t half) { return (half & 0x7fff) <= 0x7c00; }; },
     [](Draft& d) { d.scale(0, 0, 0x7c00); }},
    {rarest("M296", "NotTernary is told before NonFiniteScale", "", Op::encode, Format::t2s),
     [](Model& m) {
       m.rank = [](RefusalName name) {
         return name == RefusalName::NotTernary ? 0 : right::rank(name);
       };
     },
     [](Draft& d) { d.scale(0, 0, 0x7c00).raw(0, 0, 3); }},
    {common("M297", "the count of a refusal is that of its places", "", Op::encode, Format::pb16i),
     [](Model& m) {
       m.total = [](std::uint64_t count) { return std::min<std::uint64_t>(count, 8); };
     },
     [](Draft& d) { d.every_scale(0x8000); }},
    {common("M298", "the multiplier of 128 k is written for its first 32 alone", "", Op::encode,
            Format::pb16i),
     [](Model& m) { m.packs_scale = [](const At& at) { return at.c % 128 == 0; }; }},
    {common("M299", "the side table is written big-endian", "ollama#17826", Op::encode,
            Format::t2s),
     [](Model& m) {
       m.store32 = [](std::span<std::uint8_t> bytes, std::uint64_t at, std::uint32_t word) {
         right::store32(bytes, at, std::byteswap(word));
       };
     }},
    {common("M300", "blocks of 16 x 16 run along n first", "1bit-MONSTER 2c663ce29", Op::encode,
            Format::t2s),
     [](Model& m) {
       m.site = [](const At& at) {
         const std::uint32_t block = at.c / 16 * 2 + at.r / 16;
         return Site{64 * block + 4 * (at.c % 16) + at.r % 16 / 4, 2 * (at.r % 4)};
       };
     }},
};

}  // namespace

std::span<const Row> packing_rows() { return kPackingRows; }

}  // namespace tritproof::mutants
