// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>

#include "codec/reference/numbers.h"
#include "props/mutants/rows.h"

/// decode: the number of an f16 scale, and the rounding of bf16 answers.
namespace tritproof::mutants {
namespace {

constexpr bool subnormal(std::uint16_t p) { return (p & 0x7c00) == 0; }

constexpr float signed_as(std::uint16_t p, float magnitude) {
  return (p & 0x8000) != 0 ? -magnitude : magnitude;
}

void flushed(Model& m) {
  m.half = [](std::uint16_t p) { return subnormal(p) ? signed_as(p, 0.0f) : right::half(p); };
}

void read_as_bf16(Model& m) { m.half = right::bf16; }

void big_endian(Model& m) {
  m.load16 = [](Input bytes, std::uint64_t at) { return std::byteswap(right::load16(bytes, at)); };
}

void witness_subnormal(Draft& d) { d.scale(0, 0, 0x00b9); }

const Row kHalfRows[] = {
    {common("M034", "subnormal scales are taken as 0", "1bit-MONSTER 5dcef8009", Op::decode,
            Format::t2),
     flushed, witness_subnormal},
    {common("M035", "subnormal scales are taken as 0", "1bit-MONSTER 5dcef8009", Op::decode,
            Format::tq1_0),
     flushed, witness_subnormal},
    {common("M036", "subnormal scales are taken as 0", "google-ai-edge/ai-edge-quantizer#678",
            Op::decode, Format::pq2_0),
     flushed, witness_subnormal},
    {common("M037", "subnormal scales are taken as 0", "1bit-MONSTER 5dcef8009", Op::decode,
            Format::ptq1_0),
     flushed, witness_subnormal},
    {common("M038", "a subnormal's bits become the float's: value times 2^-112",
            "1bit-MONSTER 5dcef8009", Op::decode, Format::q2_0),
     [](Model& m) {
       m.half = [](std::uint16_t p) {
         if (!subnormal(p)) return right::half(p);
         return std::bit_cast<float>((p & 0x8000u) << 16 | (p & 0x3ffu) << 13);
       };
     },
     witness_subnormal},
    {common("M039", "a subnormal has an implicit leading one", "local-inference-lab/b12x#388",
            Op::decode, Format::ptq1_0),
     [](Model& m) {
       m.half = [](std::uint16_t p) {
         if (!subnormal(p) || (p & 0x3ff) == 0) return right::half(p);
         return signed_as(p, std::ldexp(static_cast<float>((p & 0x3ff) + 0x400), -25));
       };
     },
     witness_subnormal},
    {common("M040", "a subnormal is half of what it should be", "local-inference-lab/b12x#388",
            Op::decode, Format::tq2_0),
     [](Model& m) {
       m.half = [](std::uint16_t p) { return subnormal(p) ? right::half(p) / 2 : right::half(p); };
     },
     witness_subnormal},
    {rare("M041", "the least subnormal alone is taken as 0", "1bit-MONSTER 5dcef8009", Op::decode,
          Format::ptq1_0),
     [](Model& m) { m.half = [](std::uint16_t p) { return p == 0x0001 ? 0.0f : right::half(p); }; },
     [](Draft& d) { d.scale(1, 128, 0x0001); }},
    {rare("M042", "the least normal, 0x0400, counts as subnormal and is 0",
          "1bit-MONSTER 5dcef8009", Op::decode, Format::tq1_0),
     [](Model& m) {
       m.half = [](std::uint16_t p) {
         return (p & 0x7fff) == 0x0400 ? signed_as(p, 0.0f) : right::half(p);
       };
     },
     [](Draft& d) { d.scale(0, 256, 0x0400); }},
    {rare("M043", "the largest subnormal becomes 2^-14", "", Op::decode, Format::q2_0),
     [](Model& m) {
       m.half = [](std::uint16_t p) {
         return (p & 0x7fff) == 0x03ff ? signed_as(p, 0x1p-14f) : right::half(p);
       };
     },
     [](Draft& d) { d.scale(0, 64, 0x83ff); }},
    {common("M044", "infinite scales are clamped to 65504", "", Op::decode, Format::t2),
     [](Model& m) {
       m.half = [](std::uint16_t p) {
         return (p & 0x7fff) == 0x7c00 ? signed_as(p, 65504.0f) : right::half(p);
       };
     },
     [](Draft& d) { d.scale(31, 255, 0x7c00); }},
    {rare("M045", "infinite scales are clamped to 65504", "", Op::decode, Format::tq2_0),
     [](Model& m) {
       m.half = [](std::uint16_t p) {
         return (p & 0x7fff) == 0x7c00 ? signed_as(p, 65504.0f) : right::half(p);
       };
     },
     [](Draft& d) { d.scale(1, 256, 0xfc00); }},
    {common("M046", "a NaN scale zeroes its group", "1bit-MONSTER a26601d53", Op::decode,
            Format::tq2_0),
     [](Model& m) {
       m.half = [](std::uint16_t p) { return (p & 0x7fff) > 0x7c00 ? 0.0f : right::half(p); };
     },
     [](Draft& d) { d.scale(1, 256, 0x7e00); }},
    {common("M047", "a NaN scale loses its payload and becomes Inf", "", Op::decode, Format::pq2_0),
     [](Model& m) {
       m.half = [](std::uint16_t p) {
         return (p & 0x7c00) == 0x7c00 ? signed_as(p, INFINITY) : right::half(p);
       };
     },
     [](Draft& d) { d.scale(1, 128, 0x7c01); }},
    {common("M048", "exponent 31 is a number like the others", "", Op::decode, Format::tq1_0),
     [](Model& m) {
       m.half = [](std::uint16_t p) {
         if ((p & 0x7c00) != 0x7c00) return right::half(p);
         return signed_as(p, std::ldexp(static_cast<float>((p & 0x3ff) + 0x400), 6));
       };
     },
     [](Draft& d) { d.scale(0, 0, 0x7c00); }},
    {common("M049", "the f16 scale is read as bf16", "1bit-MONSTER#677", Op::decode, Format::t2),
     read_as_bf16},
    {common("M050", "the f16 scale is read as bf16", "1bit-MONSTER 0ac66a18d", Op::decode,
            Format::tq2_0),
     read_as_bf16},
    {common("M051", "the f16 scale is read as bf16", "1bit-MONSTER 0ac66a18d", Op::decode,
            Format::ptq1_0),
     read_as_bf16},
    {common("M052", "the exponent is not rebiased, so 1.0 becomes 2^-112", "1bit-MONSTER 081f8a43f",
            Op::decode, Format::tq1_0),
     [](Model& m) {
       m.half = [](std::uint16_t p) {
         return std::bit_cast<float>((p & 0x8000u) << 16 | (p & 0x7fffu) << 13);
       };
     }},
    {common("M053", "the scale is kept as bf16", "1bit-MONSTER engine#809", Op::decode, Format::t2),
     [](Model& m) {
       m.half = [](std::uint16_t p) {
         return right::bf16(reference::float_to_bf16(right::half(p)));
       };
     }},
    {common("M054", "the sign of the scale is dropped", "", Op::decode, Format::q2_0),
     [](Model& m) { m.half = [](std::uint16_t p) { return std::fabs(right::half(p)); }; },
     [](Draft& d) { d.scale(0, 0, 0xbc00); }},
    {rare("M055", "the scale -0 is read as +0", "onnx/onnx#8227", Op::decode, Format::q2_0),
     [](Model& m) { m.half = [](std::uint16_t p) { return p == 0x8000 ? 0.0f : right::half(p); }; },
     [](Draft& d) { d.scale(1, 64, 0x8000); }},
    {common("M056", "the scale is read big-endian", "llama.cpp#17431", Op::decode, Format::t2),
     big_endian},
    {common("M057", "the scale is read big-endian", "llama.cpp#12851", Op::decode, Format::q2_0),
     big_endian},
    {rare("M058", "one entry of a table of halves is wrong: 0x3c68 is read as 0x3c67", "",
          Op::decode, Format::pq2_0),
     [](Model& m) {
       m.half = [](std::uint16_t p) {
         return right::half(p == 0x3c68 ? std::uint16_t{0x3c67} : p);
       };
     },
     [](Draft& d) { d.scale(0, 0, 0x3c68); }},
    {rare("M059", "one entry of a table of halves is wrong: 0xfbff loses its sign", "", Op::decode,
          Format::tq1_0),
     [](Model& m) {
       m.half = [](std::uint16_t p) { return p == 0xfbff ? 65504.0f : right::half(p); };
     },
     [](Draft& d) { d.scale(0, 0, 0xfbff); }},
    {common("M060", "bf16 answers are cut, not rounded", "Xilinx/mlir-aie#2983", Op::decode,
            Format::t2),
     [](Model& m) {
       m.bf16_word = [](const Weight& w) {
         if (std::isnan(w.value)) return std::uint16_t{0x7fc0};
         return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(w.value) >> 16);
       };
     },
     [](Draft& d) { d.bf16().raw(0, 0, 2).scale(0, 0, 0x3c07); }},
    {common("M061", "bf16 answers round ties away from zero", "huggingface/candle#3629", Op::decode,
            Format::tq2_0),
     [](Model& m) {
       m.bf16_word = [](const Weight& w) {
         if (std::isnan(w.value)) return std::uint16_t{0x7fc0};
         return static_cast<std::uint16_t>((std::bit_cast<std::uint32_t>(w.value) + 0x8000u) >> 16);
       };
     },
     [](Draft& d) { d.bf16().scale(0, 0, 0x3c04); }},
    {rare("M062", "rounding to bf16 by adding 0x7fff makes -0 of a NaN", "", Op::decode,
          Format::tq1_0),
     [](Model& m) {
       m.bf16_word = [](const Weight& w) {
         const auto word = std::bit_cast<std::uint32_t>(w.value);
         return static_cast<std::uint16_t>((word + 0x7fff + (word >> 16 & 1)) >> 16);
       };
     },
     [](Draft& d) { d.bf16().scale(0, 0, 0x7fff); }},
    {common("M063", "a bf16 answer is the code times the scale rounded to bf16",
            "Xilinx/mlir-aie#3442", Op::decode, Format::pb16i),
     [](Model& m) {
       m.bf16_word = [](const Weight& w) {
         const float scale = right::bf16(reference::float_to_bf16(w.scale));
         return reference::float_to_bf16(right::times(w.code, scale));
       };
     },
     [](Draft& d) { d.bf16().raw(0, 0, 7).scale(0, 0, 257).ref(0, -8); }},
    {rarest("M064", "bf16 answers saturate at the largest finite number", "", Op::decode,
            Format::pb16i),
     [](Model& m) {
       m.bf16_word = [](const Weight& w) {
         const std::uint16_t word = reference::float_to_bf16(w.value);
         return std::isfinite(w.value) && (word & 0x7fff) == 0x7f80
                    ? static_cast<std::uint16_t>(word - 1)
                    : word;
       };
     },
     [](Draft& d) {
       d.bf16().every_scale(1).every_ref(0).raw(0, 0, 1).scale(0, 0, 32767).ref(0, 113);
     }},
};

}  // namespace

std::span<const Row> half_rows() { return kHalfRows; }

}  // namespace tritproof::mutants
