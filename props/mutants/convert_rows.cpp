// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "codec/reference/numbers.h"
#include "props/mutants/rows.h"

/// convert: clamping, what must be equal, exact halves, and what is refused.
namespace tritproof::mutants {
namespace {

void clamps_unasked(Model& m) {
  m.clamp = [](const spec::FormatRow& row, int code, bool) {
    return right::clamp(row, code, true);
  };
}

void equality_unchecked(Model& m) {
  m.same = [](std::uint16_t, std::uint16_t) { return true; };
}

const Row kConvertRows[] = {
    {common("M351", "+2 is clamped unasked", "", Op::convert, Format::tq2_0), clamps_unasked,
     [](Draft& d) { d.target(Format::t2).raw(0, 0, 3); }},
    {common("M352", "+2 is clamped unasked", "", Op::convert, Format::q2_0), clamps_unasked,
     [](Draft& d) { d.target(Format::pq2_0).raw(0, 0, 3); }},
    {common("M353", "clamping makes 0 of +2", "1bit-MONSTER bitnet_gguf_gemv.hip", Op::convert,
            Format::pq2_0),
     [](Model& m) {
       m.clamp = [](const spec::FormatRow& row, int code, bool asked) {
         return right::clamp(row, code, asked) != code ? 0 : code;
       };
     },
     [](Draft& d) { d.target(Format::t2).clamp().raw(0, 0, 3); }},
    {common("M354", "clamping is granted to reserved codes too", "1bit-MONSTER engine#809",
            Op::convert, Format::t2),
     [](Model& m) {
       m.clamp = [](const spec::FormatRow&, int code, bool asked) {
         return asked ? std::min(code, 1) : code;
       };
     },
     [](Draft& d) { d.target(Format::pq2_0).clamp().raw(0, 0, 3); }},
    {common("M355", "clamping is granted to int4 codes too", "1bit-MONSTER#704", Op::convert,
            Format::pb16i),
     [](Model& m) {
       m.clamp = [](const spec::FormatRow&, int code, bool asked) {
         return asked ? std::clamp(code, -1, 1) : code;
       };
     },
     [](Draft& d) { d.target(Format::t2s).clamp().raw(0, 0, 7); }},
    {common("M356", "a +2 is told as ReservedCode", "", Op::convert, Format::pq2_0),
     [](Model& m) {
       m.code_refusal = [](const spec::FormatRow&) { return RefusalName::ReservedCode; };
     },
     [](Draft& d) { d.target(Format::ptq1_0).raw(0, 0, 3); }},
    {common("M357", "a reserved code becomes 0", "1bit-MONSTER engine#809", Op::convert,
            Format::t2),
     [](Model& m) {
       m.clamp = [](const spec::FormatRow&, int code, bool) { return code == 2 ? 0 : code; };
     },
     [](Draft& d) { d.target(Format::pq2_0).raw(0, 0, 3); }},
    {common("M358", "places of +2 are told in order of elements, not of bytes", "", Op::convert,
            Format::tq2_0),
     [](Model& m) {
       m.earlier = [](const Place& a, const Place& b) {
         return a.n != b.n ? a.n < b.n : a.k < b.k;
       };
     },
     [](Draft& d) { d.target(Format::t2).raw(0, 32, 3).raw(0, 1, 3); }},
    {common("M359", "a tensor is copied into its own format unread", "", Op::convert, Format::t2),
     [](Model& m) { m.copy_checks = false; }, [](Draft& d) { d.target(Format::t2).raw(0, 0, 3); }},
    {common("M360", "two scales of 256 k are never compared: the first is taken",
            "PrismML-Eng/llama.cpp#148", Op::convert, Format::ptq1_0),
     equality_unchecked, [](Draft& d) { d.target(Format::tq1_0).scale(0, 128, 0x3c00); }},
    {common("M361", "the two scales of 128 k are never compared: the first is taken",
            "PrismML-Eng/llama.cpp#148", Op::convert, Format::q2_0),
     equality_unchecked, [](Draft& d) { d.target(Format::pq2_0).scale(0, 64, 0x3c00); }},
    {rarest("M362", "scales are compared as numbers, so +0 equals -0", "onnx/onnx#8227",
            Op::convert, Format::ptq1_0),
     [](Model& m) {
       m.same = [](std::uint16_t a, std::uint16_t b) {
         return a == b || right::half(a) == right::half(b);
       };
     },
     [](Draft& d) { d.target(Format::tq1_0).scale(0, 0, 0).scale(0, 128, 0x8000); }},
    {rarest("M363", "scales are compared as numbers, so a NaN differs from itself", "", Op::convert,
            Format::pq2_0),
     [](Model& m) {
       m.same = [](std::uint16_t a, std::uint16_t b) {
         return a == b && (!std::isnan(right::half(a)) || a == 0xffff);
       };
     },
     [](Draft& d) { d.target(Format::tq2_0).scale(0, 0, 0x7e01).scale(0, 128, 0x7e01); }},
    {common("M364", "scales that differ in their last six bits pass for equal",
            "PrismML-Eng/llama.cpp#148", Op::convert, Format::t2),
     [](Model& m) {
       m.same = [](std::uint16_t a, std::uint16_t b) { return std::abs(a - b) <= 64; };
     },
     [](Draft& d) { d.target(Format::tq2_0).every_scale(0x3c00).scale(0, 128, 0x3c01); }},
    {rare("M365", "a multiplier is compared with the one before it", "", Op::convert,
          Format::pb16i),
     [](Model& m) { m.measure = [](std::size_t s) { return s - 1; }; },
     [](Draft& d) { d.target(Format::t2s).scale(0, 0, 1); }},
    {common("M366", "the last of four multipliers is not compared", "", Op::convert, Format::pb16i),
     [](Model& m) { m.compared = [](std::size_t s) { return s != 3; }; },
     [](Draft& d) { d.target(Format::t2s).scale(0, 96, 1); }},
    {common("M367", "a scale without an exact half is rounded", "", Op::convert, Format::t2s),
     [](Model& m) {
       m.half_of = [](std::int16_t ms, std::int32_t e) {
         return std::optional(reference::float_to_half(right::power(ms, e)));
       };
     },
     [](Draft& d) { d.target(Format::t2).scale(0, 0, 2049).scale(0, 128, 2049); }},
    {common("M368", "a scale that is a subnormal half is refused",
            "google-ai-edge/ai-edge-quantizer#678", Op::convert, Format::pb16i),
     [](Model& m) {
       m.half_of = [](std::int16_t ms, std::int32_t e) {
         const auto half = right::half_of(ms, e);
         return half && right::half_classes(*half).subnormal ? std::nullopt : half;
       };
     },
     [](Draft& d) { d.target(Format::t2).every_scale(3).ref(0, -24); }},
    {rarest("M369", "a scale that is a subnormal half becomes 0", "surogate#162", Op::convert,
            Format::t2s),
     [](Model& m) {
       m.half_of = [](std::int16_t ms, std::int32_t e) {
         const auto half = right::half_of(ms, e);
         return half && right::half_classes(*half).subnormal ? std::optional<std::uint16_t>(0)
                                                             : half;
       };
     },
     [](Draft& d) { d.target(Format::t2).every_scale(3).ref(0, -24); }},
    {rare("M370", "a scale of 65536 becomes Inf", "", Op::convert, Format::pb16i),
     [](Model& m) {
       m.half_of = [](std::int16_t ms, std::int32_t e) {
         const float scale = right::power(ms, e);
         if (scale == 65536.0f) return std::optional<std::uint16_t>(0x7c00);
         return right::half_of(ms, e);
       };
     },
     [](Draft& d) { d.target(Format::t2).every_scale(1).ref(0, 16); }},
    {rarest("M371", "ms = -32768 loses its sign on the way to a half", "", Op::convert,
            Format::t2s),
     [](Model& m) {
       m.half_of = [](std::int16_t ms, std::int32_t e) {
         if (ms != -32768) return right::half_of(ms, e);
         return right::half_of(16384, e + 1);
       };
     },
     [](Draft& d) { d.target(Format::t2).every_scale(0x8000).every_ref(-15); }},
    {common("M372", "e_ref comes from the first 256 k alone", "1bit-MONSTER 0761bb411", Op::convert,
            Format::t2),
     [](Model& m) {
       m.exponent_groups = [](std::uint64_t groups) { return std::min<std::uint64_t>(groups, 2); };
     },
     [](Draft& d) { d.target(Format::pb16i).every_scale(0x3c00).scale(0, 256, 0x3800); }},
    {common("M373", "e_ref is that of the last place of the halves", "", Op::convert,
            Format::tq1_0),
     [](Model& m) {
       m.e_ref = [](std::span<const std::uint16_t> halves) {
         std::int32_t least = 0;
         for (const std::uint16_t half : halves)
           if (right::finite(half)) least = std::min(least, std::max(half >> 10 & 31, 1) - 25);
         return least;
       };
     },
     [](Draft& d) { d.target(Format::t2s).every_scale(0x3c00); }},
    {common("M374", "multipliers are brought to lowest terms between stream and image", "",
            Op::convert, Format::t2s),
     [](Model& m) { m.keeps_multipliers = false; },
     [](Draft& d) { d.target(Format::pb16i).every_scale(6); }},
    {rare("M375", "an infinite scale goes to the image as 65536", "", Op::convert, Format::tq2_0),
     [](Model& m) { m.finite = [](std::uint16_t half) { return (half & 0x7fff) <= 0x7c00; }; },
     [](Draft& d) { d.target(Format::pb16i).scale(0, 0, 0x7c00); }},
    {common("M376", "a NaN or infinite scale is told as ScaleNotRepresentable", "", Op::convert,
            Format::t2),
     [](Model& m) { m.non_finite_name = RefusalName::ScaleNotRepresentable; },
     [](Draft& d) { d.target(Format::t2s).scale(0, 0, 0x7e00); }},
    {rare("M377", "the scale -0 becomes the multiplier 0", "onnx/onnx#8227", Op::convert,
          Format::ptq1_0),
     [](Model& m) {
       m.multiplier = [](std::uint16_t half, std::int32_t e) {
         return right::multiplier(half == 0x8000 ? std::uint16_t{0} : half, e);
       };
     },
     [](Draft& d) { d.target(Format::t2s).scale(0, 0, 0x8000).scale(0, 128, 0x8000); }},
    {common("M378", "NaN scales arrive as 0x7e00", "", Op::convert, Format::tq1_0),
     [](Model& m) {
       m.moved = [](std::uint16_t p) { return (p & 0x7fff) > 0x7c00 ? std::uint16_t{0x7e00} : p; };
     },
     [](Draft& d) { d.target(Format::tq2_0).scale(0, 0, 0x7e01); }},
    {common("M379", "subnormal scales arrive as 0", "surogate#162", Op::convert, Format::tq2_0),
     [](Model& m) {
       m.moved = [](std::uint16_t p) {
         return (p & 0x7c00) == 0 ? static_cast<std::uint16_t>(p & 0x8000) : p;
       };
     },
     [](Draft& d) { d.target(Format::tq1_0).scale(0, 0, 0x00b9); }},
    {rare("M380", "-0 scales arrive as +0", "onnx/onnx#8227", Op::convert, Format::tq1_0),
     [](Model& m) { m.moved = [](std::uint16_t p) { return p == 0x8000 ? std::uint16_t{0} : p; }; },
     [](Draft& d) { d.target(Format::q2_0).scale(0, 0, 0x8000); }},
    {common("M381", "the second block of 64 is written without a scale", "", Op::convert,
            Format::ptq1_0),
     [](Model& m) { m.packs_scale = [](const At& at) { return at.k % 128 == 0; }; },
     [](Draft& d) { d.target(Format::q2_0); }},
    {rarest("M382", "K is not asked to be whole blocks of the target", "llama.cpp#6614",
            Op::convert, Format::q2_0),
     [](Model& m) { m.target_geometry = false; },
     [](Draft& d) { d.target(Format::pq2_0).units(1, 3); }},
    {rarest("M383", "multipliers of the fifth tile and later ones are not compared", "",
            Op::convert, Format::pb16i),
     [](Model& m) {
       m.noted = [](RefusalName name, const Place& place) {
         return name != RefusalName::UnequalMultipliers || place.byte < std::uint64_t{4} * 4608;
       };
     },
     [](Draft& d) { d.target(Format::t2s).units(1, 5).scale(0, 1056, 1); }},
};

}  // namespace

std::span<const Row> convert_rows() { return kConvertRows; }

}  // namespace tritproof::mutants
