// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstdlib>

#include "props/mutants/rows.h"

/// encode: how codes and scales become bytes, and which codes are refused.
namespace tritproof::mutants {
namespace {

void number_floored(Model& m) {
  m.base3_byte = [](unsigned number) { return static_cast<std::uint8_t>(number * 256 / 243); };
}

void number_rounded(Model& m) {
  m.base3_byte = [](unsigned number) {
    return static_cast<std::uint8_t>((number * 256 + 121) / 243);
  };
}

void qh_not_tripled(Model& m) {
  m.base3_number = [](const std::array<unsigned, 5>& digits, unsigned count) {
    return right::base3_number(digits, count) / (count == 4 ? 3 : 1);
  };
}

void least_digit_first(Model& m) {
  m.base3_number = [](const std::array<unsigned, 5>& digits, unsigned count) {
    std::array<unsigned, 5> turned{};
    std::reverse_copy(digits.begin(), digits.begin() + count, turned.begin());
    return right::base3_number(turned, count);
  };
}

void subnormals_flushed(Model& m) {
  m.stored = [](std::uint16_t p) {
    return (p & 0x7c00) == 0 ? static_cast<std::uint16_t>(p & 0x8000) : p;
  };
}

const Row kEncodeRows[] = {
    {common("M250", "a base-3 byte is cut, not raised", "", Op::encode, Format::tq1_0),
     number_floored},
    {common("M251", "a base-3 byte is cut, not raised", "", Op::encode, Format::ptq1_0),
     number_floored},
    {common("M252", "a base-3 byte is rounded to the nearest", "", Op::encode, Format::tq1_0),
     number_rounded},
    {common("M253", "a base-3 byte is rounded to the nearest", "", Op::encode, Format::ptq1_0),
     number_rounded},
    {common("M254", "a base-3 byte is the number itself", "1bit-MONSTER bitnet_gguf_gemv.hip",
            Op::encode, Format::tq1_0),
     [](Model& m) {
       m.base3_byte = [](unsigned number) { return static_cast<std::uint8_t>(number); };
     }},
    {common("M255", "the number of a qh byte is not multiplied by 3", "", Op::encode,
            Format::tq1_0),
     qh_not_tripled},
    {common("M256", "the number of a qh byte is not multiplied by 3", "", Op::encode,
            Format::ptq1_0),
     qh_not_tripled},
    {common("M257", "the first element is the least digit", "1bit-MONSTER bitnet_gguf_gemv.hip",
            Op::encode, Format::tq1_0),
     least_digit_first},
    {common("M258", "the first element is the least digit", "sparkinfer#1124", Op::encode,
            Format::ptq1_0),
     least_digit_first},
    {common("M259", "all-minus bytes are written as 0x01", "", Op::encode, Format::ptq1_0),
     [](Model& m) {
       m.base3_byte = [](unsigned number) {
         return static_cast<std::uint8_t>((number * 256 + 243) / 243);
       };
     },
     [](Draft& d) { d.every_raw(-1); }},
    {common("M260", "one entry of the table of bytes is wrong: five zeros give 0x7f", "",
            Op::encode, Format::tq1_0),
     [](Model& m) {
       m.base3_byte = [](unsigned number) {
         return number == 121 ? std::uint8_t{0x7f} : right::base3_byte(number);
       };
     },
     [](Draft& d) { d.every_raw(0); }},
    {common("M261", "codes are written as two's complement", "", Op::encode, Format::t2),
     [](Model& m) {
       m.code_bits = [](FieldKind, int code) { return static_cast<unsigned>(code) & 3u; };
     }},
    {common("M262", "int4 codes are written excess-8", "1bit-MONSTER 0be27e70a", Op::encode,
            Format::pb16i),
     [](Model& m) {
       m.code_bits = [](FieldKind, int code) { return static_cast<unsigned>(code + 8); };
     }},
    {common("M263", "-1 is written as 9, sign and magnitude", "", Op::encode, Format::pb16i),
     [](Model& m) {
       m.code_bits = [](FieldKind, int code) {
         return code < 0 ? 9u : static_cast<unsigned>(code);
       };
     }},
    {common("M264", "four neighbours share a byte", "llama.cpp#28769", Op::encode, Format::tq2_0),
     [](Model& m) { m.site = [](const At& at) {
                      return Site{at.c / 4, 2 * (at.c % 4)};
                    }; }},
    {common("M265", "the first element of a byte has its highest bits", "", Op::encode,
            Format::q2_0),
     [](Model& m) {
       m.site = [](const At& at) { return Site{2 + at.c / 4, 6 - 2 * (at.c % 4)}; };
     }},
    {common("M266", "scale patterns are taken column by column", "1bit-MONSTER 2bd3b6a57",
            Op::encode, Format::q2_0),
     [](Model& m) {
       m.pattern_index = [](const At& at, std::uint32_t group) {
         return at.k / group * at.whole.n + at.n;
       };
     }},
    {common("M267", "the first scale of a row serves all its groups", "PrismML-Eng/llama.cpp#148",
            Op::encode, Format::t2),
     [](Model& m) {
       m.pattern_index = [](const At& at, std::uint32_t group) {
         return at.n * (at.whole.k / group);
       };
     }},
    {common("M268", "the scale is written big-endian", "llama.cpp#3298", Op::encode, Format::pq2_0),
     [](Model& m) {
       m.store16 = [](std::span<std::uint8_t> bytes, std::uint64_t at, std::uint16_t word) {
         right::store16(bytes, at, std::byteswap(word));
       };
     }},
    {common("M269", "subnormal scales are written as 0", "surogate#162", Op::encode, Format::tq1_0),
     subnormals_flushed, [](Draft& d) { d.scale(0, 0, 0x03ff); }},
    {common("M270", "subnormal scales are written as 0", "surogate#162", Op::encode, Format::t2),
     subnormals_flushed, [](Draft& d) { d.scale(0, 0, 0x8001); }},
    {common("M271", "every NaN scale is written as 0x7e00", "", Op::encode, Format::q2_0),
     [](Model& m) {
       m.stored = [](std::uint16_t p) { return (p & 0x7fff) > 0x7c00 ? std::uint16_t{0x7e00} : p; };
     },
     [](Draft& d) { d.scale(0, 0, 0x7e01); }},
    {common("M272", "a signalling NaN is written as a quiet one", "", Op::encode, Format::tq2_0),
     [](Model& m) {
       m.stored = [](std::uint16_t p) {
         return (p & 0x7fff) > 0x7c00 ? static_cast<std::uint16_t>(p | 0x200) : p;
       };
     },
     [](Draft& d) { d.scale(0, 0, 0x7c01); }},
    {rare("M273", "the scale -0 is written as +0", "onnx/onnx#8227", Op::encode, Format::tq1_0),
     [](Model& m) {
       m.stored = [](std::uint16_t p) { return p == 0x8000 ? std::uint16_t{0} : p; };
     },
     [](Draft& d) { d.scale(1, 256, 0x8000); }},
    {rare("M274", "an infinite scale is written as 65504", "", Op::encode, Format::pq2_0),
     [](Model& m) {
       m.stored = [](std::uint16_t p) {
         return (p & 0x7fff) == 0x7c00 ? static_cast<std::uint16_t>(p - 1) : p;
       };
     },
     [](Draft& d) { d.scale(1, 128, 0xfc00); }},
    {rare("M275", "the scale 0x0001 is written as 0", "surogate#162", Op::encode, Format::ptq1_0),
     [](Model& m) {
       m.stored = [](std::uint16_t p) { return p == 0x0001 ? std::uint16_t{0} : p; };
     },
     [](Draft& d) { d.scale(1, 128, 0x0001); }},
    {common("M276", "an infinite or NaN scale is refused, not copied", "llama.cpp#7311", Op::encode,
            Format::tq2_0),
     [](Model& m) { m.encode_refuses_non_finite = true; }, [](Draft& d) { d.scale(0, 0, 0x7c00); }},
    {rarest("M277", "code 2 is packed as the reserved pattern", "1bit-MONSTER engine#809",
            Op::encode, Format::t2),
     [](Model& m) { m.is_ternary = [](int code) { return code >= -1 && code <= 2; }; },
     [](Draft& d) { d.raw(0, 0, 2); }},
    {rarest("M278", "codes of magnitude 2 are packed by their two lowest bits", "", Op::encode,
            Format::tq2_0),
     [](Model& m) {
       m.is_ternary = [](int code) { return std::abs(code) <= 2; };
       m.code_bits = [](FieldKind, int code) { return static_cast<unsigned>(code + 1) & 3u; };
     },
     [](Draft& d) { d.raw(0, 0, -2); }},
    {rarest("M279", "-128 passes for ternary: its magnitude overflows a byte", "", Op::encode,
            Format::t2s),
     [](Model& m) {
       m.is_ternary = [](int code) { return static_cast<std::int8_t>(std::abs(code)) <= 1; };
       m.code_bits = [](FieldKind, int code) { return static_cast<unsigned>(code + 1) & 3u; };
     },
     [](Draft& d) { d.raw(0, 0, -128); }},
    {rarest("M280", "codes beyond one are clamped, not refused", "1bit-MONSTER#704", Op::encode,
            Format::tq1_0),
     [](Model& m) {
       m.is_ternary = [](int) { return true; };
       m.code_bits = [](FieldKind, int code) {
         return static_cast<unsigned>(std::clamp(code, -1, 1) + 1);
       };
     },
     [](Draft& d) { d.raw(0, 7, 5); }},
    {rarest("M281", "the last code of 128 is not looked at", "", Op::encode, Format::pq2_0),
     [](Model& m) {
       // What is not refused must still fit its two bits.
       m.noted = [](RefusalName, const Place& place) { return place.byte % 128 != 127; };
       m.code_bits = [](FieldKind, int code) { return static_cast<unsigned>(code + 1) & 3u; };
     },
     [](Draft& d) { d.raw(1, 255, 7); }},
};

}  // namespace

std::span<const Row> encode_rows() { return kEncodeRows; }

}  // namespace tritproof::mutants
