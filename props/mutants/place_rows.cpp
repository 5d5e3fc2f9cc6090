// SPDX-License-Identifier: Apache-2.0
#include "props/mutants/rows.h"

/// decode: the wrong scale, and the wrong unit, for codes in the right place.
namespace tritproof::mutants {
namespace {

// Tiles are read as if n ran fastest over the grid.
void tiles_n_fastest(Model& m) {
  m.unit_offset = [](const At& at) {
    const std::uint64_t down = at.whole.n / at.row->rows;
    return (at.k / at.row->columns * down + at.n / at.row->rows) * at.row->bytes;
  };
}

template <std::uint32_t column>
std::uint32_t scale_of_column(const At& at) {
  At moved = at;
  moved.c = column;
  return right::scale_byte(moved);
}

void scale_in_front(Model& m) {
  m.scale_byte = [](const At&) { return 0u; };
  m.site = [](const At& at) {
    const Site site = right::site(at);
    return Site{site.byte + 2, site.position};
  };
}

void scale_behind(Model& m) {
  m.scale_byte = [](const At& at) { return at.row->bytes - 2; };
  m.site = [](const At& at) {
    const Site site = right::site(at);
    return Site{site.byte - 2, site.position};
  };
}

const Row kPlaceRows[] = {
    {common("M144", "the tile order is N fastest", "1bit-MONSTER 2c663ce29", Op::decode,
            Format::t2),
     tiles_n_fastest},
    {common("M145", "the tile order is N fastest", "1bit-MONSTER 2c663ce29", Op::decode,
            Format::t2s),
     tiles_n_fastest},
    {common("M146", "the tile order is N fastest", "1bit-MONSTER 2c663ce29", Op::decode,
            Format::pb16i),
     tiles_n_fastest},
    {common("M147", "the tile order is N fastest", "1bit-MONSTER 2bd3b6a57", Op::decode,
            Format::q8),
     tiles_n_fastest},
    {common("M148", "blocks run down the columns of the tensor", "1bit-MONSTER 2bd3b6a57",
            Op::decode, Format::tq2_0),
     tiles_n_fastest},
    {common("M149", "the scale of group 0 serves both groups", "PrismML-Eng/llama.cpp#148",
            Op::decode, Format::t2),
     [](Model& m) { m.scale_byte = scale_of_column<0>; }},
    {common("M150", "the second scale half serves both groups", "PrismML-Eng/llama.cpp#148",
            Op::decode, Format::t2),
     [](Model& m) { m.scale_byte = scale_of_column<128>; }},
    {common("M151", "scales are stored group after group, not row after row",
            "1bit-MONSTER 2bd3b6a57", Op::decode, Format::t2),
     [](Model& m) {
       m.scale_byte = [](const At& at) { return 2048 + 2 * (32 * (at.c / 128) + at.r); };
     }},
    {common("M152", "scales come before the codes", "1bit-MONSTER c476bd63a", Op::decode,
            Format::t2),
     [](Model& m) {
       m.scale_byte = [](const At& at) { return right::scale_byte(at) - 2048; };
       m.site = [](const At& at) {
         const Site site = right::site(at);
         return Site{site.byte + 128, site.position};
       };
     }},
    {common("M153", "the multiplier of group 0 serves both groups", "PrismML-Eng/llama.cpp#148",
            Op::decode, Format::t2s),
     [](Model& m) { m.scale_byte = scale_of_column<0>; }},
    {common("M154", "multipliers are indexed (gb, nb)", "1bit-MONSTER 2c663ce29", Op::decode,
            Format::t2s),
     [](Model& m) {
       m.scale_byte = [](const At& at) {
         return 2048 + 2 * (16 * (2 * (at.c / 128) + at.r / 16) + at.r % 16);
       };
     }},
    {common("M155", "the first multiplier of 128 k serves all four runs",
            "PrismML-Eng/llama.cpp#148", Op::decode, Format::pb16i),
     [](Model& m) {
       m.scale_byte = [](const At& at) {
         At first = at;
         first.c = at.c / 128 * 128;
         return right::scale_byte(first);
       };
     }},
    {common("M156", "multipliers are indexed (gb, nb, s)", "1bit-MONSTER 2c663ce29", Op::decode,
            Format::pb16i),
     [](Model& m) {
       m.scale_byte = [](const At& at) {
         const std::uint32_t s = at.c % 128 / 32;
         return 4096 + 2 * (16 * (4 * (2 * (at.c / 128) + at.r / 16) + s) + at.r % 16);
       };
     }},
    {common("M157", "the multipliers of a feature are consecutive", "1bit-MONSTER 2bd3b6a57",
            Op::decode, Format::pb16i),
     [](Model& m) {
       m.scale_byte = [](const At& at) { return 4096 + 2 * (8 * at.r + at.c / 32); };
     }},
    {common("M158", "the scale comes first in the block", "1bit-MONSTER c476bd63a", Op::decode,
            Format::tq1_0),
     scale_in_front},
    {common("M159", "the scale comes first in the block", "1bit-MONSTER c476bd63a", Op::decode,
            Format::tq2_0),
     scale_in_front},
    {common("M160", "the scale comes first in the block", "1bit-MONSTER c476bd63a", Op::decode,
            Format::ptq1_0),
     scale_in_front},
    {common("M161", "the scale comes last in the block", "PrismML-Eng/llama.cpp#167", Op::decode,
            Format::q2_0),
     scale_behind},
    {common("M162", "the scale comes last in the block", "PrismML-Eng/llama.cpp#167", Op::decode,
            Format::pq2_0),
     scale_behind},
    {common("M163", "pairs of blocks are read as one block of 128 with 34 bytes", "llama.cpp#25833",
            Op::decode, Format::q2_0),
     [](Model& m) {
       m.unit_offset = [](const At& at) { return (at.n * at.whole.k + at.k) / 128 * 34; };
       m.site = [](const At& at) {
         const auto j = static_cast<std::uint32_t>(at.k % 128);
         return Site{2 + j / 4, 2 * (j % 4)};
       };
     }},
    {common("M164", "blocks are 64 bytes apart: the scale was left out of the stride",
            "TheTom/llama-cpp-turboquant#204", Op::decode, Format::tq2_0),
     [](Model& m) {
       m.unit_offset = [](const At& at) { return right::unit_offset(at) / 66 * 64; };
     }},
    {common("M165", "blocks are 12 bytes apart", "1bit-MONSTER 081f8a43f", Op::decode,
            Format::tq1_0),
     [](Model& m) {
       m.unit_offset = [](const At& at) { return right::unit_offset(at) / 54 * 12; };
     }},
    {common("M166", "the scale of a row's first block serves the row", "1bit-MONSTER 0761bb411",
            Op::decode, Format::q2_0),
     [](Model& m) {
       m.scale_unit = [](const At& at) {
         At first = at;
         first.k = 0;
         return right::unit_offset(first);
       };
     }},
};

}  // namespace

std::span<const Row> place_rows() { return kPlaceRows; }

}  // namespace tritproof::mutants
