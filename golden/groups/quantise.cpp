// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>
#include <limits>

#include "golden/groups/rows.h"
#include "golden/groups/topic.h"
#include "golden/maker_numbers.h"

namespace tritproof::golden {
namespace {

using spec::Geometry;
using spec::Op;
using spec::RefusalName;

constexpr float kInfinite = std::numeric_limits<float>::infinity();

float from_bits(std::uint32_t bits) { return std::bit_cast<float>(bits); }

std::string quant_rule(const spec::FormatRow& row) {
  return row.columns == 128 ? "QUANT-2" : "QUANT-1";
}

/// Blocks, each of which begins with some numbers and ends with some, zeros between.
class Blocks {
 public:
  explicit Blocks(const spec::FormatRow& row) : row_(row) {}
  Blocks& add(std::initializer_list<float> head, std::initializer_list<float> tail = {}) {
    put(head);
    zeros(row_.columns - head.size() - tail.size());
    put(tail);
    ++blocks_;
    return *this;
  }
  /// A block of one number.
  Blocks& all(float number) {
    parts_.push_back(repeat(le_float(number), row_.columns));
    ++blocks_;
    return *this;
  }
  [[nodiscard]] Ask asked() const {
    return {Op::quantise, &row_, {blocks_, row_.columns}, {parts_, {}}};
  }

 private:
  void put(std::initializer_list<float> numbers) {
    Bytes bytes;
    for (const float number : numbers)
      for (const std::uint8_t byte : le_float(number)) bytes.push_back(byte);
    if (!bytes.empty()) parts_.push_back(hex(std::move(bytes)));
  }
  void zeros(std::size_t count) {
    if (count != 0) parts_.push_back(repeat({0, 0, 0, 0}, count));
  }

