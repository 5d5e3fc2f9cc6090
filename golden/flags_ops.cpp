// SPDX-License-Identifier: Apache-2.0
#include "golden/flag_rows.h"

/// Flags of the ops other than decode.
namespace tritproof::golden {
namespace {

using enum spec::Format;
using enum spec::Op;
using enum ScaleClass;
using spec::RefusalName;

/// Whether halves are brought into multipliers (PB16I-7).
bool packs(const Facts& f) {
  const bool target = f.question->options.target && row_of(*f.question->options.target).side_table;
  return f.walked && ((f.is(encode) && f.row->side_table) ||
                      (f.is(convert) && target && f.row->ternary && !f.row->side_table));
}

/// Whether scale patterns go from halves to halves (CONV-2, REF-7).
bool moves(const Facts& f) {
  if (f.is(encode)) return f.walked && !f.row->side_table;
  const auto target = f.question->options.target;
  return f.is(convert) && f.walked && f.row->ternary && !f.row->side_table && target &&
         row_of(*target).ternary && !row_of(*target).side_table;
}

bool odd_halves(const Facts& f) {
  return f.scales_of(positive) + f.scales_of(negative) != f.scales.total;
}

bool refused_by(const Facts& f, spec::Op op, RefusalName name) {
  return f.is(op) && f.refuses(name);
}

const Flag kOpsFlags[] = {
    {"counted-scales", "a class of scales is not counted, or with another", "a census is wrong",
     "validate", [](const Facts& f) { return f.is(validate) && f.walked && odd_halves(f); }},
    {"counted-codes", "reserved codes or codes 3 are not counted, or as something else",
     "a damaged file passes as clean", "validate",
     [](const Facts& f) { return f.is(validate) && f.codes.three != 0; }},
    {"count-past-a-byte", "a count is kept in 8 or 16 bits", "much damage looks like little",
     "validate",
     [](const Facts& f) {
       return f.is(validate) &&
              (f.codes.three > 255 || f.scales_of(zero) + f.scales_of(negative_zero) > 255);
     }},
    {"not-ternary", "a code outside -1, 0, +1 is clamped or written by its low bits",
     "the file holds reserved codes or other weights", "encode",
     [](const Facts& f) { return refused_by(f, encode, RefusalName::NotTernary); }},
    {"pattern-copied", "a scale is written by its value, not by its bits",
     "subnormals, -0 and NaNs change on the way", "encode",
     [](const Facts& f) { return f.is(encode) && moves(f) && odd_halves(f); }},
    {"digits-packed", "a base-3 byte is cut or rounded, or its digits come in the wrong order",
     "no decoder finds the codes again", "encode",
     [](const Facts& f) {
       return f.is(encode) && f.walked && (f.is(tq1_0) || f.is(ptq1_0)) &&
              f.codes.least < f.codes.most;
     }},
    {"several-binades", "e_ref comes from the first, last or largest scale of a row",
     "multipliers are not whole, or not the pinned ones", "packing",
     [](const Facts& f) { return packs(f) && f.scales.several_binades; }},
    {"spread-refused", "a multiplier that does not fit is clamped or wraps",
     "a row is packed to other weights", "packing",
     [](const Facts& f) { return packs(f) && f.refuses(RefusalName::ScaleNotRepresentable); }},
    {"nonfinite-packed", "Inf or NaN is packed as a number, or told by another name",
     "a broken block becomes weights", "packing",
     [](const Facts& f) { return packs(f) && f.refuses(RefusalName::NonFiniteScale); }},
    {"negative-zero-packed", "the scale -0 becomes the multiplier 0", "the signs of zeros are lost",
     "packing", [](const Facts& f) { return packs(f) && f.scales_of(negative_zero) != 0; }},
    {"zero-row", "a row of zeros gets an exponent of its own", "two packers differ", "packing",
     [](const Facts& f) { return packs(f) && f.scales.zero_row; }},
    {"subnormal-packed", "subnormal halves are taken apart like normal ones",
     "small scales are packed to other values", "packing",
     [](const Facts& f) {
       return packs(f) && f.scales_of(subnormal) + f.scales_of(negative_subnormal) != 0;
     }},
    {"wire-bytes", "nibbles or bytes of the widened code change places",
     "every second weight is another's", "expand",
     [](const Facts& f) { return f.is(expand) && f.walked && f.codes.least < f.codes.most; }},
    {"expanded-reserved", "a reserved code is widened, not refused", "the core multiplies by 2",
     "expand", [](const Facts& f) { return refused_by(f, expand, RefusalName::ReservedCode); }},
    {"clamp", "clamping reaches other codes, or gives 0", "weights change without being counted",
     "convert", [](const Facts& f) { return f.is(convert) && f.question->options.clamp; }},
    {"plus-two-refused", "+2 is clamped unasked", "the largest weights are halved in silence",
     "convert", [](const Facts& f) { return refused_by(f, convert, RefusalName::PlusTwo); }},
    {"reserved-converted", "a reserved code is converted to something", "damage spreads", "convert",
     [](const Facts& f) { return refused_by(f, convert, RefusalName::ReservedCode); }},
    {"unequal-scales", "scales that must be one are not compared, or as numbers",
     "half of a group is off by a factor with every code intact", "convert",
     [](const Facts& f) { return refused_by(f, convert, RefusalName::UnequalScales); }},
    {"unequal-multipliers", "four multipliers that must be one are not all compared",
     "a run of 32 is off by a factor", "convert",
     [](const Facts& f) { return refused_by(f, convert, RefusalName::UnequalMultipliers); }},
    {"wide-code-refused", "an int4 code beyond one is clamped", "large weights are lost", "convert",
     [](const Facts& f) { return refused_by(f, convert, RefusalName::NotTernary); }},
    {"scale-not-half", "a scale that is no half is rounded",
     "a conversion that says lossless is not", "convert",
     [](const Facts& f) {
       return f.is(convert) && f.row->side_table && f.refuses(RefusalName::ScaleNotRepresentable);
     }},
    {"pattern-moved", "a scale is moved by its value, not by its bits",
     "subnormals, -0 and NaNs change on the way", "convert",
     [](const Facts& f) { return f.is(convert) && moves(f) && odd_halves(f); }},
    {"stream-and-image", "multipliers are normalised between stream and image",
     "the side table no longer fits", "convert",
     [](const Facts& f) {
       return f.walked && f.row->side_table && (f.converts_to(t2s) || f.converts_to(pb16i)) &&
              !f.converts_to(f.row->id);
     }},
    {"same-format", "a copy into the same format is not checked", "damage is copied", "convert",
     [](const Facts& f) { return f.walked && f.row->ternary && f.converts_to(f.row->id); }},
    {"multipliers-to-halves", "multiplier and exponent give another half", "scales change by a bit",
     "convert",
     [](const Facts& f) {
       const auto target = f.question->options.target;
       return f.is(convert) && f.walked && f.row->side_table && !f.refusal && target &&
              !row_of(*target).side_table;
     }},
    {"no-such-conversion", "a pair without a rule is converted somehow",
     "an unknown format is made", "convert",
     [](const Facts& f) { return refused_by(f, convert, RefusalName::NoSuchConversion); }},
    {"target-geometry", "K is not asked to be whole units of the target", "the end of rows is lost",
     "convert",
     [](const Facts& f) { return f.whole && refused_by(f, convert, RefusalName::Geometry); }},
    {"repacked", "numbers are cut to bf16, or taken from the wrong field",
     "weights differ from those that the name promises", "repack",
     [](const Facts& f) { return f.walked && f.is(q4_k) && f.converts_to(q4_1); }},
    {"repack-copied", "a q4_1 tensor is not copied as it is", "a copy is not a copy", "repack",
     [](const Facts& f) { return f.is(q4_1) && f.converts_to(q4_1); }},
};

}  // namespace

std::span<const Flag> op_flags() { return kOpsFlags; }

}  // namespace tritproof::golden
