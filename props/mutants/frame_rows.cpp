// SPDX-License-Identifier: Apache-2.0
#include "props/mutants/rows.h"

/// Geometry, Size and layouts, in the ops that read tensors.
namespace tritproof::mutants {
namespace {

void longer_accepted(Model& m) {
  m.fits = [](std::uint64_t needed, std::uint64_t got) { return needed <= got; };
}

void shorter_accepted(Model& m) {
  m.fits = [](std::uint64_t needed, std::uint64_t got) { return needed >= got; };
}

void remainders_accepted(Model& m) {
  m.whole_units = [](const spec::FormatRow& row, Geometry whole) {
    return whole.n >= row.rows && whole.k >= row.columns;
  };
}

const Row kFrameRows[] = {
    {rarest("M182", "bytes after the last tile are ignored", "sparkinfer#25", Op::decode,
            Format::t2),
     longer_accepted, [](Draft& d) { d.longer(1); }},
    {rarest("M183", "a block that is cut off reads as zeros", "1bit-MONSTER#1606", Op::decode,
            Format::tq2_0),
     shorter_accepted, [](Draft& d) { d.longer(-1); }},
    {rarest("M184", "a missing side table reads as zeros", "1bit-MONSTER#1606", Op::decode,
            Format::t2s),
     [](Model& m) {
       m.fits = [](std::uint64_t needed, std::uint64_t got) {
         return needed == got || (got < needed && got % 2176 == 0);
       };
     },
     [](Draft& d) { d.longer(-256); }},
    {rarest("M185", "K = 0 is a tensor without elements", "llama.cpp#24263", Op::decode,
            Format::t2),
     [](Model& m) {
       m.whole_units = [](const spec::FormatRow& row, Geometry whole) {
         return whole.n % row.rows == 0 && whole.k % row.columns == 0;
       };
     },
     [](Draft& d) { d.units(1, 1).longer(-2176).geometry(32, 0); }},
    {rarest("M186", "K beyond whole blocks is left out", "WestWaters/pollard-weights#103",
            Op::decode, Format::tq1_0),
     remainders_accepted, [](Draft& d) { d.units(1, 1).geometry(1, 300); }},
    {rarest("M187", "N beyond whole tiles is left out", "llama.cpp#6614", Op::decode, Format::t2),
     [](Model& m) {
       m.whole_units = [](const spec::FormatRow& row, Geometry whole) {
         return whole.n >= row.rows && whole.k != 0 && whole.k % row.columns == 0;
       };
     },
     [](Draft& d) { d.units(1, 1).geometry(33, 256); }},
    {rarest("M188", "the byte count wraps at 2^64", "llama.cpp#18674", Op::decode, Format::t2),
     [](Model& m) { m.countable = [](const spec::FormatRow&, Geometry) { return true; }; },
     [](Draft& d) {
       d.units(1, 1).longer(-2176).geometry(std::uint64_t{1} << 37, std::uint64_t{1} << 40);
     }},
    {rarest("M189", "Size is judged before Geometry", "", Op::decode, Format::q2_0),
     [](Model& m) { m.size_first = true; },
     [](Draft& d) { d.units(1, 1).geometry(1, 65).longer(-1); }},
    {rarest("M190", "the other layout is granted to a format that has one layout", "", Op::decode,
            Format::q4_k),
     [](Model& m) { m.has_layout = [](const spec::FormatRow&, Layout) { return true; }; },
     [](Draft& d) { d.other_layout(); }},
    {rarest("M191", "bytes after the last block are ignored", "Luce-Org/lucebox#318", Op::validate,
            Format::q2_0),
     longer_accepted, [](Draft& d) { d.longer(18); }},
    {rarest("M192", "a tile that is cut off reads as zeros", "1bit-MONSTER#1606", Op::validate,
            Format::t2),
     shorter_accepted, [](Draft& d) { d.longer(-1); }},
    {rarest("M193", "a file one byte short is taken as whole", "1bit-MONSTER#1606", Op::expand,
            Format::t2s),
     [](Model& m) {
       m.fits = [](std::uint64_t needed, std::uint64_t got) {
         return needed == got || needed == got + 1;
       };
     },
     [](Draft& d) { d.longer(-1); }},
    {rarest("M194", "M = 0 is an answer without rows", "llama.cpp#25596", Op::replay,
            Format::pb16i),
     [](Model& m) { m.rows_needed = [](std::uint64_t) { return true; }; },
     [](Draft& d) { d.rows(0); }},
    {rarest("M195", "K beyond whole blocks is left out", "llama.cpp#1921", Op::quantise,
            Format::q2_0),
     remainders_accepted, [](Draft& d) { d.units(1, 1).geometry(1, 66).longer(8); }},
};

}  // namespace

std::span<const Row> frame_rows() { return kFrameRows; }

}  // namespace tritproof::mutants