  const spec::FormatRow& row_;
  Parts parts_;
  std::uint64_t blocks_ = 0;
};

// Half of amax, of both signs, and its neighbours.
void add_ties(Blocks& blocks, float amax) {
  const float half = amax / 2;
  const float below = std::nextafter(half, 0.0f), above = std::nextafter(half, kInfinite);
  blocks.add({amax, half, -half, below, -above});
}

// Whether half of amax vanishes: its product with the reciprocal is less than a half.
bool vanishes(float amax) {
  const auto reciprocal = static_cast<float>(1.0 / static_cast<double>(amax));
  return static_cast<float>(static_cast<double>(amax / 2) * reciprocal) < 0.5f;
}

// Eight blocks, each with the halves of another amax.
void some_ties(Collector& to, const spec::FormatRow& row, std::span<const std::uint16_t> patterns,
               bool lost, Level level) {
  Blocks blocks(row);
  for (const std::uint16_t pattern : patterns)
    add_ties(blocks, static_cast<float>(numbers::value_of(numbers::kHalf, pattern)));
  const Topic topic{to,
                    level,
                    lost ? "half of these amax times the reciprocal is less than a half"
                         : "half of these amax goes away from zero",
                    {quant_rule(row)}};
  topic.quantise(blocks.asked());
}

// The 143 normal mantissas and 137 subnormals whose half vanishes, and some that do not.
void ties(Collector& to, const spec::FormatRow& row) {
  constexpr std::size_t kBlocks = 8;
  for (const bool lost : {true, false}) {
    std::vector<std::uint16_t> patterns;
    for (const std::uint16_t first : {std::uint16_t{0x3c00}, std::uint16_t{0x0000}})
      for (std::uint16_t i = 1; i < 0x0400; ++i) {
        const auto pattern = static_cast<std::uint16_t>(first + i);
        const bool is = vanishes(static_cast<float>(numbers::value_of(numbers::kHalf, pattern)));
        if (is == lost && (lost || i % 31 == 1)) patterns.push_back(pattern);
      }
    for (std::size_t i = 0; i < patterns.size(); i += kBlocks) {
      const std::size_t count = std::min(kBlocks, patterns.size() - i);
      const Level level = lost && i == 0 ? Level::smoke : i % 32 == 0 ? Level::core : Level::full;
      some_ties(to, row, std::span(patterns).subspan(i, count), lost, level);
    }
  }
}

// amax at, just below and just above the middle of two neighbouring halves.
void between_halves(Collector& to, const spec::FormatRow& row) {
  for (unsigned turn = 0; turn < 40; ++turn) {
    const auto pattern =
        static_cast<std::uint16_t>(turn < 32 ? turn * 32 + 1 : turn * 311 % 0x7bff);
    const double low = numbers::value_of(numbers::kHalf, pattern);
    const double high = numbers::value_of(numbers::kHalf, static_cast<std::uint16_t>(pattern + 1));
    const auto middle = static_cast<float>((low + high) / 2);
    Blocks blocks(row);
    blocks.add({middle, static_cast<float>(-low)})
        .add({-std::nextafter(middle, 0.0f), static_cast<float>(low)})
        .add({static_cast<float>(low)}, {-std::nextafter(middle, kInfinite)});
    const Topic topic{to,
                      turn % 10 == 0 ? Level::core : Level::full,
                      "amax at the middle of two halves and beside it",
                      {quant_rule(row), "HALF-3"}};
    topic.quantise(blocks.asked());
  }
}

struct End {
  float amax;
  const char* why;
  const char* rule;
};

void ends(Collector& to, const spec::FormatRow& row) {
  const End ends[] = {
      {65504.0f, "amax is the largest half", "HALF-3"},
      {from_bits(0x477fefff), "amax is 65519.996 and still rounds to 65504", "HALF-3"},
      {65520.0f, "amax is 65520: the scale is Inf", "QUANT-4"},
      {65536.0f, "amax is 65536: the scale is Inf", "QUANT-4"},
      {1e30f, "amax is far beyond halves", "QUANT-4"},
      {std::numeric_limits<float>::max(), "amax is the largest float", "QUANT-4"},
      {from_bits(0x7e800001), "the reciprocal is a subnormal float", "QUANT-4"},
      {0x1p-14f, "amax is the least normal half", "HALF-3"},
      {0x1.ff8p-15f, "amax is the largest subnormal half", "HALF-2"},
      {0x1p-15f, "amax is a subnormal half", "HALF-2"},
      {0x1p-24f, "amax is the least half", "HALF-2"},
      {0x1.8p-25f, "amax is between 2^-25 and 2^-24", "HALF-3"},
      {from_bits(0x33000001), "amax is just above 2^-25", "HALF-3"},
      {0x1p-25f, "amax is 2^-25: the scale is 0, codes stay", "QUANT-4"},
      {from_bits(0x32ffffff), "amax is just below 2^-25", "QUANT-4"},
      {0x1p-100f, "amax is tiny and its codes stay", "QUANT-4"},
      {0x1p-126f, "amax is the least normal float", "QUANT-4"},
      {0x1p-127f, "amax is a subnormal float", "QUANT-4"},
      {from_bits(0x00200001), "amax is just above 2^-128", "QUANT-4"},
      {from_bits(0x00200002), "amax is a little above 2^-128", "QUANT-4"}};
  for (const End& end : ends) {
    const Topic topic{to, Level::core, end.why, rules({quant_rule(row), end.rule, "QUANT-3"})};
    Blocks first(row), last(row), every(row);
    first.add({end.amax, -end.amax, end.amax / 2, end.amax / 4});
    last.add({}, {-end.amax});
    every.all(end.amax).all(-end.amax);
    topic.quantise(first.asked());
    topic.at(end.amax < 1 ? Level::core : Level::full).quantise(last.asked());
    topic.at(Level::full).quantise(every.asked());
  }
}

void zeros(Collector& to, const spec::FormatRow& row) {
  const Topic topic{to, Level::core, "a block of zeros of either sign", {"QUANT-3"}};
  topic.at(Level::smoke).quantise(Blocks(row).add({}).asked());
  topic.quantise(Blocks(row).add({-0.0f, 0.0f, -0.0f}).asked());
  topic.quantise(Blocks(row).all(-0.0f).all(0.0f).asked());
  topic.at(Level::core).quantise(Blocks(row).add({}).add({1, -1}).add({}).asked());
}

// The largest magnitude at one place alone, of either sign.
void places(Collector& to, const spec::FormatRow& row) {
  for (std::uint64_t e = 0; e < row.columns; ++e) {
    const bool edge = e == 0 || e + 1 == row.columns || (e & (e - 1)) == 0 || (e & (e + 1)) == 0;
    if (!edge && e % 4 != 1) continue;
    for (const float most : {100.0f, -100.0f}) {
      if (!edge && (most > 0) == (e % 8 == 1)) continue;
      if (edge && most > 0 && e > 4 && e + 1 != row.columns) continue;
      Payload payload({words(table("f32-ordinary", "places"), 3ull * row.columns)});
      payload.put(4 * (row.columns + e), le_float(most));
      const Topic topic{to, edge ? Level::core : Level::full,
                        "the largest magnitude is at element " + std::to_string(e),
                        rules({quant_rule(row), rules_of(row.id).place})};
      topic.quantise({Op::quantise, &row, {3, row.columns}, payload.recipe()});
    }
  }
}

void mixed_blocks(Collector& to, const spec::FormatRow& row) {
  for (unsigned turn = 0; turn < 12; ++turn)
    for (const char* name : {"f32-ordinary", "f32-ties"}) {
      const std::string seed = std::string(name) + std::to_string(turn);
      const Geometry geometry{8 + turn % 3, row.columns * (1ull + turn % 4)};
      const Topic topic{to, turn < 2 ? Level::core : Level::full,
                        "numbers of the table " + std::string(name),
                        rules({quant_rule(row), rules_of(row.id).units})};
      topic.quantise({Op::quantise,
                      &row,
                      geometry,
                      {{words(table(name, seed), geometry.n * geometry.k)}, {}}});
    }
}

// What is read in the page's own examples.
void examples(Collector& to) {
  const spec::FormatRow& row = spec::row_of(spec::Format::q2_0);
  const Topic topic{to,
                    Level::smoke,
                    "the worked examples of quantise.md",
                    {"QUANT-1", "QUANT-3"},
                    {"known-answer"}};
  Bytes plain(18, 0x55), odd(18, 0x55);
  const Bytes heads[] = {{0x00, 0x3c, 0x62}, {0x68, 0x3c, 0x52}};
  for (std::size_t i = 0; i < 3; ++i) {
    plain[i] = heads[0][i];
    odd[i] = heads[1][i];
  }
  topic.know(Blocks(row).add({1.0f, -1.0f, 0.5f, 0.25f}).asked(), plain);
  topic.know(Blocks(row).add({1.1015625f, -1.1015625f, 0.55078125f}).asked(), odd);
}

}  // namespace

void draft_quantise(Collector& to) {
  examples(to);
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!spec::defined(Op::quantise, row.id)) continue;
    ties(to, row);
    between_halves(to, row);
    ends(to, row);
    zeros(to, row);
    places(to, row);
    mixed_blocks(to, row);
  }
}

}  // namespace tritproof::golden
