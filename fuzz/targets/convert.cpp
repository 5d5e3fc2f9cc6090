// SPDX-License-Identifier: Apache-2.0
#include "fuzz/targets/codec.h"

/// Every conversion that the rules define, by source.
namespace tritproof::fuzz {
namespace {

using spec::Format;
using spec::Op;

constexpr auto kConversions = std::to_array<Choice>({
    {Op::convert, Format::t2},
    {Op::convert, Format::t2s},
    {Op::convert, Format::pb16i},
    {Op::convert, Format::tq1_0},
    {Op::convert, Format::tq2_0},
    {Op::convert, Format::q2_0},
    {Op::convert, Format::pq2_0},
    {Op::convert, Format::ptq1_0},
    {Op::convert, Format::q4_1},
    {Op::convert, Format::q4_k},
});

constexpr bool every_conversion() {
  std::size_t defined = 0;
  for (const spec::FormatRow& row : spec::kFormats)
    defined += spec::defined(Op::convert, row.id) ? 1 : 0;
  return defined == kConversions.size();
}
static_assert(every_conversion());

}  // namespace

extern constexpr Target fuzz_convert = codec_target<kConversions>("fuzz_convert");

}  // namespace tritproof::fuzz
