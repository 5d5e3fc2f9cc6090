// SPDX-License-Identifier: Apache-2.0
#include "golden/flag_rows.h"

/// Flags about scales, multipliers, exponents and the number that comes out.
namespace tritproof::golden {
namespace {

using enum spec::Format;
using enum ScaleClass;

bool decodes(const Facts& f) { return f.is(spec::Op::decode); }

bool reads(const Facts& f) { return decodes(f) || f.is(spec::Op::validate); }

/// Whether the stored scales are halves.
bool halves(const Facts& f) { return f.row->ternary && !f.row->side_table; }

bool any_of(const Facts& f, ScaleClass one, ScaleClass other) {
  return f.scales_of(one) + f.scales_of(other) != 0;
}

const Flag kScalesFlags[] = {
    {"subnormal-scale", "a subnormal scale is taken for 0 or gets a leading one",
     "weights of shipped models, with scales of 1.1e-5, vanish", "half",
     [](const Facts& f) { return decodes(f) && any_of(f, subnormal, negative_subnormal); }},
    {"infinite-scale", "an infinite scale is clamped", "a broken block looks like a large one",
     "half", [](const Facts& f) { return decodes(f) && any_of(f, infinite, negative_infinite); }},
    {"nan-scale", "a NaN scale zeroes its group or becomes Inf", "a broken block looks whole",
     "half", [](const Facts& f) { return decodes(f) && f.scales_of(nan) != 0; }},
    {"negative-scale", "the sign of the scale is dropped", "the group's weights change sign",
     "half", [](const Facts& f) { return decodes(f) && f.scales_of(negative) != 0; }},
    {"negative-zero-scale", "the scale -0 is read as +0", "signs of zeros differ", "half",
     [](const Facts& f) { return decodes(f) && f.scales_of(negative_zero) != 0; }},
    {"edge-scale", "the least or largest number of a class is put into the class beside it",
     "one scale in thousands is 0, or twice what it is", "half",
     [](const Facts& f) { return decodes(f) && halves(f) && f.scales.edge; }},
    {"beyond-bf16", "the scale is kept as bf16", "87 % of a model's scales change by up to 0.39 %",
     "half", [](const Facts& f) { return decodes(f) && halves(f) && f.scales.beyond_bf16; }},
    {"many-scales", "one entry of a table of halves is wrong", "one scale in 65,536 is off", "half",
     [](const Facts& f) { return decodes(f) && halves(f) && f.scales.different >= 64; }},
    {"bf16-answer", "the bf16 answer is cut, or a product with a rounded scale",
     "weights are off in their last bit", "half",
     [](const Facts& f) { return decodes(f) && f.question->options.bf16; }},
    {"bf16-tie", "ties go away from zero", "weights are off in their last bit", "half",
     [](const Facts& f) { return f.bf16.tie; }},
    {"bf16-to-infinity", "rounding saturates at the largest finite number",
     "an overflow is not seen", "half", [](const Facts& f) { return f.bf16.to_infinity; }},
    {"bf16-nan", "adding 0x7fff to a NaN's bits makes -0 or Inf of it", "a broken weight becomes 0",
     "half", [](const Facts& f) { return f.bf16.nan; }},
    {"distinct-scales", "a group takes another group's scale", "a whole row is off by a factor",
     "place",
     [](const Facts& f) {
       return reads(f) && f.scales.total > 1 && f.scales.different == f.scales.total;
     }},
    {"full-multiplier", "-32768 or 32767 is clamped, negated or read as unsigned",
     "the largest scale of a row is off", "power",
     [](const Facts& f) { return reads(f) && f.row->side_table && f.scales.full_multiplier; }},
    {"zero-multiplier", "a multiplier 0 gives NaN, or loses the sign of its product",
     "zeros become NaN under a large exponent", "power",
     [](const Facts& f) { return decodes(f) && f.row->side_table && f.scales.zero_multiplier; }},
    {"exponent-edge", "2^e is computed by itself and under- or overflows",
     "a row becomes 0 or Inf although its weights are floats", "power",
     [](const Facts& f) {
       return f.exponents.any && !f.refusal && (f.exponents.least < -126 || f.exponents.most > 100);
     }},
    {"exponents-differ", "one feature's exponent serves another", "a row is off by a power of two",
     "power",
     [](const Facts& f) { return f.exponents.any && f.exponents.least < f.exponents.most; }},
    {"subnormal-product", "a scale that is a subnormal float is flushed", "a row vanishes", "power",
     [](const Facts& f) {
       return reads(f) && f.row->side_table && any_of(f, subnormal, negative_subnormal);
     }},
    {"overflowing-product", "a product beyond the largest float stays finite",
     "an overflow is not seen", "power", [](const Facts& f) { return f.scales.overflowing; }},
    {"saved-exponent", "an exponent is refused by itself, not for what it makes of a multiplier",
     "a good image is refused", "side_table",
     [](const Facts& f) {
       return f.exponents.any && !f.refuses(spec::RefusalName::SideTable) &&
              (f.exponents.least < -149 || f.exponents.most > 112);
     }},
    {"wild-exponent-over-zeros", "an exponent of a row of zeros is refused, or makes 0 * Inf",
     "a good image is refused", "side_table",
     [](const Facts& f) { return f.exponents.wild_over_zeros; }},
    {"exponent-refused", "an exponent out of range is not refused, or counted in multipliers",
     "a damaged side table becomes Inf or 0", "side_table",
     [](const Facts& f) { return f.walked && f.refuses(spec::RefusalName::SideTable); }},
    {"wide-scale-byte", "scale and minimum bytes are signed or keep six bits",
     "large scales turn negative", "wide",
     [](const Facts& f) { return f.is(q4_k) && f.scales.wide_byte; }},
    {"added-term", "the zero or minimum is subtracted, left out or taken from the wrong place",
     "a row is shifted", "wide", [](const Facts& f) { return decodes(f) && f.scales.added; }},
    {"two-roundings", "product and sum are fused", "bits differ between two machines", "wide",
     [](const Facts& f) { return decodes(f) && f.scales.two_roundings; }},
    {"other-layout", "a layout is guessed, or half of it is taken from the first",
     "plausible values stand in the wrong places", "wide",
     [](const Facts& f) {
       return f.question->options.layout == spec::Layout::other && f.row->second_layout;
     }},
};

}  // namespace

std::span<const Flag> scale_flags() { return kScalesFlags; }

}  // namespace tritproof::golden
