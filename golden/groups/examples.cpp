// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "golden/groups/known.h"
#include "golden/groups/rows.h"

/// The worked examples of the spec's pages, with the answers that stand there.
namespace tritproof::golden {
namespace {

using spec::Format;
using spec::Op;

constexpr float kLeast = 0x1p-24f;
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr std::size_t kTile = 8192;

std::size_t at(std::size_t n, std::size_t k) { return 256 * n + k; }

Topic example(Collector& to, std::string why, Rules held) {
  return {to, Level::smoke, std::move(why), std::move(held), {"known-answer"}};
}

Recipe edited(Parts parts, std::vector<Edit> edits) { return {std::move(parts), std::move(edits)}; }

void t2(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::t2);
  const Parts plain{repeat({0x55}, 2048), repeat({0x00, 0x3c}, 64)};
  const Recipe input = edited(plain, {{0, from_text("0b00")},
                                      {32, from_text("39")},
                                      {64, from_text("64")},
                                      {2047, from_text("80")},
                                      {2050, from_text("0180 0038")},
                                      {2174, from_text("007c")}});
  std::map<std::size_t, float> weights{
      {1, 1.0f},  {2, -1.0f},     {3, -1.0f},    {4, -1.0f},        {5, -1.0f},       {6, -1.0f},
      {7, -1.0f}, {129, -kLeast}, {131, kLeast}, {at(1, 0), -0.5f}, {at(1, 2), 0.5f}, {130, 0.0f}};
  for (std::size_t k = 128; k < 256; ++k)
    if (k < 129 || k > 131) weights[k] = -0.0f;
  for (std::size_t k = 128; k < 252; ++k)
    weights[at(31, k)] = std::numeric_limits<float>::quiet_NaN();
  for (std::size_t k = 252; k < 256; ++k) weights[at(31, k)] = k == 255 ? kInf : -kInf;
  const Topic topic = example(to, "the worked example of t2.md",
                              {"T2-1", "T2-2", "T2-3", "T2-4", "HALF-2", "HALF-5"});
  topic.know({Op::decode, &row, {32, 256}, input}, floats(kTile, weights));
  topic.know({Op::validate, &row, {32, 256}, input}, counted({2, 0, 0, 1, 0, 1}));
  const Topic first =
      example(to, "code 3 at the first place, +1 at the second, scale 1", {"T2-3", "T2-1"});
  const Recipe lone = edited(plain, {{0, from_text("5b")}});
  first.know({Op::decode, &row, {32, 256}, lone}, floats(kTile, {{1, 1.0f}}));
  first.know({Op::validate, &row, {32, 256}, lone}, counted({1, 0, 0, 0, 0, 0}));
}

// The tile that t2s.md and pb16i.md share; weights that both have.
std::map<std::size_t, float> stream_weights() {
  std::map<std::size_t, float> weights{{at(0, 0), 1.5f},  {at(0, 1), -1.5f},  {at(0, 16), 1.5f},
                                       {at(1, 0), 1.5f},  {at(1, 1), 1.5f},   {at(2, 1), -1.0f},
                                       {at(3, 0), -1.0f}, {at(3, 1), -1.0f},  {at(6, 0), 1.0f},
                                       {at(7, 0), 1.0f},  {at(2, 16), -1.0f}, {at(3, 16), -1.0f},
                                       {at(19, 0), 1.0f}, {at(29, 255), 1.0f}};
  for (std::size_t k = 2; k < 128; ++k) weights[at(1, k)] = -0.0f;
  return weights;
}

void t2s(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::t2s);
  const Parts plain{repeat({0x55}, 2048), repeat({0x01, 0x00}, 64), repeat({0x00}, 128)};
  const std::vector<Edit> edits{{0, from_text("12a5")},    {4, from_text("00")},
                                {64, from_text("06")},     {1024, from_text("95")},
                                {2047, from_text("59")},   {2048, from_text("0600 fdff")},
                                {2080, from_text("0300")}, {2176, from_text("feffffff ffffffff")}};
  const Topic topic = example(to, "the worked example of t2s.md",
                              {"T2S-1", "T2S-2", "T2S-6", "PB16I-3", "PB16I-4"});
  topic.know({Op::decode, &row, {32, 256}, edited(plain, edits)}, floats(kTile, stream_weights()));
  Parts tiles(plain.begin(), plain.begin() + 2);
  Bytes wide(4096);
  for (const auto& [place, byte] : std::map<std::size_t, std::uint8_t>{{0, 0xf1},
                                                                       {1, 0xf0},
                                                                       {2, 0x00},
                                                                       {3, 0x11},
                                                                       {8, 0xff},
                                                                       {9, 0xff},
                                                                       {128, 0x01},
                                                                       {129, 0xff},
                                                                       {2048, 0x00},
                                                                       {2049, 0x10},
                                                                       {4094, 0x10},
                                                                       {4095, 0x00}})
    wide[place] = byte;
  topic.holding({"T2S-4", "T2S-5"})
      .know({Op::expand,
             &row,
             {32, 256},
             edited(tiles, std::vector<Edit>(edits.begin(), edits.end() - 1))},
            wide);
}

