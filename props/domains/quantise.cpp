// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "codec/reference/numbers.h"
#include "props/domains/asker.h"
#include "props/domains/domains.h"

/// Quantise where it rounds: halves of amax, amax between two halves, the ends of both ranges.
namespace tritproof::props {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

bool has_quantiser(spec::Format format) { return spec::defined(spec::Op::quantise, format); }

float from_bits(std::uint32_t bits) { return std::bit_cast<float>(bits); }

/// Blocks of one format, asked in tensors of 256.
class Blocks {
 public:
  Blocks(Asker& asker, const spec::FormatRow& row, std::string why)
      : asker_(asker), row_(row), why_(std::move(why)) {}
  Blocks(const Blocks&) = delete;
  ~Blocks() { flush(); }

  /// A block that begins with `head` and ends with `tail`, zeros between.
  void add(std::initializer_list<float> head, std::initializer_list<float> tail = {}) {
    const std::size_t start = numbers_.size();
    numbers_.resize(start + row_.columns);
    std::ranges::copy(head, numbers_.begin() + static_cast<std::ptrdiff_t>(start));
    std::ranges::copy(tail, numbers_.end() - static_cast<std::ptrdiff_t>(tail.size()));
    if (numbers_.size() >= std::size_t{256} * row_.columns) flush();
  }

  void flush() {
    if (numbers_.empty()) return;
    Bytes input(4 * numbers_.size());
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      laws::store_word(input, 4 * i, 4, std::bit_cast<std::uint32_t>(numbers_[i]));
    asker_.ask(why_, spec::Op::quantise, {numbers_.size() / row_.columns, row_.columns},
               std::move(input));
    numbers_.clear();
  }

 private:
  Asker& asker_;
  const spec::FormatRow& row_;
  std::string why_;
  std::vector<float> numbers_;
};

// Half of amax and its neighbours, both signs; amax last of all as well as first.
void add_ties(Blocks& blocks, float amax) {
  const float half = amax / 2;
  const float below = std::nextafter(half, 0.0f);
  const float above = std::nextafter(half, kInf);
  blocks.add({amax, half, -half, below, -below, above, -above, amax / 4, -amax},
             {half, above, below, -amax});
}

void ties(Asker& asker, const spec::FormatRow& row, std::uint32_t step) {
  Blocks blocks(asker, row, "ties at half of amax");
  for (std::uint32_t p = 1; p < 0x0400; p += step)
    add_ties(blocks, reference::half_to_float(static_cast<std::uint16_t>(p)));
  for (const std::uint32_t exponent : {0x3c00u, 0x0400u, 0x7800u})
    for (std::uint32_t p = 0; p < 0x0400; p += step)
      add_ties(blocks, reference::half_to_float(static_cast<std::uint16_t>(exponent | p)));
}

// amax at, just below and just above the middle of two neighbouring halves.
void boundaries(Asker& asker, const spec::FormatRow& row, Level level) {
  Blocks blocks(asker, row, "amax between two halves");
  const std::uint32_t step = level == Level::smoke ? 61 : 1;
  for (std::uint32_t p = 0; p < 0x7bff && asker.open(); p += step) {
    const bool due = p < 0x0400 || (p >= 0x3c00 && p < 0x4000) || p % 0x400 == 0x3ff;
    if (level != Level::full && !due) continue;
    const float low = reference::half_to_float(static_cast<std::uint16_t>(p));
    const float high = reference::half_to_float(static_cast<std::uint16_t>(p + 1));
    const float middle = (low + high) / 2;
    blocks.add({middle, -low});
    blocks.add({-std::nextafter(middle, 0.0f), low});
    blocks.add({low}, {-std::nextafter(middle, kInf)});
  }
}

void ends(Asker& asker, const spec::FormatRow& row) {
  Blocks blocks(asker, row, "amax at the ends of its range");
  for (const float amax : {65504.0f, from_bits(0x477fefff), 65520.0f, 65536.0f, 1e30f,
                           std::numeric_limits<float>::max(), 0x1p-24f, 0x1p-25f,
                           from_bits(0x33000001), from_bits(0x32ffffff), 0x1p-126f, 0x1p-127f,
                           from_bits(0x00200001), from_bits(0x00200002), 0x1p-100f}) {
    blocks.add({amax, -amax, amax / 2, amax / 4});
    blocks.add({}, {-amax});
  }
  blocks.add({});
  blocks.add({-0.0f, 0.0f, -0.0f});
}

void wrong(Asker& asker, const spec::FormatRow& row) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float bad : {nan, -nan, kInf, -kInf, from_bits(0x00200000), -from_bits(0x00200000),
                          from_bits(1), from_bits(0x7f800001)}) {
    Blocks first(asker, row, "wrong number first");
    first.add({bad});
    first.add({1, 2});
    first.flush();
    Blocks last(asker, row, "wrong number last");
    last.add({1, 2});
    last.add({}, {bad});
  }
  Blocks many(asker, row, "wrong numbers of two kinds");
  many.add({from_bits(1)});
  many.add({1, nan, 2, kInf, nan, nan, nan, nan, nan, nan, nan}, {nan});
  many.add({from_bits(2)});
}

void enumerate(spec::Format format, Level level, std::uint64_t, const laws::Take& take) {
  Asker asker(format, take);
  const spec::FormatRow& row = spec::row_of(format);
  ends(asker, row);
  wrong(asker, row);
  ties(asker, row, level == Level::smoke ? 53 : 1);
  boundaries(asker, row, level);
}

}  // namespace

const Domain kQuantiseDomain{"quantise", "ties at half of amax, amax between halves, the ends",
                             has_quantiser, enumerate};

}  // namespace tritproof::props
