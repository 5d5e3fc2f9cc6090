// SPDX-License-Identifier: Apache-2.0
#include "props/mutants/rows.h"

/// expand: the map from two bits to four, the order of what comes out, and refusals.
namespace tritproof::mutants {
namespace {

const Row kExpandRows[] = {
    {common("M333", "raw codes are widened as they are", "microsoft/BitNet#610", Op::expand,
            Format::t2s),
     [](Model& m) { m.widen = [](unsigned raw) { return raw; }; }},
    {common("M334", "the map is negated: 0, 1, 2 give 1, 0, 15", "", Op::expand, Format::t2s),
     [](Model& m) { m.widen = [](unsigned raw) { return (17 - raw) % 16; }; }},
    {common("M335", "codes are widened excess-8", "1bit-MONSTER 0be27e70a", Op::expand,
            Format::t2s),
     [](Model& m) { m.widen = [](unsigned raw) { return (raw + 7) % 16; }; }},
    {common("M336", "-1 becomes 9, sign and magnitude", "", Op::expand, Format::t2s),
     [](Model& m) { m.widen = [](unsigned raw) { return raw == 0 ? 9 : right::widen(raw); }; }},
    {common("M337", "-1 is clipped to 0", "1bit-MONSTER#704", Op::expand, Format::t2s),
     [](Model& m) { m.widen = [](unsigned raw) { return raw == 0 ? 0 : raw - 1; }; }},
    {common("M338", "the two nibbles of a byte change places", "1bit-MONSTER 0be27e70a", Op::expand,
            Format::t2s),
     [](Model& m) {
       m.nibbles = [](unsigned first, unsigned second) { return right::nibbles(second, first); };
     }},
    {common("M339", "the two bytes of a wire byte change places", "llama.cpp#17431", Op::expand,
            Format::t2s),
     [](Model& m) {
       m.wide_byte = [](std::uint64_t wire, unsigned half) { return 2 * wire + 1 - half; };
     }},
    {common("M340", "the highest two bits come first", "", Op::expand, Format::t2s),
     [](Model& m) {
       m.wire_code = [](std::uint8_t byte, unsigned i) { return right::wire_code(byte, 3 - i); };
     }},
    {common("M341", "low nibbles hold codes 0 and 1, high ones 2 and 3", "1bit-MONSTER 0be27e70a",
            Op::expand, Format::t2s),
     [](Model& m) {
       m.wire_code = [](std::uint8_t byte, unsigned i) {
         return right::wire_code(byte, i % 2 * 2 + i / 2);
       };
     }},
    {common("M342", "all low halves of a tile come before all high ones", "", Op::expand,
            Format::t2s),
     [](Model& m) {
       m.wide_byte = [](std::uint64_t wire, unsigned half) {
         return wire / 2048 * 4096 + half * 2048 + wire % 2048;
       };
     }},
    {common("M343", "a reserved code becomes +2", "1bit-MONSTER S1", Op::expand, Format::t2s),
     [](Model& m) { m.refuses_threes = [](Op, Format) { return false; }; },
     [](Draft& d) { d.raw(4, 4, 3); }},
    {common("M344", "a reserved code becomes 0", "1bit-MONSTER S1", Op::expand, Format::t2s),
     [](Model& m) {
       m.refuses_threes = [](Op, Format) { return false; };
       m.widen = [](unsigned raw) { return raw == 3 ? 0 : right::widen(raw); };
     },
     [](Draft& d) { d.raw(4, 4, 3); }},
    {common("M345", "tiles are 2,048 bytes apart: the multipliers were left out",
            "TheTom/llama-cpp-turboquant#204", Op::expand, Format::t2s),
     [](Model& m) {
       m.unit_offset = [](const At& at) { return right::unit_offset(at) / 2176 * 2048; };
     }},
    {common("M346", "the last wire byte of the tensor is not expanded", "PrismML-Eng/llama.cpp#188",
            Op::expand, Format::t2s),
     [](Model& m) {
       m.expanded = [](std::uint64_t wire, std::uint64_t units) { return wire + 1 < 2048 * units; };
     },
     [](Draft& d) { d.raw(63, 511, 0); }},
    {rarest("M347", "from the sixth tile on the last 64 bytes of a tile are not expanded",
            "PrismML-Eng/llama.cpp#188", Op::expand, Format::t2s),
     [](Model& m) {
       m.expanded = [](std::uint64_t wire, std::uint64_t) {
         return wire / 2048 < 5 || wire % 2048 < 1984;
       };
     },
     [](Draft& d) { d.units(2, 3); }},
    {common("M348", "the place of a reserved code is counted from its tile", "1bit-MONSTER S1",
            Op::expand, Format::t2s),
     [](Model& m) { m.code_place = [](const Place& place, std::uint64_t) { return place; }; },
     [](Draft& d) { d.raw(40, 4, 3); }},
    {common("M349", "the last reserved code is told, not the first", "1bit-MONSTER S1", Op::expand,
            Format::t2s),
     [](Model& m) {
       m.earlier = [](const Place& a, const Place& b) { return right::earlier(b, a); };
     },
     [](Draft& d) { d.raw(40, 4, 3).raw(0, 0, 3); }},
    {rarest("M350", "a reserved code beyond the fourth tile passes", "", Op::expand, Format::t2s),
     [](Model& m) {
       m.noted = [](RefusalName, const Place& place) { return place.byte < 4 * 2176; };
     },
     [](Draft& d) { d.units(1, 5).raw(31, 1279, 3); }},
};

}  // namespace

std::span<const Row> expand_rows() { return kExpandRows; }

}  // namespace tritproof::mutants