void pb16i(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::pb16i);
  const Parts plain{repeat({0x00}, 4096), repeat({0x01, 0x00}, 256), repeat({0x00}, 128)};
  std::vector<Edit> edits{{0, from_text("f1f00011")},
                          {8, from_text("ffff")},
                          {16, from_text("87")},
                          {128, from_text("01ff")},
                          {2049, from_text("10")},
                          {4094, from_text("10")},
                          {4608, from_text("feffffff ffffffff")}};
  for (std::uint64_t s = 0; s < 4; ++s) {
    edits.push_back({4096 + 32 * s, from_text("0600 fdff")});
    edits.push_back({4224 + 32 * s, from_text("0300")});
  }
  auto weights = stream_weights();
  weights[at(0, 2)] = 10.5f;
  weights[at(1, 2)] = 12.0f;
  example(to, "the worked example of pb16i.md", {"PB16I-1", "PB16I-2", "PB16I-3", "PB16I-4"})
      .know({Op::decode, &row, {32, 256}, edited(plain, edits)}, floats(kTile, weights));
  example(to, "nothing to count in the worked example of pb16i.md", {"REF-6"})
      .know({Op::validate, &row, {32, 256}, edited(plain, edits)}, counted({}));
}

void wide(Collector& to) {
  const auto zeros = [](std::uint64_t bytes) { return Parts{repeat({0x00}, bytes)}; };
  const spec::FormatRow &q4_1 = spec::row_of(Format::q4_1), &q4_k = spec::row_of(Format::q4_k),
                        &q8 = spec::row_of(Format::q8);
  Ask ask{Op::decode,
          &q4_1,
          {32, 256},
          edited(zeros(5120),
                 {{66, from_text("403f")}, {578, from_text("00bf")}, {1288, from_text("c3")}})};
  std::map<std::size_t, float> weights{{at(1, 33), 8.5f}};
  for (std::size_t k = 32; k < 64; ++k) weights.emplace(at(1, k), -0.5f);
  example(to, "the worked example of q4_1.md", {"Q4_1-1", "Q4_1-2", "Q4_1-3"})
      .know(ask, floats(kTile, weights));
  ask.options.layout = spec::Layout::other;
  ask.input.edits = {{18, from_text("403f")}, {530, from_text("00bf")}, {1288, from_text("c3")}};
  weights[at(1, 33)] = -3.5f;
  example(to, "the worked example of q4_1.md in the other layout", {"Q4_1-4", "Q4_1-3"})
      .know(ask, floats(kTile, weights));

  weights = {{at(1, 33), 28.75f}};
  for (std::size_t k = 32; k < 64; ++k) weights.emplace(at(1, k), -2.5f);
  for (std::size_t k = 0; k < 256; ++k) weights.emplace(at(1, k), 0.0f);
  example(to, "the worked example of q4_k.md", {"Q4_K-1", "Q4_K-2", "Q4_K-3", "Q4_K-4"})
      .know({Op::decode,
             &q4_k,
             {32, 256},
             edited(zeros(4736), {{33, from_text("c8")},
                                  {289, from_text("05")},
                                  {1040, from_text("a0")},
                                  {4610, from_text("803c")},
                                  {4674, from_text("00bf")}})},
            floats(kTile, weights));

  Ask eight{Op::decode,
            &q8,
            {32, 256},
            edited(zeros(8704), {{66, from_text("80be")},
                                 {1569, from_text("80")},
                                 {1601, from_text("7f")},
                                 {1041, from_text("03")}})};
  weights = {{at(1, 33), 32.0f}, {at(1, 34), -31.75f}};
  for (std::size_t k = 32; k < 64; ++k) weights.emplace(at(1, k), -0.0f);
  example(to, "the worked example of q8.md", {"Q8-1", "Q8-2", "Q8-3"})
      .know(eight, floats(kTile, weights));
  eight.options.layout = spec::Layout::other;
  weights[at(1, 33)] = -0.75f;
  weights[at(1, 34)] = -0.0f;
  weights[at(1, 66)] = -0.0f;  // byte 1569 is this code here, under a scale of 0
  example(to, "the worked example of q8.md in the other layout", {"Q8-4", "Q8-2"})
      .know(eight, floats(kTile, weights));
}

}  // namespace

void draft_examples(Collector& to) {
  t2(to);
  t2s(to);
  pb16i(to);
  wide(to);
}

}  // namespace tritproof::golden
