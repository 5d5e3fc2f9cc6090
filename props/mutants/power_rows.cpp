// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>

#include "codec/reference/numbers.h"
#include "props/mutants/rows.h"

/// decode of pb16i and t2s: multipliers, exponents and int4 codes.
namespace tritproof::mutants {
namespace {

void power_in_two_steps(Model& m) {
  m.power = [](std::int16_t ms, std::int32_t e) {
    return static_cast<float>(ms) * std::ldexp(1.0f, e);
  };
}

void power_flushed(Model& m) {
  m.power = [](std::int16_t ms, std::int32_t e) { return e < -126 ? 0.0f : right::power(ms, e); };
}

const Row kPowerRows[] = {
    {rarest("M065", "a multiplier 0 under a huge e_ref is 0 times Inf", "", Op::decode,
            Format::pb16i),
     power_in_two_steps,
     [](Draft& d) {
       d.ref(1, 1000);
       for (std::uint64_t k = 0; k < 512; k += 32) d.scale(1, k, 0);
     }},
    {rarest("M066", "2^e_ref underflows by itself below -149", "llama.cpp#27413", Op::decode,
            Format::t2s),
     power_in_two_steps, [](Draft& d) { d.every_scale(16384).ref(0, -150); }},
    {rarest("M067", "e_ref below -126 makes the scale 0", "", Op::decode, Format::pb16i),
     power_flushed, [](Draft& d) { d.every_scale(1024).ref(40, -127); }},
    {rarest("M068", "e_ref below -126 makes the scale 0", "", Op::decode, Format::t2s),
     power_flushed, [](Draft& d) { d.every_scale(1).ref(40, -140); }},
    {rarest("M069", "subnormal scales are taken as 0", "llama.cpp#7843", Op::decode, Format::t2s),
     [](Model& m) {
       m.power = [](std::int16_t ms, std::int32_t e) {
         const float scale = right::power(ms, e);
         return std::fabs(scale) < 0x1p-126f ? 0.0f : scale;
       };
     },
     [](Draft& d) { d.every_scale(1).ref(0, -149); }},
    {rarest("M070", "e_ref is read as a signed byte", "", Op::decode, Format::t2s),
     [](Model& m) {
       m.power = [](std::int16_t ms, std::int32_t e) {
         return right::power(ms, static_cast<std::int8_t>(e));
       };
     },
     [](Draft& d) { d.every_scale(4).ref(0, -130); }},
    {common("M071", "the scale is multiplier / 2^e_ref", "microsoft/BitNet#616", Op::decode,
            Format::pb16i),
     [](Model& m) {
       m.power = [](std::int16_t ms, std::int32_t e) { return right::power(ms, -e); };
     }},
    {common("M072", "multipliers are unsigned", "1bit-MONSTER 8c72453c4", Op::decode,
            Format::pb16i),
     [](Model& m) {
       m.power = [](std::int16_t ms, std::int32_t e) {
         return std::ldexp(static_cast<float>(static_cast<std::uint16_t>(ms)), e);
       };
     },
     [](Draft& d) { d.scale(0, 0, 0xffff); }},
    {common("M073", "the scale is rounded to a half", "", Op::decode, Format::pb16i),
     [](Model& m) {
       m.power = [](std::int16_t ms, std::int32_t e) {
         return right::half(reference::float_to_half(right::power(ms, e)));
       };
     },
     [](Draft& d) { d.scale(0, 0, 2049); }},
    {common("M074", "the multiplier -32768 is clamped to -32767", "", Op::decode, Format::pb16i),
     [](Model& m) {
       m.power = [](std::int16_t ms, std::int32_t e) {
         return right::power(std::max(ms, std::int16_t{-32767}), e);
       };
     },
     [](Draft& d) { d.raw(0, 0, 1).scale(0, 0, 0x8000); }},
    {rare("M075", "the multiplier -32768 is negated under e_ref 0", "", Op::decode, Format::pb16i),
     [](Model& m) {
       m.power = [](std::int16_t ms, std::int32_t e) {
         return right::power(ms, e) * (ms == -32768 && e == 0 ? -1.0f : 1.0f);
       };
     },
     [](Draft& d) { d.raw(0, 0, 1).scale(0, 0, 0x8000).ref(0, 0); }},
    {common("M076", "under a multiplier 0 every weight is +0", "", Op::decode, Format::pb16i),
     [](Model& m) {
       m.times = [](int code, float scale) {
         return scale == 0 ? 0.0f : right::times(code, scale);
       };
     },
     [](Draft& d) { d.raw(0, 0, 15).scale(0, 0, 0); }},
    {rarest("M077", "a product that overflows stays finite", "", Op::decode, Format::pb16i),
     [](Model& m) {
       m.times = [](int code, float scale) {
         return std::clamp(right::times(code, scale), -0x1.fffffep127f, 0x1.fffffep127f);
       };
     },
     [](Draft& d) { d.every_scale(1).raw(2, 0, 7).ref(2, 127); }},
    {common("M078", "int4 codes are excess-8", "1bit-MONSTER 0be27e70a", Op::decode, Format::pb16i),
     [](Model& m) {
       m.code = [](FieldKind, std::uint8_t byte, unsigned shift) {
         return (byte >> shift & 15) - 8;
       };
     }},
    {common("M079", "int4 codes are unsigned", "1bit-MONSTER#704", Op::decode, Format::pb16i),
     [](Model& m) {
       m.code = [](FieldKind, std::uint8_t byte, unsigned shift) { return byte >> shift & 15; };
     }},
    {common("M080", "int4 codes are sign and magnitude", "", Op::decode, Format::pb16i),
     [](Model& m) {
       m.code = [](FieldKind, std::uint8_t byte, unsigned shift) {
         const int bits = byte >> shift & 15;
         return bits < 8 ? bits : 8 - bits;
       };
     }},
    {common("M081", "int4 -8 is clipped to -7", "", Op::decode, Format::pb16i),
     [](Model& m) {
       m.code = [](FieldKind kind, std::uint8_t byte, unsigned shift) {
         return std::max(right::code(kind, byte, shift), -7);
       };
     },
     [](Draft& d) { d.raw(9, 9, 8); }},
    {common("M082", "int4 codes beyond one are clamped to ternary", "", Op::decode, Format::pb16i),
     [](Model& m) {
       m.code = [](FieldKind kind, std::uint8_t byte, unsigned shift) {
         return std::clamp(right::code(kind, byte, shift), -1, 1);
       };
     },
     [](Draft& d) { d.raw(9, 9, 7); }},
    {common("M083", "the e_ref of row n % 32 serves row n", "1bit-MONSTER 0761bb411", Op::decode,
            Format::pb16i),
     [](Model& m) { m.feature = [](const At& at) { return std::uint64_t{at.r}; }; },
     [](Draft& d) { d.ref(32, -9).ref(0, -3); }},
    {common("M084", "the first e_ref serves all features", "1bit-MONSTER 0761bb411", Op::decode,
            Format::t2s),
     [](Model& m) { m.feature = [](const At&) { return std::uint64_t{0}; }; }},
    {common("M085", "the side table is read big-endian", "ollama#17826", Op::decode, Format::t2s),
     [](Model& m) {
       m.load32 = [](Input bytes, std::uint64_t at) {
         return std::byteswap(right::load32(bytes, at));
       };
     }},
    {common("M086", "multipliers are read big-endian", "llama.cpp#11349", Op::decode,
            Format::pb16i),
     [](Model& m) {
       m.load16 = [](Input bytes, std::uint64_t at) {
         return std::byteswap(right::load16(bytes, at));
       };
     }},
};

}  // namespace

std::span<const Row> power_rows() { return kPowerRows; }

}  // namespace tritproof::mutants
