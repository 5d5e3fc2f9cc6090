// SPDX-License-Identifier: Apache-2.0
#include "props/mutants/rows.h"

/// decode: faults that only larger tensors show: widths of indices, tails, last elements.
namespace tritproof::mutants {
namespace {

std::uint64_t last_unit(const At& at) {
  return at.whole.n / at.row->rows * (at.whole.k / at.row->columns) - 1;
}

// Offsets kept in 16 bits.
void offset_16_bits(Model& m) {
  m.unit_offset = [](const At& at) { return right::unit_offset(at) & 0xffff; };
}

// What is left of K after whole runs of four units is not written.
void tail_unwritten(Model& m) {
  m.written = [](const At& at) {
    const std::uint64_t four = std::uint64_t{4} * at.row->columns;
    return at.whole.k < four || at.k < at.whole.k / four * four;
  };
}

const Row kGridRows[] = {
    {rarest("M167", "the last element of the last of at least 15 tiles reads its neighbour's code",
            "PrismML-Eng/llama.cpp#188", Op::decode, Format::t2),
     [](Model& m) {
       m.site = [](const At& at) {
         At moved = at;
         if (last_unit(at) >= 14 && at.n + 1 == at.whole.n && at.k + 1 == at.whole.k) --moved.c;
         return right::site(moved);
       };
     },
     [](Draft& d) { d.units(3, 5).raw(95, 1278, 0).raw(95, 1279, 2); }},
    {rarest("M168", "the second half of the last row takes the first half's scale from 96 rows on",
            "", Op::decode, Format::t2),
     [](Model& m) {
       m.scale_byte = [](const At& at) {
         At moved = at;
         if (at.whole.n >= 96 && at.n + 1 == at.whole.n) moved.c = 0;
         return right::scale_byte(moved);
       };
     },
     [](Draft& d) { d.units(3, 1); }},
    {rarest("M169", "the offset of a tile is kept in 16 bits", "llama.cpp#18674", Op::decode,
            Format::t2),
     offset_16_bits, [](Draft& d) { d.units(32, 1); }},
    {rarest("M170", "the offset of a block is kept in 16 bits", "llama.cpp#18674", Op::decode,
            Format::tq2_0),
     offset_16_bits, [](Draft& d) { d.units(4, 249); }},
    {rarest("M171", "the offset of a tile is kept in 16 bits", "llama.cpp#18674", Op::decode,
            Format::pb16i),
     offset_16_bits, [](Draft& d) { d.units(1, 16); }},
    {rarest("M172", "tiles along K are numbered in two bits", "", Op::decode, Format::t2s),
     [](Model& m) {
       m.unit_offset = [](const At& at) {
         At moved = at;
         moved.k = at.k & 1023;
         return right::unit_offset(moved);
       };
     },
     [](Draft& d) { d.units(1, 5); }},
    {rarest("M173", "rows are numbered in seven bits", "", Op::decode, Format::q8),
     [](Model& m) {
       m.unit_offset = [](const At& at) {
         At moved = at;
         moved.n = at.n & 127;
         return right::unit_offset(moved);
       };
     },
     [](Draft& d) { d.units(5, 1); }},
    {rarest("M174", "an odd number of blocks a row leaves the last one unread", "llama.cpp#29131",
            Op::decode, Format::q2_0),
     [](Model& m) {
       m.written = [](const At& at) {
         const std::uint64_t across = at.whole.k / at.row->columns;
         return across < 3 || across % 2 == 0 || at.k / at.row->columns + 1 < across;
       };
     },
     [](Draft& d) { d.units(1, 3); }},
    {rarest("M175", "what K has beyond whole runs of four blocks is not written",
            "microsoft/BitNet#547", Op::decode, Format::tq1_0),
     tail_unwritten, [](Draft& d) { d.units(1, 5); }},
    {rarest("M176", "what K has beyond whole runs of four blocks is not written",
            "PrismML-Eng/llama.cpp#188", Op::decode, Format::ptq1_0),
     tail_unwritten, [](Draft& d) { d.units(2, 7); }},
    {rarest("M177", "every row from the fifth repeats the fourth", "llama.cpp#24201", Op::decode,
            Format::pq2_0),
     [](Model& m) {
       m.unit_offset = [](const At& at) {
         At moved = at;
         moved.n = std::min<std::uint64_t>(at.n, 3);
         return right::unit_offset(moved);
       };
     },
     [](Draft& d) { d.units(5, 1); }},
    {rarest("M178", "block 31 of a row takes the scale of block 0", "", Op::decode, Format::tq1_0),
     [](Model& m) {
       m.scale_unit = [](const At& at) {
         At moved = at;
         if (at.k / 256 == 31) moved.k = 0;
         return right::unit_offset(moved);
       };
     },
     [](Draft& d) { d.units(1, 32); }},
    {rarest("M179", "the last row of at least five is decoded with the scales of the first", "",
            Op::decode, Format::tq2_0),
     [](Model& m) {
       m.scale_unit = [](const At& at) {
         At moved = at;
         if (at.whole.n >= 5 && at.n + 1 == at.whole.n) moved.n = 0;
         return right::unit_offset(moved);
       };
     },
     [](Draft& d) { d.units(5, 1); }},
    {common("M180", "a single tile in a row is not written at all", "microsoft/BitNet#547",
            Op::decode, Format::q4_1),
     [](Model& m) { m.written = [](const At& at) { return at.whole.k > 256; }; },
     [](Draft& d) { d.units(1, 1); }},
    {common("M181", "every second tile in a row is not written", "PrismML-Eng/llama.cpp#224",
            Op::decode, Format::t2s),
     [](Model& m) { m.written = [](const At& at) { return at.k / 256 % 2 == 0; }; }},
};

}  // namespace

std::span<const Row> grid_rows() { return kGridRows; }

}  // namespace tritproof::mutants
