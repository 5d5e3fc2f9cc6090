// SPDX-License-Identifier: Apache-2.0
#include "fuzz/targets/codec.h"

/// The stream that the kernel reads: its expansion, its replay, and its way to and from the image.
namespace tritproof::fuzz {
namespace {

using spec::Format;
using spec::Op;

constexpr auto kStream = std::to_array<Choice>({
    {Op::expand, Format::t2s},
    {Op::replay, Format::t2s},
    {Op::decode, Format::t2s},
    {Op::convert, Format::t2s},
    {Op::convert, Format::pb16i},
});

}  // namespace

extern constexpr Target fuzz_t2s = codec_target<kStream>("fuzz_t2s");

}  // namespace tritproof::fuzz
