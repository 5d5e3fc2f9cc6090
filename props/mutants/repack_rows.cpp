// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>

#include "props/mutants/rows.h"

/// convert to q4_1 (repack-q4_1, CONV-10), and pairs that no rule has (CONV-11).
namespace tritproof::mutants {
namespace {

const Row kRepackRows[] = {
    {common("M384", "numbers are cut to bf16", "Xilinx/mlir-aie#2983", Op::convert, Format::q4_k),
     [](Model& m) {
       m.repacked = [](float number) {
         if (std::isnan(number)) return right::repacked(number);
         return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(number) >> 16);
       };
     },
     [](Draft& d) { d.target(Format::q4_1); }},
    {common("M385", "ties to bf16 go away from zero", "huggingface/candle#3629", Op::convert,
            Format::q4_k),
     [](Model& m) {
       m.repacked = [](float number) {
         if (std::isnan(number)) return right::repacked(number);
         return static_cast<std::uint16_t>((std::bit_cast<std::uint32_t>(number) + 0x8000u) >> 16);
       };
     },
     [](Draft& d) { d.target(Format::q4_1).scale(0, 0, 0x3f83).byte(0, 3); }},
    {common("M386", "scale bytes are signed", "1bit-MONSTER 8c72453c4", Op::convert, Format::q4_k),
     [](Model& m) {
       m.level = [](std::uint8_t byte) { return static_cast<int>(static_cast<std::int8_t>(byte)); };
     },
     [](Draft& d) { d.target(Format::q4_1); }},
    {common("M387", "the minimum is negated, as in the K-quant", "", Op::convert, Format::q4_k),
     [](Model& m) { m.minimum = [](std::uint8_t byte) { return -static_cast<int>(byte); }; },
     [](Draft& d) { d.target(Format::q4_1); }},
    {common("M388", "S serves where M should", "", Op::convert, Format::q4_k),
     [](Model& m) { m.addend_byte = right::scale_byte; }, [](Draft& d) { d.target(Format::q4_1); }},
    {common("M389", "the even row of the source has the high nibble", "1bit-MONSTER 0be27e70a",
            Op::convert, Format::q4_k),
     [](Model& m) {
       m.site = [](const At& at) {
         const Site site = right::site(at);
         return Site{site.byte, 4 - site.position};
       };
     },
     [](Draft& d) { d.target(Format::q4_1); }},
    {rarest("M390", "bytes after the last tile are copied too", "sparkinfer#27", Op::convert,
            Format::q4_1),
     [](Model& m) {
       m.fits = [](std::uint64_t needed, std::uint64_t got) { return needed <= got; };
     },
     [](Draft& d) { d.target(Format::q4_1).longer(1); }},
    {common("M391", "subnormal products are written as 0", "llama.cpp#7843", Op::convert,
            Format::q4_k),
     [](Model& m) {
       m.repacked = [](float number) {
         return std::fabs(number) < 0x1p-132f ? std::uint16_t{0} : right::repacked(number);
       };
     },
     [](Draft& d) { d.target(Format::q4_1).scale(0, 0, 0x0001).byte(0, 1); }},
    {rarest("M392", "a q4_1 tensor is copied as if it were q8", "1bit-MONSTER 2bd3b6a57",
            Op::convert, Format::q4_1),
     [](Model& m) {
       m.pair_exists = [](const spec::FormatRow& from, const spec::FormatRow& to) {
         return right::pair_exists(from, to) || (from.id == Format::q4_1 && to.id == Format::q8);
       };
       m.target_geometry = false;
     },
     [](Draft& d) { d.target(Format::q8).units(1, 1); }},
};

}  // namespace

std::span<const Row> repack_rows() { return kRepackRows; }

}  // namespace tritproof::mutants
