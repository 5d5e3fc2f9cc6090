// SPDX-License-Identifier: Apache-2.0
#include "fuzz/targets/codec.h"

/// What reads one format: decode, validate, and replay where there is one.
namespace tritproof::fuzz {
namespace {

using spec::Format;
using spec::Op;

template <Format format>
constexpr auto kReads = std::to_array<Choice>({{Op::decode, format}, {Op::validate, format}});
template <>
constexpr auto kReads<Format::pb16i> = std::to_array<Choice>({{Op::decode, Format::pb16i},
                                                              {Op::validate, Format::pb16i},
                                                              {Op::replay, Format::pb16i}});

}  // namespace

extern constexpr Target fuzz_decode_t2 = codec_target<kReads<Format::t2>>("fuzz_decode_t2");
extern constexpr Target fuzz_decode_t2s = codec_target<kReads<Format::t2s>>("fuzz_decode_t2s");
extern constexpr Target fuzz_decode_pb16i =
    codec_target<kReads<Format::pb16i>>("fuzz_decode_pb16i");
extern constexpr Target fuzz_decode_q4_1 = codec_target<kReads<Format::q4_1>>("fuzz_decode_q4_1");
extern constexpr Target fuzz_decode_q4_k = codec_target<kReads<Format::q4_k>>("fuzz_decode_q4_k");
extern constexpr Target fuzz_decode_q8 = codec_target<kReads<Format::q8>>("fuzz_decode_q8");
extern constexpr Target fuzz_decode_tq1_0 =
    codec_target<kReads<Format::tq1_0>>("fuzz_decode_tq1_0");
extern constexpr Target fuzz_decode_tq2_0 =
    codec_target<kReads<Format::tq2_0>>("fuzz_decode_tq2_0");
extern constexpr Target fuzz_decode_q2_0 = codec_target<kReads<Format::q2_0>>("fuzz_decode_q2_0");
extern constexpr Target fuzz_decode_pq2_0 =
    codec_target<kReads<Format::pq2_0>>("fuzz_decode_pq2_0");
extern constexpr Target fuzz_decode_ptq1_0 =
    codec_target<kReads<Format::ptq1_0>>("fuzz_decode_ptq1_0");

}  // namespace tritproof::fuzz
