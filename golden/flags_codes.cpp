// SPDX-License-Identifier: Apache-2.0
#include "golden/flag_rows.h"

/// Flags about codes and where they are stored.
namespace tritproof::golden {
namespace {

using enum spec::Format;
using enum ScaleClass;

bool holds_three(const Facts& f, spec::Code3 meaning) {
  return f.codes.three != 0 && f.row->code3 == meaning;
}

bool three_under_odd_scale(const Facts& f) {
  if (!holds_three(f, spec::Code3::reserved)) return false;
  for (std::size_t i = 1; i < kScaleClasses; ++i)
    if ((f.scales.codes_under[i] & kThree) != 0) return true;
  return false;
}

bool zero_with_sign(const Facts& f) {
  return f.is(spec::Op::decode) &&
         (f.under(negative, kNought) || f.under(negative_zero, kNought | kPlus) ||
          f.under(negative_subnormal, kNought) || f.under(zero, kMinus));
}

bool zero_times_nonfinite(const Facts& f) {
  return f.is(spec::Op::decode) && (f.under(infinite, kNought) ||
                                    f.under(negative_infinite, kNought) || f.under(nan, kNought));
}

bool base3(const Facts& f) { return f.is(tq1_0) || f.is(ptq1_0); }

const Flag kCodesFlags[] = {
    {"reserved-code", "the reserved pattern becomes a multiple of the scale",
     "a corrupt byte becomes a weight that no converter wrote", "ternary",
     [](const Facts& f) { return holds_three(f, spec::Code3::reserved); }},
    {"reserved-under-odd-scale", "the reserved pattern is 0 times its scale, not +0.0",
     "a corrupt byte becomes -0 or NaN, or hides under a scale of 0", "ternary",
     three_under_odd_scale},
    {"reserved-in-stream", "a stream with a reserved code is decoded, not refused",
     "the kernel's input is wrong and nobody is told", "ternary",
     [](const Facts& f) {
       return f.is(t2s) && f.is(spec::Op::decode) && holds_three(f, spec::Code3::reserved);
     }},
    {"code-three", "code 3 of a 2-bit type is taken for 0, +1 or -1 and not for +2",
     "the largest weights of a tensor that is not ternary are lost", "ternary",
     [](const Facts& f) { return holds_three(f, spec::Code3::plus_two); }},
    {"both-signs", "-1 and +1 change places, or 1 is subtracted once too often or never",
     "the layer's output changes its sign or gains an offset", "ternary",
     [](const Facts& f) {
       return f.is(spec::Op::decode) && f.row->ternary && f.under(positive, kMinus) &&
              f.under(positive, kPlus);
     }},
    {"zero-sign", "a zero loses the sign that the product has", "bits differ between two decoders",
     "ternary", zero_with_sign},
    {"zero-times-nonfinite", "code 0 skips the product and stays 0 under Inf and NaN",
     "a broken scale is half hidden", "ternary", zero_times_nonfinite},
    {"base3-bytes", "digits are taken from a byte by division, rounding or a wrong table entry",
     "single values of a block are wrong", "ternary",
     [](const Facts& f) {
       return base3(f) && f.is(spec::Op::decode) && f.codes.different_bytes >= 100;
     }},
    {"unwritten-byte", "a qs byte that no encoder writes decodes as something else",
     "files of other writers decode to other weights", "ternary",
     [](const Facts& f) { return f.codes.unwritten_qs != 0; }},
    {"unwritten-qh-byte", "a qh byte that no encoder writes is not counted, or judged as a qs byte",
     "a file that was damaged passes as clean", "validate",
     [](const Facts& f) { return f.codes.unwritten_qh != 0; }},
    {"wide-code", "int4 codes beyond one are clamped, unsigned or in excess-8",
     "an image that is not ternary loses its large weights", "power",
     [](const Facts& f) { return f.is(pb16i) && (f.codes.kinds & kWide) != 0; }},
    {"least-code", "the lowest code of its field is clipped or negated",
     "one value in 16 or 256 is off", "power",
     [](const Facts& f) {
       return (f.is(pb16i) && f.codes.least == -8) || (f.is(q8) && f.codes.least == -128);
     }},
    {"high-nibble-code", "a nibble above 7 is read with the wrong sign",
     "half of the codes turn negative", "wide",
     [](const Facts& f) {
       return (f.is(q4_1) || f.is(q4_k)) && (f.codes.most > 7 || f.codes.least < 0);
     }},
    {"signed-byte", "a code byte above 127 is read as unsigned",
     "negative weights become large ones", "wide",
     [](const Facts& f) { return f.is(q8) && f.codes.least < 0; }},
    {"bit-plane", "an address bit is dropped, swapped or inverted",
     "every value is right and stands in the wrong place", "order",
     [](const Facts& f) { return f.codes.plane; }},
    {"lone-code", "one element is read from its neighbour's place", "weights move by one", "order",
     [](const Facts& f) { return f.codes.lone; }},
    {"lone-code-at-edge", "a loop ends one element early or begins one late",
     "the first or last weight is left out", "order",
     [](const Facts& f) { return f.codes.lone_at_edge; }},
    {"one-code", "a block of one code only is treated apart",
     "a fast path is wrong where none looks", "place",
     [](const Facts& f) {
       return f.codes.total > 1 && f.codes.least == f.codes.most && f.codes.three == 0;
     }},
};

}  // namespace

std::span<const Flag> code_flags() { return kCodesFlags; }

}  // namespace tritproof::golden
