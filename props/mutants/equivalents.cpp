// SPDX-License-Identifier: Apache-2.0
#include "props/mutants/mutants.h"

namespace tritproof::mutants {
namespace {

constexpr Equivalent kEquivalents[] = {
    {"t2s replay: P narrowed to int16 by wrapping or saturating instead of not at all",
     "32 products of an int8 and a code in {-1, 0, 1} sum to at most 32*128 = 4096 in magnitude, "
     "inside int16 (REPLAY-4)."},
    {"pb16i replay: sat16 clamps P at -32767 instead of -32768",
     "P falls lowest at 32 products of 127 and -8, -32512, so the lower clamp never acts."},
    {"pb16i replay: the term P*ms is computed in int32",
     "|P| <= 32768 and |ms| <= 32768, so |P*ms| <= 2^30."},
    {"t2s replay in i64 or wrap32: runs of 128 k instead of 32",
     "The four runs of 128 k share their multiplier, and sums of integers associate."},
    {"replay in wrap32: groups taken in any order, or the sum wrapped after each",
     "Addition modulo 2^32 is associative and commutative."},
    {"base-3 digits: the product with 3^n is not reduced modulo 256, and the digit is taken "
     "modulo 3",
     "With b*3^n = 256q + y, floor(3*(256q + y)/256) = 3q + floor(3y/256), which is "
     "floor(3y/256) modulo 3."},
    {"f16-scaled formats: a bf16 answer is the code times the scale rounded to bf16",
     "For the codes -1, 0, 1 and 2 the product is exact and rounding commutes with sign and with "
     "doubling; no finite half overflows bf16. It shows only for codes of pb16i, q8 and q4."},
    {"f16-scaled formats: the product is computed in double and rounded to float",
     "Code times half has at most 12 significant bits, so both are exact (HALF-5)."},
    {"q4_1: product and sum in double, rounded once, for finite products",
     "A 4-bit code times a bf16 has at most 12 significant bits and is exact in float, and a sum "
     "of two floats rounded to double first rounds to the same float; only a product that "
     "overflows differs, which M094 has."},
    {"quantise: the digit is clamped to [-1, 1] after rounding",
     "|x| <= amax gives |x*id| <= 1 + 2^-23, which rounds to at most 1."},
    {"quantise: amax is found by comparing the bits of magnitudes as integers",
     "For finite floats without sign the order of bits is the order of values."},
    {"encode: the base-3 byte is floor(256*Q/243) + 1 for Q > 0",
     "256 and 243 share no factor, so 256*Q/243 is whole only at Q = 0 (below 243)."},
    {"repack-q4_1: NaNs are rounded to bf16 by adding 0x7fff to their bits",
     "S*scale has S's payload, whose low 16 bits are 0, and the product has set its quiet bit: no "
     "carry leaves the low half, and the answer is the same NaN."},
    {"the packing rule scans zeros too, giving them the exponent of the other scales",
     "0 is a whole multiple of every power of two, so it never lowers the largest exponent."},
};

}  // namespace

std::span<const Equivalent> equivalents() { return kEquivalents; }

}  // namespace tritproof::mutants
