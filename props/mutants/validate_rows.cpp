// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "props/mutants/rows.h"

/// validate: classes of scales, what is counted, and how far the counters reach.
namespace tritproof::mutants {
namespace {

template <class Number>
std::uint64_t wraps(Counter, std::uint64_t so_far) {
  return static_cast<Number>(so_far + 1);
}

void nan_missed(Model& m) {
  m.half_classes = [](std::uint16_t p) {
    Classes found = right::half_classes(p);
    found.non_finite = (p & 0x7fff) == 0x7c00;
    return found;
  };
}

void threes_missed(Model& m) {
  m.is_three = [](const At&, int) { return false; };
}

void qh_not_looked_at(Model& m) {
  m.encoder_writes = [](FieldKind kind, std::uint8_t byte) {
    return kind == FieldKind::base3x4 || right::encoder_writes(kind, byte);
  };
}

const Row kValidateRows[] = {
    {common("M215", "reserved codes are not counted", "1bit-MONSTER engine#809", Op::validate,
            Format::t2),
     threes_missed, [](Draft& d) { d.raw(0, 0, 3); }},
    {common("M216", "codes 3 are not counted", "ggml ggml_validate_row_data", Op::validate,
            Format::tq2_0),
     threes_missed, [](Draft& d) { d.raw(0, 0, 3); }},
    {common("M217", "codes 3 are counted as reserved ones", "1bit-MONSTER onebp_format.h",
            Op::validate, Format::q2_0),
     [](Model& m) { m.three_counter = [](const spec::FormatRow&) { return Counter::reserved; }; },
     [](Draft& d) { d.raw(0, 0, 3); }},
    {common("M218", "codes 3 are counted as non-canonical", "", Op::validate, Format::pq2_0),
     [](Model& m) {
       m.three_counter = [](const spec::FormatRow&) { return Counter::non_canonical; };
     },
     [](Draft& d) { d.raw(0, 0, 3); }},
    {common("M219", "code +1 is counted as reserved", "", Op::validate, Format::t2),
     [](Model& m) { m.is_three = [](const At&, int code) { return code >= 1; }; }},
    {common("M220", "reserved codes are counted in the first column of a byte only", "",
            Op::validate, Format::t2),
     [](Model& m) {
       m.is_three = [](const At& at, int code) { return code == 2 && at.c % 4 == 0; };
     },
     [](Draft& d) { d.raw(0, 1, 3); }},
    {common("M221", "a reserved code of t2s is refused, not counted", "1bit-MONSTER S1",
            Op::validate, Format::t2s),
     [](Model& m) { m.refuses_threes = [](Op, Format) { return true; }; },
     [](Draft& d) { d.raw(0, 1, 3); }},
    {common("M222", "an infinite or NaN scale is refused, not counted", "paiml/aprender#2187",
            Op::validate, Format::tq1_0),
     [](Model& m) { m.validate_refuses_non_finite = true; },
     [](Draft& d) { d.scale(0, 0, 0x7c00); }},
    {common("M223", "NaN scales are not counted", "llama.cpp#8661", Op::validate, Format::tq1_0),
     nan_missed, [](Draft& d) { d.scale(0, 0, 0x7e00); }},
    {common("M224", "NaN scales are not counted", "intel/auto-round#1908", Op::validate,
            Format::t2),
     nan_missed, [](Draft& d) { d.scale(0, 0, 0x7c01); }},
    {rare("M225", "infinite scales are not counted", "paiml/aprender#2187", Op::validate,
          Format::tq2_0),
     [](Model& m) {
       m.half_classes = [](std::uint16_t p) {
         Classes found = right::half_classes(p);
         found.non_finite = (p & 0x7fff) > 0x7c00;
         return found;
       };
     },
     [](Draft& d) { d.scale(0, 0, 0x7c00); }},
    {rare("M226", "-Inf is not counted", "paiml/aprender#2187", Op::validate, Format::ptq1_0),
     [](Model& m) {
       m.half_classes = [](std::uint16_t p) {
         return p == 0xfc00 ? Classes{} : right::half_classes(p);
       };
     },
     [](Draft& d) { d.scale(0, 0, 0xfc00); }},
    {rare("M227", "-0 is not counted as zero", "onnx/onnx#8227", Op::validate, Format::q2_0),
     [](Model& m) {
       m.half_classes = [](std::uint16_t p) {
         return p == 0x8000 ? Classes{} : right::half_classes(p);
       };
     },
     [](Draft& d) { d.scale(1, 64, 0x8000); }},
    {rare("M228", "zero is counted as subnormal too", "", Op::validate, Format::pq2_0),
     [](Model& m) {
       m.half_classes = [](std::uint16_t p) {
         Classes found = right::half_classes(p);
         found.subnormal = (p & 0x7c00) == 0;
         return found;
       };
     },
     [](Draft& d) { d.scale(0, 0, 0); }},
    {rare("M229", "the largest subnormal is not counted", "", Op::validate, Format::tq1_0),
     [](Model& m) {
       m.half_classes = [](std::uint16_t p) {
         return (p & 0x7fff) == 0x03ff ? Classes{} : right::half_classes(p);
       };
     },
     [](Draft& d) { d.scale(0, 0, 0x03ff); }},
    {rare("M230", "the least normal is counted as subnormal", "", Op::validate, Format::tq2_0),
     [](Model& m) {
       m.half_classes = [](std::uint16_t p) {
         return (p & 0x7fff) == 0x0400 ? Classes{false, false, true} : right::half_classes(p);
       };
     },
     [](Draft& d) { d.scale(0, 0, 0x8400); }},
    {common("M231", "negative subnormals are not counted", "", Op::validate, Format::ptq1_0),
     [](Model& m) {
       m.half_classes = [](std::uint16_t p) {
         Classes found = right::half_classes(p);
         found.subnormal = found.subnormal && p < 0x8000;
         return found;
       };
     },
     [](Draft& d) { d.scale(0, 0, 0x8001); }},
    {common("M232", "half scales are judged as bf16", "1bit-MONSTER#677", Op::validate, Format::t2),
     [](Model& m) { m.half_classes = right::bf16_classes; },
     [](Draft& d) { d.scale(0, 0, 0x7c00); }},
    {common("M233", "bf16 scales are judged as halves", "", Op::validate, Format::q8),
     [](Model& m) { m.bf16_classes = right::half_classes; },
     [](Draft& d) { d.scale(0, 0, 0x7f00); }},
    {common("M234", "zeros are counted beside the scales", "", Op::validate, Format::q4_1),
     [](Model& m) {
       m.stored_scales = [](const spec::FormatRow& row, Layout layout) {
         auto found = right::stored_scales(row, layout);
         for (std::uint32_t i = 0; i < 256; ++i) found.push_back({512 + 2 * i, 0, 0});
         return found;
       };
     },
     [](Draft& d) { d.byte(512, 0).byte(513, 0); }},
    {common("M235", "M is not counted, only S", "", Op::validate, Format::q4_k),
     [](Model& m) {
       m.stored_scales = [](const spec::FormatRow& row, Layout layout) {
         auto found = right::stored_scales(row, layout);
         std::erase_if(found, [](const ScaleAt& at) { return at.byte >= 4672; });
         return found;
       };
     },
     [](Draft& d) { d.addend(0, 0, 0x7f80); }},
    {common("M236", "multipliers that repeat for 128 k are counted once", "", Op::validate,
            Format::pb16i),
     [](Model& m) {
       m.stored_scales = [](const spec::FormatRow& row, Layout layout) {
         auto found = right::stored_scales(row, layout);
         std::erase_if(found, [](const ScaleAt& at) { return at.c % 128 != 0; });
         return found;
       };
     },
     [](Draft& d) { d.scale(0, 32, 0); }},
    {common("M237", "the scales of the second 128 columns are not counted", "", Op::validate,
            Format::t2),
     [](Model& m) {
       m.stored_scales = [](const spec::FormatRow& row, Layout layout) {
         auto found = right::stored_scales(row, layout);
         std::erase_if(found, [](const ScaleAt& at) { return at.c != 0; });
         return found;
       };
     },
     [](Draft& d) { d.scale(0, 128, 0); }},
    {rarest("M238", "an e_ref below -126 makes the scale subnormal, whatever its multiplier", "",
            Op::validate, Format::pb16i),
     [](Model& m) {
       m.power_classes = [](std::int16_t ms, std::int32_t e) {
         return Classes{false, ms == 0, ms != 0 && e < -126};
       };
     },
     [](Draft& d) { d.every_scale(4096).ref(0, -130); }},
    {rarest("M239", "subnormal products are not counted", "llama.cpp#7843", Op::validate,
            Format::t2s),
     [](Model& m) {
       m.power_classes = [](std::int16_t ms, std::int32_t) {
         return Classes{false, ms == 0, false};
       };
     },
     [](Draft& d) { d.every_scale(1).ref(0, -140); }},
    {rarest("M240", "the scale 2^-126 is counted as subnormal", "", Op::validate, Format::t2s),
     [](Model& m) {
       m.power_classes = [](std::int16_t ms, std::int32_t e) {
         Classes found = right::power_classes(ms, e);
         found.subnormal = ms != 0 && std::fabs(right::power(ms, e)) <= 0x1p-126f;
         return found;
       };
     },
     [](Draft& d) { d.every_scale(1).ref(0, -126); }},
    {rarest("M241", "the count of zero scales wraps above 255", "huggingface/candle#1526",
            Op::validate, Format::tq2_0),
     [](Model& m) {
       m.count_on = [](Counter counter, std::uint64_t so_far) {
         return counter == Counter::zero ? wraps<std::uint8_t>(counter, so_far) : so_far + 1;
       };
     },
     [](Draft& d) { d.units(1, 256).every_scale(0); }},
    {rarest("M242", "the count of zero scales stops at 255", "huggingface/candle#1526",
            Op::validate, Format::pb16i),
     [](Model& m) {
       m.count_on = [](Counter counter, std::uint64_t so_far) {
         return counter == Counter::zero && so_far == 255 ? so_far : so_far + 1;
       };
     },
     [](Draft& d) { d.units(1, 1).every_scale(0); }},
    {rarest("M243", "counts wrap above 65,535", "llama.cpp#18674", Op::validate, Format::t2),
     [](Model& m) { m.count_on = wraps<std::uint16_t>; },
     [](Draft& d) { d.units(1, 8).every_raw(3); }},
    {rarest("M244", "the count of codes 3 wraps above 255", "huggingface/candle#1526", Op::validate,
            Format::q2_0),
     [](Model& m) { m.count_on = wraps<std::uint8_t>; },
     [](Draft& d) { d.units(1, 4).every_raw(3); }},
    {common("M245", "qh bytes are not looked at", "", Op::validate, Format::tq1_0),
     qh_not_looked_at, [](Draft& d) { d.byte(51, 0x01); }},
    {common("M246", "qh bytes are not looked at", "", Op::validate, Format::ptq1_0),
     qh_not_looked_at, [](Draft& d) { d.byte(25, 0x01); }},
    {common("M247", "qh bytes are judged by the list of the qs bytes", "", Op::validate,
            Format::tq1_0),
     [](Model& m) {
       m.encoder_writes = [](FieldKind, std::uint8_t byte) {
         return right::encoder_writes(FieldKind::base3x5, byte);
       };
     },
     [](Draft& d) { d.byte(51, 0x02); }},
    {common("M248", "the digits of a non-canonical byte are counted, not the byte", "",
            Op::validate, Format::ptq1_0),
     [](Model& m) { m.non_canonical_step = 5; }, [](Draft& d) { d.byte(0, 0x01); }},
    {common("M249", "0xed is not in the list of bytes that no encoder writes", "", Op::validate,
            Format::tq1_0),
     [](Model& m) {
       m.encoder_writes = [](FieldKind kind, std::uint8_t byte) {
         return byte == 0xed || right::encoder_writes(kind, byte);
       };
     },
     [](Draft& d) { d.byte(0, 0xed); }},
};

}  // namespace

std::span<const Row> validate_rows() { return kValidateRows; }

}  // namespace tritproof::mutants
