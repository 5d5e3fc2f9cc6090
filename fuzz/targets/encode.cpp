// SPDX-License-Identifier: Apache-2.0
#include "fuzz/targets/codec.h"

/// What writes one ternary format: encode, and quantise for the GGUF types.
namespace tritproof::fuzz {
namespace {

using spec::Format;
using spec::Op;

template <Format format>
constexpr auto kWrites = std::to_array<Choice>({{Op::encode, format}, {Op::quantise, format}});
template <>
constexpr auto kWrites<Format::t2> = std::to_array<Choice>({{Op::encode, Format::t2}});
template <>
constexpr auto kWrites<Format::t2s> = std::to_array<Choice>({{Op::encode, Format::t2s}});
template <>
constexpr auto kWrites<Format::pb16i> = std::to_array<Choice>({{Op::encode, Format::pb16i}});

}  // namespace

extern constexpr Target fuzz_encode_t2 = codec_target<kWrites<Format::t2>>("fuzz_encode_t2");
extern constexpr Target fuzz_encode_t2s = codec_target<kWrites<Format::t2s>>("fuzz_encode_t2s");
extern constexpr Target fuzz_encode_pb16i =
    codec_target<kWrites<Format::pb16i>>("fuzz_encode_pb16i");
extern constexpr Target fuzz_encode_tq1_0 =
    codec_target<kWrites<Format::tq1_0>>("fuzz_encode_tq1_0");
extern constexpr Target fuzz_encode_tq2_0 =
    codec_target<kWrites<Format::tq2_0>>("fuzz_encode_tq2_0");
extern constexpr Target fuzz_encode_q2_0 = codec_target<kWrites<Format::q2_0>>("fuzz_encode_q2_0");
extern constexpr Target fuzz_encode_pq2_0 =
    codec_target<kWrites<Format::pq2_0>>("fuzz_encode_pq2_0");
extern constexpr Target fuzz_encode_ptq1_0 =
    codec_target<kWrites<Format::ptq1_0>>("fuzz_encode_ptq1_0");

}  // namespace tritproof::fuzz
