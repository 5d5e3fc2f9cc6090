// SPDX-License-Identifier: Apache-2.0
#include "golden/flag_rows.h"

/// Flags of quantise and replay.
namespace tritproof::golden {
namespace {

using spec::Op;

const Flag kNumbersFlags[] = {
    {"tie", "halves round to even or towards zero", "a weight of half the largest is lost",
     "quantise", [](const Facts& f) { return f.quantise.tie; }},
    {"vanishing-half", "x is divided by amax, not multiplied by its reciprocal",
     "files differ from ggml's in one weight of many blocks", "quantise",
     [](const Facts& f) { return f.quantise.vanishing_half; }},
    {"rounded-amax", "the scale is cut to a half, or ties go away from zero",
     "the scale is off in its last bit", "quantise",
     [](const Facts& f) { return f.quantise.rounded; }},
    {"overflowing-amax", "a scale beyond 65504 is clamped", "files differ from ggml's", "quantise",
     [](const Facts& f) { return f.quantise.overflowing; }},
    {"underflowing-amax", "codes of a block whose scale rounds to 0 are cleared, or the scale kept",
     "files differ from ggml's", "quantise",
     [](const Facts& f) { return f.quantise.underflowing; }},
    {"subnormal-amax", "a subnormal scale is written as 0", "small blocks vanish", "quantise",
     [](const Facts& f) { return f.quantise.subnormal; }},
    {"tiny-amax", "a reciprocal that overflows is used",
     "codes are what the machine happens to give", "quantise",
     [](const Facts& f) { return f.quantise.tiny; }},
    {"nonfinite-input", "a NaN erases the largest magnitude before it, Inf makes NaN of all codes",
     "a broken row becomes a plausible one", "quantise",
     [](const Facts& f) { return f.quantise.nonfinite; }},
    {"zero-block", "a block of zeros divides by 0", "NaN in place of zeros", "quantise",
     [](const Facts& f) { return f.quantise.zero_block; }},
    {"negative-amax", "the largest number is taken for the largest magnitude",
     "blocks of negative numbers overflow their codes", "quantise",
     [](const Facts& f) { return f.quantise.negative; }},
    {"amax-at-edge", "the first or last element, or half of a block, is left out of the maximum",
     "codes of that block overflow", "quantise", [](const Facts& f) { return f.quantise.at_edge; }},
    {"activation-edge", "-128 is negated, or activations are unsigned",
     "one activation in 256 is off", "replay",
     [](const Facts& f) { return f.replay.least_activation || f.replay.most_activation; }},
    {"activation-rows", "rows of activations are mixed up, or one serves all",
     "a batch of tokens is answered with one", "replay",
     [](const Facts& f) { return f.is(Op::replay) && f.walked && f.question->m > 1; }},
    {"long-row", "groups beyond a number are left out, or tiles taken in another order",
     "long rows lose their end", "replay",
     [](const Facts& f) { return f.is(Op::replay) && f.walked && f.question->geometry.k >= 768; }},
    {"replay-mode", "another accumulator than the stated one is used",
     "results differ where sums are large", "replay",
     [](const Facts& f) {
       return f.is(Op::replay) && f.question->options.mode != spec::ReplayMode::i64;
     }},
    {"narrowing", "partial sums are narrowed otherwise than stated",
     "results differ where a partial sum is 32768", "replay",
     [](const Facts& f) {
       return f.is(Op::replay) && f.question->options.narrowing != spec::Narrowing::exact;
     }},
    {"full-partial-sum", "a partial sum of 32768 is kept in 16 bits",
     "the largest sum changes sign", "replay", [](const Facts& f) { return f.replay.narrowed; }},
    {"sum-past-int32", "a sum is kept in 32 bits, or as a float", "large sums wrap or lose bits",
     "replay", [](const Facts& f) { return f.replay.past_int32; }},
    {"step-or-end", "clamping at each step is taken for clamping at the end",
     "rows that go out of range and come back differ", "replay",
     [](const Facts& f) { return f.replay.step_differs; }},
    {"replayed-reserved", "a reserved code counts as +2", "the core multiplies by 2", "replay",
     [](const Facts& f) { return f.is(Op::replay) && f.refuses(spec::RefusalName::ReservedCode); }},
    {"replayed-wide-code", "int4 codes are clamped to ternary, or unsigned",
     "an image that is not ternary is summed wrongly", "replay",
     [](const Facts& f) { return f.is(Op::replay) && (f.codes.kinds & kWide) != 0; }},
    {"replayed-negative-multiplier", "multipliers are unsigned", "sums turn positive", "replay",
     [](const Facts& f) {
       return f.is(Op::replay) && f.walked && f.scales_of(ScaleClass::negative) != 0;
     }},
    {"replayed-runs", "runs of 32 k share the multiplier of the first",
     "three of four runs are off by a factor", "replay",
     [](const Facts& f) { return f.is(Op::replay) && f.scales.unequal_multipliers; }},
};

}  // namespace

std::span<const Flag> number_flags() { return kNumbersFlags; }

}  // namespace tritproof::golden
