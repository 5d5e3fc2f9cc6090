// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "codec/reference/numbers.h"
#include "props/mutants/rows.h"

/// decode of q4_1, q4_k and q8: codes, levels and the order of roundings.
namespace tritproof::mutants {
namespace {

void other_layout_ignored(Model& m) {
  m.site = [](const At& at) {
    At standard = at;
    standard.layout = Layout::standard;
    return right::site(standard);
  };
}

const Row kWideRows[] = {
    {common("M087", "nibbles are signed", "1bit-MONSTER 8c72453c4", Op::decode, Format::q4_1),
     [](Model& m) { m.kind = [](const At&, std::uint32_t) { return FieldKind::int4; }; }},
    {common("M088", "the other layout's nibbles are unsigned",
            "1bit-MONSTER dequant_q4nx.cpp (Zaya)", Op::decode, Format::q4_1),
     [](Model& m) { m.kind = [](const At&, std::uint32_t) { return FieldKind::uint4; }; },
     [](Draft& d) { d.other_layout(); }},
    {common("M089", "the other layout's scales are looked for where the first has them",
            "1bit-MONSTER dequant_q4nx.cpp (Zaya)", Op::decode, Format::q4_1),
     [](Model& m) {
       m.scale_byte = [](const At& at) {
         At standard = at;
         standard.layout = Layout::standard;
         return right::scale_byte(standard);
       };
     },
     [](Draft& d) { d.other_layout(); }},
    {common("M090", "scales are row-major, as in the other layout",
            "1bit-MONSTER dequant_q4nx.cpp (Qwen3)", Op::decode, Format::q4_1),
     [](Model& m) { m.scale_byte = [](const At& at) { return 2 * (8 * at.r + at.c / 32); }; }},
    {common("M091", "scales begin after a header of six bytes", "1bit-MONSTER c476bd63a",
            Op::decode, Format::q4_1),
     [](Model& m) { m.scale_byte = [](const At& at) { return 6 + right::scale_byte(at); }; }},
    {common("M092", "the zero is subtracted from the code before the product", "", Op::decode,
            Format::q4_1),
     [](Model& m) {
       m.affine = [](int code, float scale, float zero) {
         return (static_cast<float>(code) - zero) * scale;
       };
     }},
    {common("M093", "the zero is subtracted from the product", "", Op::decode, Format::q4_1),
     [](Model& m) {
       m.affine = [](int code, float scale, float zero) {
         return static_cast<float>(code) * scale - zero;
       };
     }},
    {common("M094", "product and sum are fused", "llama.cpp#8939", Op::decode, Format::q4_1),
     [](Model& m) {
       m.affine = [](int code, float scale, float zero) {
         return std::fma(static_cast<float>(code), scale, zero);
       };
     },
     [](Draft& d) { d.raw(0, 0, 2).scale(0, 0, 0x7f00).addend(0, 0, 0xff00); }},
    {common("M095", "zeros begin where the scales' second half does", "1bit-MONSTER 2bd3b6a57",
            Op::decode, Format::q4_1),
     [](Model& m) { m.addend_byte = [](const At& at) { return 256 + right::scale_byte(at); }; }},
    {common("M096", "scale times code comes before S", "llama.cpp#8939", Op::decode, Format::q4_k),
     [](Model& m) {
       m.two_level = [](const TwoLevel& p) {
         const float product = p.big_scale * static_cast<float>(p.scale * p.code);
         return product + p.big_min * static_cast<float>(p.min);
       };
     },
     [](Draft& d) { d.scale(0, 0, 0x7f7f).byte(0, 255).raw(0, 0, 0); }},
    {common("M097", "M*min is fused into the sum", "llama.cpp#8939", Op::decode, Format::q4_k),
     [](Model& m) {
       m.two_level = [](const TwoLevel& p) {
         const float scale = p.big_scale * static_cast<float>(p.scale);
         const float product = scale * static_cast<float>(p.code);
         return std::fma(p.big_min, static_cast<float>(p.min), product);
       };
     },
     [](Draft& d) {
       d.scale(0, 0, 0x7f00).byte(0, 1).raw(0, 0, 1).addend(0, 0, 0xff00).byte(256, 2);
     }},
    {common("M098", "scale bytes are signed", "1bit-MONSTER 8c72453c4", Op::decode, Format::q4_k),
     [](Model& m) {
       m.level = [](std::uint8_t byte) { return static_cast<int>(static_cast<std::int8_t>(byte)); };
     }},
    {common("M099", "minimum bytes are signed", "1bit-MONSTER 8c72453c4", Op::decode, Format::q4_k),
     [](Model& m) {
       m.minimum = [](std::uint8_t byte) {
         return static_cast<int>(static_cast<std::int8_t>(byte));
       };
     }},
    {common("M100", "scale bytes keep six bits, as in the K-quant", "", Op::decode, Format::q4_k),
     [](Model& m) { m.level = [](std::uint8_t byte) { return byte & 63; }; }},
    {common("M101", "M*min is subtracted, as in the K-quant", "", Op::decode, Format::q4_k),
     [](Model& m) {
       m.two_level = [](const TwoLevel& p) {
         return right::two_level({p.big_scale, p.scale, -p.big_min, p.min, p.code});
       };
     }},
    {common("M102", "S and M change places", "", Op::decode, Format::q4_k),
     [](Model& m) {
       m.scale_byte = [](const At& at) { return 4672 + 2 * at.r; };
       m.addend_byte = [](const At& at) { return 4608 + 2 * at.r; };
     }},
    {common("M103", "scale bytes are indexed by row first", "1bit-MONSTER 2bd3b6a57", Op::decode,
            Format::q4_k),
     [](Model& m) { m.level_byte = [](const At& at) { return 8 * at.r + at.c / 32; }; }},
    {common("M104", "the code byte is unsigned", "1bit-MONSTER 8c72453c4", Op::decode, Format::q8),
     [](Model& m) {
       m.code = [](FieldKind, std::uint8_t byte, unsigned) { return static_cast<int>(byte); };
     }},
    {common("M105", "-128 is clipped to -127", "", Op::decode, Format::q8),
     [](Model& m) {
       m.code = [](FieldKind, std::uint8_t byte, unsigned) {
         return std::max<int>(static_cast<std::int8_t>(byte), -127);
       };
     }},
    {common("M106", "the other layout is read as the first", "1bit-MONSTER engine docs/npu.md",
            Op::decode, Format::q8),
     other_layout_ignored, [](Draft& d) { d.other_layout(); }},
    {common("M107", "the first layout is read as the other", "1bit-MONSTER engine docs/npu.md",
            Op::decode, Format::q8),
     [](Model& m) {
       m.site = [](const At& at) {
         At other = at;
         other.layout = Layout::other;
         return right::site(other);
       };
     }},
    {common("M108", "tiles are 5,120 bytes apart, as q4_1's are", "1bit-MONSTER 2bd3b6a57",
            Op::decode, Format::q8),
     [](Model& m) {
       m.unit_offset = [](const At& at) { return right::unit_offset(at) / 8704 * 5120; };
     }},
    {common("M109", "subnormal bf16 scales are taken as 0", "llama.cpp#7843", Op::decode,
            Format::q8),
     [](Model& m) {
       m.bf16 = [](std::uint16_t p) { return (p & 0x7f80) == 0 ? 0.0f : right::bf16(p); };
     },
     [](Draft& d) { d.scale(0, 0, 0x0040); }},
    {common("M110", "a product that overflows stays finite", "", Op::decode, Format::q8),
     [](Model& m) {
       m.times = [](int code, float scale) {
         const float product = right::times(code, scale);
         return std::isinf(product) && std::isfinite(scale)
                    ? std::copysign(0x1.fffffep127f, product)
                    : product;
       };
     },
     [](Draft& d) { d.scale(0, 0, 0x7f00).raw(0, 0, 2); }},
    {common("M111", "a bf16 answer is the code times the scale's first byte", "", Op::decode,
            Format::q8),
     [](Model& m) {
       m.bf16_word = [](const Weight& w) {
         const float cut =
             right::bf16(static_cast<std::uint16_t>(reference::float_to_bf16(w.scale) & 0xff00));
         return reference::float_to_bf16(right::times(w.code, cut));
       };
     },
     [](Draft& d) { d.bf16(); }},
    {common("M112", "bf16 answers round down, the register's default", "Xilinx/mlir-aie#3587",
            Op::decode, Format::q4_k),
     [](Model& m) {
       m.bf16_word = [](const Weight& w) {
         const std::uint16_t word = reference::float_to_bf16(w.value);
         const bool above = right::bf16(word) > w.value;
         return above && w.value > 0 ? static_cast<std::uint16_t>(word - 1)
                : above              ? static_cast<std::uint16_t>(word + 1)
                                     : word;
       };
     },
     [](Draft& d) { d.bf16(); }},
    {common("M113", "scales serve 64 columns, not 32", "", Op::decode, Format::q4_1),
     [](Model& m) {
       m.scale_byte = [](const At& at) {
         At first = at;
         first.c = at.c / 64 * 64;
         return right::scale_byte(first);
       };
     }},
};

}  // namespace

std::span<const Row> wide_rows() { return kWideRows; }

}  // namespace tritproof::mutants
