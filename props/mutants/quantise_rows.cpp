// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>

#include "codec/reference/numbers.h"
#include "props/mutants/rows.h"

/// quantise: amax, its reciprocal, the digit's rounding and the stored scale.
namespace tritproof::mutants {
namespace {

void division(Model& m) {
  m.ratio = [](const Ratio& p) { return p.amax == 0 ? 0.0f : p.x / p.amax; };
}

void half_to_even(Model& m) {
  m.round = [](float ratio) { return static_cast<int>(std::lrint(ratio)); };
}

void floor_of_plus_half(Model& m) {
  m.round = [](float ratio) { return static_cast<int>(std::floor(ratio + 0.5f)); };
}

void flushed_scales(Model& m) {
  m.d = [](float amax) {
    return amax < 0x1p-14f ? std::uint16_t{0} : reference::float_to_half(amax);
  };
}

// 143 of the 1,024 mantissas part a product with the reciprocal from a division.
void tie_of_mantissa(Draft& d) { d.every_x(0).x(0, 0, 1.1015625f).x(0, 1, 0.55078125f); }

const Row kQuantiseRows[] = {
    {rarest("M301", "x is divided by amax, not multiplied by its reciprocal", "", Op::quantise,
            Format::q2_0),
     division, tie_of_mantissa},
    {rarest("M302", "x is divided by amax, not multiplied by its reciprocal", "", Op::quantise,
            Format::tq1_0),
     division, tie_of_mantissa},
    {rarest("M303", "x is divided by amax, not multiplied by its reciprocal", "", Op::quantise,
            Format::ptq1_0),
     division, tie_of_mantissa},
    {rarest("M304", "the mantissa 0x068 alone takes the division", "", Op::quantise, Format::tq2_0),
     [](Model& m) {
       m.ratio = [](const Ratio& p) {
         return p.amax == 1.1015625f ? p.x / p.amax : right::ratio(p);
       };
     },
     tie_of_mantissa},
    {common("M305", "x is divided by the rounded scale", "1bit-MONSTER 99c384406", Op::quantise,
            Format::q2_0),
     [](Model& m) { m.ratio = [](const Ratio& p) { return p.d == 0 ? 0.0f : p.x / p.d; }; },
     [](Draft& d) { d.every_x(0).x(0, 0, 1.0004f).x(0, 1, 0.50015f); }},
    {common("M306", "the reciprocal is applied twice", "1bit-MONSTER 99c384406", Op::quantise,
            Format::tq2_0),
     [](Model& m) { m.ratio = [](const Ratio& p) { return p.x * p.inverse * p.inverse; }; }},
    {rare("M307", "halves round to even", "huggingface/candle#3629", Op::quantise, Format::tq1_0),
     half_to_even, [](Draft& d) { d.every_x(0).x(0, 0, 1).x(0, 1, 0.5f); }},
    {rare("M308", "halves round to even", "huggingface/candle#3629", Op::quantise, Format::q2_0),
     half_to_even, [](Draft& d) { d.every_x(0).x(0, 0, 1).x(0, 1, -0.5f); }},
    {rare("M309", "the digit is floor(ratio + 0.5), which takes 0.49999997 for a half",
          "ggml vulkan copy_to_quant.comp", Op::quantise, Format::q2_0),
     floor_of_plus_half, [](Draft& d) { d.every_x(0).x(0, 0, 1).x(0, 1, 0.49999997f); }},
    {rare("M310", "the digit is floor(ratio + 0.5), which takes -0.5 for 0",
          "ggml vulkan copy_to_quant.comp", Op::quantise, Format::pq2_0),
     floor_of_plus_half, [](Draft& d) { d.every_x(0).x(0, 0, 1).x(0, 1, -0.5f); }},
    {common("M311", "the digit is the whole part of ratio + 0.5", "ggml ggml-sycl/cpy.hpp",
            Op::quantise, Format::tq2_0),
     [](Model& m) { m.round = [](float ratio) { return static_cast<int>(ratio + 0.5f); }; }},
    {common("M312", "the digit is the whole part of the ratio", "Xilinx/mlir-aie#2983",
            Op::quantise, Format::q2_0),
     [](Model& m) { m.round = [](float ratio) { return static_cast<int>(ratio); }; }},
    {rare("M313", "the reciprocal is one unit in the last place too large",
          "1bit-MONSTER 41d0977e7", Op::quantise, Format::ptq1_0),
     [](Model& m) {
       m.inverse = [](float amax) {
         return amax == 0 ? 0.0f : std::nextafter(1.0f / amax, INFINITY);
       };
     },
     tie_of_mantissa},
    {common("M314", "the reciprocal is an estimate of 12 bits", "1bit-MONSTER 41d0977e7",
            Op::quantise, Format::tq1_0),
     [](Model& m) {
       m.inverse = [](float amax) {
         return std::bit_cast<float>(std::bit_cast<std::uint32_t>(right::inverse(amax)) &
                                     0xfffff000u);
       };
     },
     [](Draft& d) { d.every_x(0).x(0, 0, 3.0f).x(0, 1, 1.5f); }},
    {common("M315", "the scale is cut to a half, not rounded", "Xilinx/mlir-aie#3587", Op::quantise,
            Format::tq1_0),
     [](Model& m) {
       m.d = [](float amax) {
         const std::uint16_t half = reference::float_to_half(amax);
         return right::half(half) > amax ? static_cast<std::uint16_t>(half - 1) : half;
       };
     },
     [](Draft& d) { d.every_x(1.0009f); }},
    {rare("M316", "a scale between two halves rounds away from zero", "huggingface/candle#3629",
          Op::quantise, Format::q2_0),
     [](Model& m) {
       m.d = [](float amax) {
         const std::uint16_t half = reference::float_to_half(amax);
         const float middle = (right::half(half) + right::half(half + 1)) / 2;
         return half < 0x7bff && amax == middle ? static_cast<std::uint16_t>(half + 1) : half;
       };
     },
     [](Draft& d) { d.every_x(1.00048828125f); }},
    {rarest("M317", "amax of 65520 itself stays 65504", "", Op::quantise, Format::tq2_0),
     [](Model& m) {
       m.d = [](float amax) {
         return amax == 65520.0f ? std::uint16_t{0x7bff} : reference::float_to_half(amax);
       };
     },
     [](Draft& d) { d.every_x(-65520.0f); }},
    {common("M318", "the scale is clamped to 65504", "", Op::quantise, Format::ptq1_0),
     [](Model& m) {
       m.d = [](float amax) { return reference::float_to_half(std::min(amax, 65504.0f)); };
     },
     [](Draft& d) { d.every_x(70000.0f); }},
    {common("M319", "scales below 2^-14 are written as 0", "surogate#162", Op::quantise,
            Format::q2_0),
     flushed_scales, [](Draft& d) { d.every_x(0x1p-15f); }},
    {common("M320", "scales below 2^-14 are written as 0", "surogate#162", Op::quantise,
            Format::tq1_0),
     flushed_scales, [](Draft& d) { d.every_x(0x1p-24f); }},
    {rarest("M321", "amax between 2^-25 and 2^-24 is cut to 0", "", Op::quantise, Format::pq2_0),
     [](Model& m) {
       m.d = [](float amax) {
         return amax < 0x1p-24f ? std::uint16_t{0} : reference::float_to_half(amax);
       };
     },
     [](Draft& d) { d.every_x(0x1.8p-25f); }},
    {rarest("M322", "amax of 2^-25 rounds up to 0x0001", "", Op::quantise, Format::tq2_0),
     [](Model& m) {
       m.d = [](float amax) {
         return amax == 0x1p-25f ? std::uint16_t{1} : reference::float_to_half(amax);
       };
     },
     [](Draft& d) { d.every_x(0x1p-25f); }},
    {common("M323", "amax is the largest number, not the largest magnitude", "", Op::quantise,
            Format::q2_0),
     [](Model& m) { m.larger = [](float so_far, float x) { return std::max(so_far, x); }; },
     [](Draft& d) { d.x(0, 0, -100); }},
    {common("M324", "amax is that of the row, not of the block", "1bit-MONSTER 0761bb411",
            Op::quantise, Format::q2_0),
     [](Model& m) {
       m.amax_length = [](const spec::FormatRow&, Geometry whole) { return whole.k; };
     },
     [](Draft& d) { d.x(0, 0, 100); }},
    {common("M325", "amax leaves out the second half of the block", "microsoft/BitNet#598",
            Op::quantise, Format::tq2_0),
     [](Model& m) {
       m.amax_length = [](const spec::FormatRow& row, Geometry) {
         return std::uint64_t{row.columns} / 2;
       };
     },
     [](Draft& d) { d.x(0, 200, 100); }},
    {rarest("M326", "a NaN is not refused and forgets the maximum before it", "ggml MAX macro",
            Op::quantise, Format::tq1_0),
     [](Model& m) {
       m.finite_input = [](float x) { return !std::isinf(x); };
       m.larger = [](float so_far, float x) {
         return so_far > std::fabs(x) ? so_far : std::fabs(x);
       };
       m.round = [](float ratio) { return std::isnan(ratio) ? 0 : right::round(ratio); };
     },
     [](Draft& d) { d.x(0, 9, NAN); }},
    {rarest("M327", "an infinity is not refused", "llama.cpp#6884", Op::quantise, Format::q2_0),
     [](Model& m) {
       m.finite_input = [](float x) { return !std::isnan(x); };
       m.round = [](float ratio) { return std::isfinite(ratio) ? right::round(ratio) : 0; };
     },
     [](Draft& d) { d.x(0, 9, -INFINITY); }},
    {rarest("M328", "amax of 2^-128 is not refused: its reciprocal is Inf", "llama.cpp#27413",
            Op::quantise, Format::tq2_0),
     [](Model& m) {
       m.underflows = [](float amax) { return amax > 0 && amax < 0x1p-128f; };
       m.round = [](float ratio) { return std::isfinite(ratio) ? right::round(ratio) : 0; };
     },
     [](Draft& d) { d.every_x(0x1p-128f); }},
    {rarest("M329", "every subnormal amax is refused", "", Op::quantise, Format::ptq1_0),
     [](Model& m) { m.underflows = [](float amax) { return amax > 0 && amax < 0x1p-126f; }; },
     [](Draft& d) { d.every_x(0x1p-127f); }},
    {rarest("M330", "a block of zeros is refused", "intel/auto-round#1908", Op::quantise,
            Format::q2_0),
     [](Model& m) { m.underflows = [](float amax) { return amax <= 0x1p-128f; }; },
     [](Draft& d) { d.every_x(0); }},
    {rarest("M331", "a block of zeros has a NaN scale", "intel/auto-round#1908", Op::quantise,
            Format::tq1_0),
     [](Model& m) {
       m.d = [](float amax) {
         return amax == 0 ? std::uint16_t{0x7e00} : reference::float_to_half(amax);
       };
     },
     [](Draft& d) { d.every_x(0); }},
    {rarest("M332", "a block of zeros has the scale 1", "", Op::quantise, Format::pq2_0),
     [](Model& m) {
       m.d = [](float amax) {
         return amax == 0 ? std::uint16_t{0x3c00} : reference::float_to_half(amax);
       };
     },
     [](Draft& d) { d.every_x(-0.0f); }},
};

}  // namespace

std::span<const Row> quantise_rows() { return kQuantiseRows; }

}  // namespace tritproof::mutants
