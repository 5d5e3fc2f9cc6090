// SPDX-License-Identifier: Apache-2.0
#include "props/mutants/rows.h"

/// decode: every code is read, and in the wrong place of its unit.
namespace tritproof::mutants {
namespace {

void high_bits_first(Model& m) {
  m.site = [](const At& at) {
    const Site site = right::site(at);
    return Site{site.byte, 6 - site.position};
  };
}

void high_nibble_first(Model& m) {
  m.site = [](const At& at) {
    const Site site = right::site(at);
    return Site{site.byte, 4 - site.position};
  };
}

// The digits of a byte are neighbours.
void carrier_major(Model& m) {
  m.site = [](const At& at) {
    const std::uint32_t qs = at.row->fields[0].bytes;
    if (at.c < 5 * qs) return Site{at.c / 5, at.c % 5};
    const std::uint32_t t = at.c - 5 * qs;
    return Site{qs + t / 4, t % 4};
  };
}

void least_first(Model& m) {
  m.site = [](const At& at) {
    const Site site = right::site(at);
    const bool four = right::kind(at, site.byte) == FieldKind::base3x4;
    return Site{site.byte, (four ? 3 : 4) - site.position};
  };
}

void qh_neighbours(Model& m) {
  m.site = [](const At& at) {
    const Site site = right::site(at);
    if (right::kind(at, site.byte) != FieldKind::base3x4) return site;
    const std::uint32_t qs = at.row->fields[0].bytes;
    const std::uint32_t t = at.c - 5 * qs;
    return Site{qs + t / 4, t % 4};
  };
}

// Blocks of 16 x 16 with kb outside.
void transposed_blocks(Model& m) {
  m.site = [](const At& at) {
    At moved = at;
    const std::uint32_t block = at.c / 16 * 2 + at.r / 16;
    moved.r = block / 16 * 16 + at.r % 16;
    moved.c = block % 16 * 16 + at.c % 16;
    return right::site(moved);
  };
}

// Inside a block, k runs fastest.
void transposed_inside(Model& m) {
  m.site = [](const At& at) {
    At moved = at;
    moved.r = at.r / 16 * 16 + at.c % 16;
    moved.c = at.c / 16 * 16 + at.r % 16;
    return right::site(moved);
  };
}

void as_t2(Model& m) {
  m.site = [](const At& at) { return Site{64 * at.r + at.c / 4, 2 * (at.c % 4)}; };
}

void planes(Model& m) {
  m.site = [](const At& at) {
    const std::uint32_t bytes = at.row->columns / 4;
    return Site{2 + at.c % bytes, 2 * (at.c / bytes)};
  };
}

const Row kOrderRows[] = {
    {common("M114", "the first column of a byte has its highest bits", "", Op::decode, Format::t2),
     high_bits_first},
    {common("M115", "the first feature of a byte has its highest bits", "", Op::decode,
            Format::t2s),
     high_bits_first},
    {common("M116", "the planes of 32 elements come highest bits first", "", Op::decode,
            Format::tq2_0),
     high_bits_first},
    {common("M117", "the first element of a byte has its highest bits", "", Op::decode,
            Format::q2_0),
     high_bits_first},
    {common("M118", "the first element of a byte has its highest bits", "", Op::decode,
            Format::pq2_0),
     high_bits_first},
    {common("M119", "four neighbours share a byte", "llama.cpp#28769", Op::decode, Format::tq2_0),
     [](Model& m) { m.site = [](const At& at) {
                      return Site{at.c / 4, 2 * (at.c % 4)};
                    }; }},
    {common("M120", "planes of 64 elements, not two halves of 32", "microsoft/BitNet#598",
            Op::decode, Format::tq2_0),
     [](Model& m) { m.site = [](const At& at) {
                      return Site{at.c % 64, 2 * (at.c / 64)};
                    }; }},
    {common("M121", "codes lie in planes, as in TQ2_0", "microsoft/BitNet#600", Op::decode,
            Format::q2_0),
     planes},
    {common("M122", "codes lie in planes, as in TQ2_0", "microsoft/BitNet#600", Op::decode,
            Format::pq2_0),
     planes},
    {common("M123", "the five digits of a byte are neighbours", "sparkinfer#1124", Op::decode,
            Format::ptq1_0),
     carrier_major},
    {common("M124", "the five digits of a byte are neighbours", "1bit-MONSTER bitnet_gguf_gemv.hip",
            Op::decode, Format::tq1_0),
     carrier_major},
    {common("M125", "the least digit comes first", "1bit-MONSTER bitnet_gguf_gemv.hip", Op::decode,
            Format::tq1_0),
     least_first},
    {common("M126", "the least digit comes first", "1bit-MONSTER bitnet_gguf_gemv.hip", Op::decode,
            Format::ptq1_0),
     least_first},
    {common("M127", "the digits of a qh byte are neighbours", "sparkinfer#1124", Op::decode,
            Format::tq1_0),
     qh_neighbours},
    {common("M128", "the digits of a qh byte are neighbours", "sparkinfer#1124", Op::decode,
            Format::ptq1_0),
     qh_neighbours},
    {common("M129", "the 16 bytes after the first 32 go on in runs of 32", "microsoft/BitNet#598",
            Op::decode, Format::tq1_0),
     [](Model& m) {
       m.site = [](const At& at) {
         if (at.c < 160 || at.c >= 240) return right::site(at);
         const std::uint32_t t = at.c - 160;
         return Site{32 + t / 5, t % 5};
       };
     }},
    {common("M130", "the tile is read as a t2 tile, which has its size", "", Op::decode,
            Format::t2s),
     as_t2},
    {common("M131", "the tile is read as a t2s tile, which has its size", "", Op::decode,
            Format::t2),
     [](Model& m) {
       m.site = [](const At& at) {
         At stream = at;
         stream.row = &spec::row_of(Format::t2s);
         return right::site(stream);
       };
     }},
    {common("M132", "blocks of 16 x 16 run along n first", "1bit-MONSTER 2c663ce29", Op::decode,
            Format::t2s),
     transposed_blocks},
    {common("M133", "blocks of 16 x 16 run along n first", "1bit-MONSTER 62b9eb6c2", Op::decode,
            Format::pb16i),
     transposed_blocks},
    {common("M134", "k runs fastest inside a block", "1bit-MONSTER 2c663ce29", Op::decode,
            Format::t2s),
     transposed_inside},
    {common("M135", "k runs fastest inside a block", "1bit-MONSTER 62b9eb6c2", Op::decode,
            Format::pb16i),
     transposed_inside},
    {common("M136", "the even element has the high nibble", "1bit-MONSTER 0be27e70a", Op::decode,
            Format::pb16i),
     high_nibble_first},
    {common("M137", "the even row has the high nibble", "1bit-MONSTER 0be27e70a", Op::decode,
            Format::q4_1),
     high_nibble_first},
    {common("M138", "the even row has the high nibble", "1bit-MONSTER 0be27e70a", Op::decode,
            Format::q4_k),
     high_nibble_first},
    {common("M139", "low nibbles hold the first eight features, high ones the others",
            "1bit-MONSTER 0be27e70a", Op::decode, Format::pb16i),
     [](Model& m) {
       m.site = [](const At& at) {
         const std::uint32_t block = at.r / 16 * 16 + at.c / 16;
         return Site{128 * block + 8 * (at.c % 16) + at.r % 8, 4 * (at.r % 16 / 8)};
       };
     }},
    {common("M140", "the two halves of the rows alternate with the groups of 32 columns",
            "1bit-MONSTER 2bd3b6a57", Op::decode, Format::q4_1),
     [](Model& m) {
       m.site = [](const At& at) {
         return Site{1024 + 256 * (2 * (at.c / 32) + at.r / 16) + 8 * (at.c % 32) + at.r % 16 / 2,
                     4 * (at.r % 2)};
       };
     }},
    {common("M141", "codes are row-major, two columns a byte", "1bit-MONSTER 2bd3b6a57", Op::decode,
            Format::q4_k),
     [](Model& m) {
       m.site = [](const At& at) { return Site{512 + 128 * at.r + at.c / 2, 4 * (at.c % 2)}; };
     }},
    {common("M142", "codes are row-major", "1bit-MONSTER 2bd3b6a57", Op::decode, Format::q8),
     [](Model& m) { m.site = [](const At& at) {
                      return Site{512 + 256 * at.r + at.c, 0};
                    }; }},
    {common("M143", "the codes of a tile are column-major", "1bit-MONSTER 2c663ce29", Op::decode,
            Format::t2),
     [](Model& m) {
       m.site = [](const At& at) { return Site{8 * at.c + at.r / 4, 2 * (at.r % 4)}; };
     }},
};

}  // namespace

std::span<const Row> order_rows() { return kOrderRows; }

}  // namespace tritproof::mutants
