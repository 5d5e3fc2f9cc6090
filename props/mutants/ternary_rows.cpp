// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "codec/reference/numbers.h"
#include "props/mutants/rows.h"

/// decode: what a ternary code means, and its product with the scale.
namespace tritproof::mutants {
namespace {

void three_is_zero(Model& m) {
  m.times = [](int code, float scale) { return code == 2 ? 0.0f : right::times(code, scale); };
}

void zero_without_sign(Model& m) {
  m.times = [](int code, float scale) { return right::times(code, scale) + 0.0f; };
}

void zero_without_product(Model& m) {
  m.times = [](int code, float scale) { return code == 0 ? 0.0f : right::times(code, scale); };
}

void digits_by_division(Model& m) {
  m.code = [](FieldKind, std::uint8_t byte, unsigned position) {
    constexpr int power[] = {1, 3, 9, 27, 81};
    return byte / power[position] % 3 - 1;
  };
}

void digits_rounded(Model& m) {
  m.code = [](FieldKind, std::uint8_t byte, unsigned position) {
    constexpr unsigned power[] = {1, 3, 9, 27, 81};
    return static_cast<int>(((byte * power[position] & 255) * 3 + 128) / 256) - 1;
  };
}

void qh_as_two_bits(Model& m) {
  m.code = [](FieldKind kind, std::uint8_t byte, unsigned position) {
    if (kind != FieldKind::base3x4) return right::code(kind, byte, position);
    return (byte >> 2 * position & 3) - 1;
  };
}

void non_canonical_is_zero(Model& m) {
  m.code = [](FieldKind kind, std::uint8_t byte, unsigned position) {
    return right::encoder_writes(kind, byte) ? right::code(kind, byte, position) : 0;
  };
}

const Row kTernaryRows[] = {
    {common("M001", "a reserved code decodes as +2 times the scale", "1bit-MONSTER engine#809",
            Op::decode, Format::t2),
     [](Model& m) { m.reserved = [](float scale) { return 2.0f * scale; }; },
     [](Draft& d) { d.raw(0, 0, 3); }},
    {common("M002", "a reserved code decodes as -1 times the scale", "", Op::decode, Format::t2),
     [](Model& m) { m.reserved = [](float scale) { return -scale; }; },
     [](Draft& d) { d.raw(5, 200, 3); }},
    {common("M003", "a reserved code decodes as +1 times the scale", "", Op::decode, Format::t2),
     [](Model& m) { m.reserved = [](float scale) { return scale; }; },
     [](Draft& d) { d.raw(63, 511, 3); }},
    {common("M004", "a reserved code is 0 times the scale: -0 or NaN under some",
            "1bit-MONSTER engine#809", Op::decode, Format::t2),
     [](Model& m) { m.reserved = [](float scale) { return 0.0f * scale; }; },
     [](Draft& d) { d.raw(1, 0, 3).scale(1, 0, 0xbc00); }},
    {common("M005", "a reserved code under a NaN scale decodes as NaN", "", Op::decode, Format::t2),
     [](Model& m) { m.reserved = [](float scale) { return std::isnan(scale) ? scale : 0.0f; }; },
     [](Draft& d) { d.raw(1, 0, 3).scale(1, 0, 0x7e00); }},
    {common("M006", "a reserved code decodes as -0", "almide/almide#1358", Op::decode, Format::t2),
     [](Model& m) { m.reserved = [](float) { return -0.0f; }; }, [](Draft& d) { d.raw(1, 0, 3); }},
    {common("M007", "code 3 decodes as 0", "1bit-MONSTER bitnet_gguf_gemv.hip", Op::decode,
            Format::tq2_0),
     three_is_zero, [](Draft& d) { d.raw(0, 9, 3); }},
    {common("M008", "code 3 decodes as 0", "1bit-MONSTER gguf_reader, id 42", Op::decode,
            Format::q2_0),
     three_is_zero, [](Draft& d) { d.raw(1, 70, 3); }},
    {common("M009", "code 3 decodes as 0", "1bit-MONSTER onebp_format.h", Op::decode,
            Format::pq2_0),
     three_is_zero, [](Draft& d) { d.raw(1, 255, 3); }},
    {common("M010", "code 3 is clamped to +1", "", Op::decode, Format::tq2_0),
     [](Model& m) {
       m.times = [](int code, float scale) { return right::times(std::min(code, 1), scale); };
     },
     [](Draft& d) { d.raw(0, 255, 3); }},
    {common("M011", "two bits are read as two's complement", "", Op::decode, Format::q2_0),
     [](Model& m) {
       m.code = [](FieldKind, std::uint8_t byte, unsigned shift) {
         return ((byte >> shift & 3) ^ 2) - 2;
       };
     }},
    {common("M012", "1 is subtracted from a code twice", "microsoft/BitNet#610", Op::decode,
            Format::pq2_0),
     [](Model& m) {
       m.code = [](FieldKind kind, std::uint8_t byte, unsigned shift) {
         return right::code(kind, byte, shift) - 1;
       };
     }},
    {common("M013", "1 is never subtracted from a code", "1bit-MONSTER#704", Op::decode,
            Format::tq2_0),
     [](Model& m) {
       m.code = [](FieldKind, std::uint8_t byte, unsigned shift) { return byte >> shift & 3; };
     }},
    {common("M014", "-1 and +1 are exchanged", "", Op::decode, Format::t2),
     [](Model& m) {
       m.times = [](int code, float scale) { return static_cast<float>(-code) * scale; };
     }},
    {common("M015", "the code is divided by the scale", "microsoft/BitNet#616", Op::decode,
            Format::q2_0),
     [](Model& m) {
       m.times = [](int code, float scale) { return static_cast<float>(code) / scale; };
     }},
    {common("M016", "+2 is made by adding 1 to the exponent bits of the half", "kekzl/imp#808",
            Op::decode, Format::tq2_0),
     [](Model& m) {
       m.times = [](int code, float scale) {
         if (code != 2) return right::times(code, scale);
         const std::uint16_t half = reference::float_to_half(scale);
         return right::half(static_cast<std::uint16_t>(half + 0x400));
       };
     },
     [](Draft& d) { d.raw(0, 3, 3).scale(0, 0, 0x0001); }},
    {common("M017", "zeros lose their sign", "onnx/onnx#8227", Op::decode, Format::t2),
     zero_without_sign, [](Draft& d) { d.raw(0, 0, 1).scale(0, 0, 0xbc00); }},
    {common("M018", "zeros lose their sign", "almide/almide#1377", Op::decode, Format::tq1_0),
     zero_without_sign, [](Draft& d) { d.raw(0, 0, 1).scale(0, 0, 0xbc00); }},
    {common("M019", "code 0 skips the product, so under Inf and NaN it stays 0", "", Op::decode,
            Format::tq2_0),
     zero_without_product, [](Draft& d) { d.scale(0, 0, 0x7c00); }},
    {common("M020", "code 0 skips the product, so under Inf and NaN it stays 0", "", Op::decode,
            Format::ptq1_0),
     zero_without_product, [](Draft& d) { d.scale(1, 0, 0xfe00); }},
    {rare("M021", "code 0 under +Inf alone is 0", "", Op::decode, Format::q2_0),
     [](Model& m) {
       m.times = [](int code, float scale) {
         return code == 0 && scale == INFINITY ? 0.0f : right::times(code, scale);
       };
     },
     [](Draft& d) { d.scale(0, 64, 0x7c00); }},
    {rare("M022", "code 0 under the scale -0 is +0", "almide/almide#1358", Op::decode,
          Format::tq1_0),
     [](Model& m) {
       m.times = [](int code, float scale) {
         return code == 0 && scale == 0 ? 0.0f : right::times(code, scale);
       };
     },
     [](Draft& d) { d.scale(1, 256, 0x8000); }},
    {rare("M023", "code -1 under the scale +0 is +0", "almide/almide#1377", Op::decode,
          Format::pq2_0),
     [](Model& m) {
       m.times = [](int code, float scale) {
         return code == -1 && scale == 0 ? 0.0f : right::times(code, scale);
       };
     },
     [](Draft& d) { d.scale(1, 128, 0x0000); }},
    {common("M024", "a digit is byte / 3^n mod 3, least significant first",
            "1bit-MONSTER bitnet_gguf_gemv.hip", Op::decode, Format::tq1_0),
     digits_by_division},
    {common("M025", "a digit is byte / 3^n mod 3, least significant first",
            "1bit-MONSTER bitnet_gguf_gemv.hip", Op::decode, Format::ptq1_0),
     digits_by_division},
    {common("M026", "a digit is rounded, not cut", "", Op::decode, Format::tq1_0), digits_rounded},
    {common("M027", "a digit is rounded, not cut", "", Op::decode, Format::ptq1_0), digits_rounded},
    {common("M028", "qh holds four 2-bit codes", "1bit-MONSTER bitnet_gguf_gemv.hip", Op::decode,
            Format::tq1_0),
     qh_as_two_bits},
    {common("M029", "qh holds four 2-bit codes", "1bit-MONSTER bitnet_gguf_gemv.hip", Op::decode,
            Format::ptq1_0),
     qh_as_two_bits},
    {common("M030", "bytes that no encoder writes decode as zeros", "", Op::decode, Format::tq1_0),
     non_canonical_is_zero, [](Draft& d) { d.byte(0, 0x01); }},
    {common("M031", "qs byte 0xed decodes as the byte above it", "", Op::decode, Format::tq1_0),
     [](Model& m) {
       m.code = [](FieldKind kind, std::uint8_t byte, unsigned position) {
         const bool odd = kind == FieldKind::base3x5 && byte == 0xed;
         return right::code(kind, odd ? std::uint8_t{0xee} : byte, position);
       };
     },
     [](Draft& d) { d.byte(47, 0xed); }},
    {common("M032", "reserved codes are decoded, not refused", "1bit-MONSTER engine#809",
            Op::decode, Format::t2s),
     [](Model& m) { m.refuses_threes = [](Op, Format) { return false; }; },
     [](Draft& d) { d.raw(31, 255, 3); }},
    {common("M033", "a reserved code of a t2 tensor is refused", "", Op::decode, Format::t2),
     [](Model& m) { m.refuses_threes = [](Op, Format) { return true; }; },
     [](Draft& d) { d.raw(31, 255, 3); }},
};

}  // namespace

std::span<const Row> ternary_rows() { return kTernaryRows; }

}  // namespace tritproof::mutants
