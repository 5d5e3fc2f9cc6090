// SPDX-License-Identifier: Apache-2.0
#include "fuzz/targets/codec.h"
#include "fuzz/targets/comparing.h"

/// Every conversion that the rules define, by source; what is converted is compared as well.
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

// One tile whose byte `at` is another, with every law due: it equals itself, and has no conversion.
Seed broken_seed(std::string name, Format format, std::size_t at, std::uint8_t byte) {
  Question broken = seed_question({Op::convert, format});
  broken.asked.input[at] = byte;
  broken.turn = 0;
  return {std::move(name), write_question(broken)};
}

// A row that is read in two parts: longer than a region of 2^18 columns.
std::vector<Seed> seeds() {
  std::vector<Seed> all = CodecTarget<kConversions>::seeds();
  Question wide = seed_question({Op::convert, Format::tq1_0});
  const auto target = wide.asked.flags.target;
  wide.asked = good_case({Op::convert, Format::tq1_0}, {1, (1u << 18) + 256}, 0);
  wide.asked.flags.target = target;
  all.push_back({"wide", write_question(wide)});
  // Halves of a row's groups of 128 against whole ones, with every law due.
  Question finer = seed_question({Op::convert, Format::t2});
  finer.asked.flags.target = Format::q2_0;
  finer.turn = 0;
  all.push_back({"finer", write_question(finer)});
  all.push_back(broken_seed("reserved", Format::t2, 0, 0xff));
  all.push_back(broken_seed("not-ternary", Format::pb16i, 0, 0x55));
  all.push_back(broken_seed("unequal", Format::pb16i, 4096, 0x5a));
  return all;
}

void run(std::span<const std::uint8_t> input) {
  CodecTarget<kConversions>::run(input);
  const auto question = parse_question(input);
  // As dear as all conversions together: where every law is due.
  if (question && question->turn == 0 && question->asked.op == Op::convert)
    check_comparing(question->asked);
}

constexpr Target with_comparison(Target target) {
  target.run = run;
  target.seeds = seeds;
  return target;
}

}  // namespace

extern constexpr Target fuzz_convert = with_comparison(codec_target<kConversions>("fuzz_convert"));

}  // namespace tritproof::fuzz
