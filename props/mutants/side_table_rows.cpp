// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>

#include "props/mutants/rows.h"

/// What is refused of side tables (PB16I-6) and of reserved codes in a stream (T2S-3), and how.
namespace tritproof::mutants {
namespace {

void bit_not_told(Model& m) {
  m.code_place = [](const Place& place, std::uint64_t offset) {
    return Place{offset + place.byte, 0, place.n, place.k};
  };
}

void count_of_places(Model& m) {
  m.total = [](std::uint64_t count) { return std::min<std::uint64_t>(count, 8); };
}

void places_by_element(Model& m) {
  m.earlier = [](const Place& a, const Place& b) { return a.n != b.n ? a.n < b.n : a.k < b.k; };
}

const Row kSideTableRows[] = {
    {common("M196", "an e_ref out of range is not refused", "", Op::decode, Format::pb16i),
     [](Model& m) { m.ref_checked = false; }, [](Draft& d) { d.ref(3, 200); }},
    {common("M197", "an e_ref out of range is not refused", "", Op::validate, Format::t2s),
     [](Model& m) { m.ref_checked = false; }, [](Draft& d) { d.ref(3, -200); }},
    {common("M198", "multipliers that e_ref takes out of range are counted, not features", "",
            Op::decode, Format::pb16i),
     [](Model& m) { m.ref_counts_features = false; }, [](Draft& d) { d.ref(3, 200); }},
    {common("M199", "the place of an e_ref is counted from the side table's start", "", Op::decode,
            Format::t2s),
     [](Model& m) { m.ref_byte = [](std::uint64_t, std::uint64_t n) { return 4 * n; }; },
     [](Draft& d) { d.ref(3, 200); }},
    {rarest("M200", "a scale of 2^127 is refused", "", Op::decode, Format::pb16i),
     [](Model& m) {
       m.exact_power = [](std::int16_t ms, std::int32_t e) {
         return right::exact_power(ms, e) && std::fabs(right::power(ms, e)) < 0x1p127f;
       };
     },
     [](Draft& d) { d.every_scale(1).ref(0, 127); }},
    {rarest("M201", "a subnormal float scale is refused", "llama.cpp#7843", Op::decode,
            Format::t2s),
     [](Model& m) {
       m.exact_power = [](std::int16_t ms, std::int32_t e) {
         const float scale = std::fabs(right::power(ms, e));
         return right::exact_power(ms, e) && (scale == 0 || scale >= 0x1p-126f);
       };
     },
     [](Draft& d) { d.every_scale(1).ref(0, -149); }},
    {rarest("M202", "an e_ref below -149 is refused though the multiplier makes up for it", "",
            Op::validate, Format::pb16i),
     [](Model& m) {
       m.exact_power = [](std::int16_t ms, std::int32_t e) {
         return right::exact_power(ms, e) && (ms == 0 || e >= -149);
       };
     },
     [](Draft& d) { d.every_scale(2).ref(0, -150); }},
    {rarest("M203", "a multiplier 0 under a huge e_ref is refused", "", Op::decode, Format::t2s),
     [](Model& m) {
       m.exact_power = [](std::int16_t ms, std::int32_t e) {
         return right::exact_power(ms == 0 ? std::int16_t{1} : ms, e);
       };
     },
     [](Draft& d) { d.every_scale(0).ref(0, 128); }},
    {rarest("M204", "the magnitude of the multiplier -32768 overflows where ranges are judged", "",
            Op::decode, Format::pb16i),
     [](Model& m) {
       m.exact_power = [](std::int16_t ms, std::int32_t e) {
         return ms == -32768 ? e >= -149 && e <= 127 : right::exact_power(ms, e);
       };
     },
     [](Draft& d) { d.every_scale(0x8000).ref(0, -164); }},
    {rarest("M205", "a scale that rounds to a finite float is not refused", "", Op::decode,
            Format::pb16i),
     [](Model& m) {
       m.exact_power = [](std::int16_t ms, std::int32_t e) {
         const float scale = right::power(ms, e);
         return ms == 0 || (scale != 0 && std::isfinite(scale));
       };
     },
     [](Draft& d) { d.every_scale(3).ref(0, -150); }},
    {rarest("M206", "only the first 512 columns are asked whether e_ref fits", "", Op::decode,
            Format::t2s),
     [](Model& m) { m.ref_looks_at = [](const At& at) { return at.k < 512; }; },
     [](Draft& d) { d.units(1, 3).every_scale(1).ref(0, 127).scale(0, 640, 2); }},
    {common("M207", "the count of reserved codes is that of the places named", "1bit-MONSTER S1",
            Op::decode, Format::t2s),
     count_of_places, [](Draft& d) { d.every_raw(3); }},
    {common("M208", "reserved codes are told in order of n and k, not of bytes", "", Op::decode,
            Format::t2s),
     places_by_element, [](Draft& d) { d.raw(0, 16, 3).raw(1, 0, 3); }},
    {common("M209", "the bit of a reserved code is not told", "", Op::decode, Format::t2s),
     bit_not_told, [](Draft& d) { d.raw(3, 0, 3); }},
    {common("M210", "the place of a reserved code is counted from its tile", "", Op::decode,
            Format::t2s),
     [](Model& m) { m.code_place = [](const Place& place, std::uint64_t) { return place; }; },
     [](Draft& d) { d.raw(3, 300, 3); }},
    {common("M211", "a reserved code in the highest bits of a byte is missed", "", Op::decode,
            Format::t2s),
     [](Model& m) {
       m.is_three = [](const At& at, int code) { return code == 2 && at.r % 4 != 3; };
     },
     [](Draft& d) { d.raw(3, 300, 3); }},
    {rarest("M212", "a single reserved code in a third tile is missed", "", Op::decode,
            Format::t2s),
     [](Model& m) { m.is_three = [](const At& at, int code) { return code == 2 && at.k < 512; }; },
     [](Draft& d) { d.units(1, 3).raw(3, 600, 3); }},
    {common("M213", "reserved codes come before the side table", "", Op::decode, Format::t2s),
     [](Model& m) {
       m.rank = [](RefusalName name) {
         return name == RefusalName::ReservedCode ? -1 : right::rank(name);
       };
     },
     [](Draft& d) { d.raw(3, 0, 3).ref(0, 200); }},
    {common("M214", "more than eight places are named", "", Op::decode, Format::t2s),
     [](Model& m) { m.most_places = 9; }, [](Draft& d) { d.every_raw(3); }},
};

}  // namespace

std::span<const Row> side_table_rows() { return kSideTableRows; }

}  // namespace tritproof::mutants
