// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "props/mutants/rows.h"

/// replay: groups, multipliers, narrowing and the accumulator.
namespace tritproof::mutants {
namespace {

using spec::Narrowing;
using spec::ReplayMode;

constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int32_t>::min();

// REPLAY's worked example: every group adds 2^27, so the sum passes 2^31 at the sixteenth.
void overflowing(Draft& d, ReplayMode mode, std::uint64_t tiles) {
  d.units(1, tiles).mode(mode).every_a(-128).every_raw(2).every_scale(0x8000);
}

// pb16i with P = 32768, one above int16.
void one_above(Draft& d, Narrowing narrowing) {
  d.units(1, 1).mode(ReplayMode::i64, narrowing).every_a(-128).every_raw(8);
}

const Row kReplayRows[] = {
    {common("M393", "four runs of 32 k share the multiplier of the first",
            "PrismML-Eng/llama.cpp#148", Op::replay, Format::pb16i),
     [](Model& m) {
       m.scale_byte = [](const At& at) {
         At first = at;
         first.c = at.c / 128 * 128;
         return right::scale_byte(first);
       };
     }},
    {common("M394", "runs are 64 k long", "microsoft/BitNet#598", Op::replay, Format::pb16i),
     [](Model& m) { m.run = 64; }},
    {common("M395", "the multiplier of a tile's first 128 k serves the tile",
            "PrismML-Eng/llama.cpp#148", Op::replay, Format::t2s),
     [](Model& m) {
       m.scale_byte = [](const At& at) {
         At first = at;
         first.c = 0;
         return right::scale_byte(first);
       };
     }},
    {common("M396", "multipliers are unsigned", "1bit-MONSTER 8c72453c4", Op::replay, Format::t2s),
     [](Model& m) { m.multiplier_value = [](std::uint16_t p) { return std::int64_t{p}; }; },
     [](Draft& d) { d.every_scale(0xfffd); }},
    {common("M397", "activations are unsigned", "1bit-MONSTER#704", Op::replay, Format::t2s),
     [](Model& m) {
       m.activation_value = [](std::uint8_t byte) { return static_cast<int>(byte); };
     }},
    {common("M398", "activations are read column-major", "1bit-MONSTER 2bd3b6a57", Op::replay,
            Format::t2s),
     [](Model& m) {
       m.activation = [](std::uint64_t i, std::uint64_t k, std::uint64_t rows, Geometry) {
         return k * rows + i;
       };
     }},
    {common("M399", "the answer is written feature after feature", "1bit-MONSTER 2c663ce29",
            Op::replay, Format::pb16i),
     [](Model& m) {
       m.sum_index = [](std::uint64_t i, std::uint64_t n, std::uint64_t rows, Geometry) {
         return n * rows + i;
       };
     }},
    {common("M400", "every row of the answer is that of the first activations", "llama.cpp#16518",
            Op::replay, Format::pb16i),
     [](Model& m) {
       m.activation = [](std::uint64_t, std::uint64_t k, std::uint64_t, Geometry) { return k; };
     }},
    {rarest("M401", "every row from the fifth repeats the fourth", "llama.cpp#23241", Op::replay,
            Format::t2s),
     [](Model& m) {
       m.activation = [](std::uint64_t i, std::uint64_t k, std::uint64_t, Geometry whole) {
         return std::min<std::uint64_t>(i, 3) * whole.k + k;
       };
     },
     [](Draft& d) { d.units(1, 1).rows(5); }},
    {common("M402", "int4 codes are unsigned", "1bit-MONSTER#704", Op::replay, Format::pb16i),
     [](Model& m) {
       m.code = [](FieldKind, std::uint8_t byte, unsigned shift) { return byte >> shift & 15; };
     }},
    {common("M403", "int4 codes are clamped to ternary", "", Op::replay, Format::pb16i),
     [](Model& m) {
       m.code = [](FieldKind kind, std::uint8_t byte, unsigned shift) {
         return std::clamp(right::code(kind, byte, shift), -1, 1);
       };
     },
     [](Draft& d) { d.raw(0, 0, 8); }},
    {common("M404", "reserved codes count as +2", "1bit-MONSTER engine#809", Op::replay,
            Format::t2s),
     [](Model& m) { m.refuses_threes = [](Op, Format) { return false; }; },
     [](Draft& d) { d.raw(31, 255, 3); }},
    {common("M405", "the place of a reserved code is counted from the first tile, not from A", "",
            Op::replay, Format::t2s),
     [](Model& m) {
       m.code_place = [](const Place& place, std::uint64_t offset) {
         return right::code_place(place, offset % 512);
       };
     },
     [](Draft& d) { d.raw(31, 255, 3); }},
    {common("M406", "the last group of a row is left out", "PrismML-Eng/llama.cpp#188", Op::replay,
            Format::t2s),
     [](Model& m) {
       m.group_counts = [](std::uint64_t g, std::uint64_t groups) { return g + 1 < groups; };
     }},
    {rarest("M407", "groups from the 24th on are left out", "PrismML-Eng/llama.cpp#188", Op::replay,
            Format::pb16i),
     [](Model& m) { m.group_counts = [](std::uint64_t g, std::uint64_t) { return g < 24; }; },
     [](Draft& d) { d.units(1, 4); }},
    {rarest("M408", "the partial sum is kept in int16", "huggingface/candle#1526", Op::replay,
            Format::pb16i),
     [](Model& m) {
       m.add_product = [](std::int64_t p, int a, int code) {
         return std::int64_t{static_cast<std::int16_t>(p + a * code)};
       };
     },
     [](Draft& d) { one_above(d, Narrowing::exact); }},
    {common("M409", "each product is kept in a byte", "huggingface/candle#1544", Op::replay,
            Format::pb16i),
     [](Model& m) {
       m.add_product = [](std::int64_t p, int a, int code) {
         return p + static_cast<std::int8_t>(a * code);
       };
     },
     [](Draft& d) { d.every_a(100).every_raw(7); }},
    {rarest("M410", "wrap16 saturates", "huggingface/candle#1526", Op::replay, Format::pb16i),
     [](Model& m) {
       m.narrow = [](std::int64_t p, Narrowing how) {
         return right::narrow(p, how == Narrowing::exact ? how : Narrowing::sat16);
       };
     },
     [](Draft& d) { one_above(d, Narrowing::wrap16); }},
    {rarest("M411", "sat16 wraps", "huggingface/candle#1526", Op::replay, Format::pb16i),
     [](Model& m) {
       m.narrow = [](std::int64_t p, Narrowing how) {
         return right::narrow(p, how == Narrowing::exact ? how : Narrowing::wrap16);
       };
     },
     [](Draft& d) { one_above(d, Narrowing::sat16); }},
    {rarest("M412", "a sum of i64 is kept in 32 bits", "huggingface/candle#1526", Op::replay,
            Format::t2s),
     [](Model& m) {
       m.finish = [](std::int64_t sum, ReplayMode mode) {
         const bool whole = mode == ReplayMode::i64;
         return right::finish(whole ? static_cast<std::int32_t>(sum) : sum, mode);
       };
     },
     [](Draft& d) { overflowing(d, ReplayMode::i64, 2); }},
    {rarest("M413", "wrap32 is clamped", "", Op::replay, Format::t2s),
     [](Model& m) {
       m.finish = [](std::int64_t sum, ReplayMode mode) {
         return mode == ReplayMode::wrap32 ? std::clamp(sum, kLeast, kMost)
                                           : right::finish(sum, mode);
       };
     },
     [](Draft& d) { overflowing(d, ReplayMode::wrap32, 2); }},
    {rarest("M414", "sat32-step clamps at the end alone", "", Op::replay, Format::t2s),
     [](Model& m) {
       m.accumulate = [](std::int64_t sum, std::int64_t term, ReplayMode, std::uint64_t) {
         return sum + term;
       };
       m.finish = [](std::int64_t sum, ReplayMode mode) {
         const bool step = mode == ReplayMode::sat32_step;
         return right::finish(sum, step ? ReplayMode::sat32_end : mode);
       };
     },
     [](Draft& d) {
       overflowing(d, ReplayMode::sat32_step, 3);
       for (std::uint64_t k = 512; k < 768; k += 128) d.scale(0, k, 0x7fff);
     }},
    {rarest("M415", "sat32-end clamps at each step", "", Op::replay, Format::t2s),
     [](Model& m) {
       m.accumulate = [](std::int64_t sum, std::int64_t term, ReplayMode mode, std::uint64_t g) {
         const bool end = mode == ReplayMode::sat32_end;
         return right::accumulate(sum, term, end ? ReplayMode::sat32_step : mode, g);
       };
     },
     [](Draft& d) {
       overflowing(d, ReplayMode::sat32_end, 3);
       for (std::uint64_t k = 512; k < 768; k += 128) d.scale(0, k, 0x7fff);
     }},
    {rarest("M416", "sat32-step clamps after each tile, not after each group",
            "huggingface/candle#1526", Op::replay, Format::pb16i),
     [](Model& m) {
       m.accumulate = [](std::int64_t sum, std::int64_t term, ReplayMode mode, std::uint64_t g) {
         const bool due = mode == ReplayMode::sat32_step && g % 8 == 7;
         return due ? std::clamp(sum + term, kLeast, kMost) : sum + term;
       };
     },
     [](Draft& d) {
       d.units(1, 1).mode(ReplayMode::sat32_step).every_a(-128).every_raw(8).every_scale(0x7fff);
       d.scale(0, 224, 0x8000).scale(0, 192, 0x8000);
     }},
    {rarest("M417", "groups are taken from the last to the first", "", Op::replay, Format::t2s),
     [](Model& m) { m.descending = true; },
     [](Draft& d) {
       overflowing(d, ReplayMode::sat32_step, 3);
       for (std::uint64_t k = 512; k < 768; k += 128) d.scale(0, k, 0x7fff);
     }},
    {rarest("M418", "the clamp goes down to -2147483647 only", "", Op::replay, Format::pb16i),
     [](Model& m) {
       m.finish = [](std::int64_t sum, ReplayMode mode) {
         return mode == ReplayMode::sat32_end ? std::clamp(sum, -kMost, kMost)
                                              : right::finish(sum, mode);
       };
     },
     [](Draft& d) {
       d.units(1, 1).mode(ReplayMode::sat32_end).every_a(-128).every_raw(8).every_scale(0x8000);
     }},
    {common("M419", "the sum is kept as a float", "Xilinx/mlir-aie#3442", Op::replay,
            Format::pb16i),
     [](Model& m) {
       m.accumulate = [](std::int64_t sum, std::int64_t term, ReplayMode, std::uint64_t) {
         return static_cast<std::int64_t>(static_cast<float>(sum) + static_cast<float>(term));
       };
     },
     [](Draft& d) { d.every_a(127).every_raw(7).every_scale(32767); }},
    {common("M420", "the tile order is N fastest", "1bit-MONSTER 2c663ce29", Op::replay,
            Format::t2s),
     [](Model& m) {
       m.unit_offset = [](const At& at) {
         return (at.k / 256 * (at.whole.n / 32) + at.n / 32) * at.row->bytes;
       };
     }},
};

}  // namespace

std::span<const Row> replay_rows() { return kReplayRows; }

}  // namespace tritproof::mutants
