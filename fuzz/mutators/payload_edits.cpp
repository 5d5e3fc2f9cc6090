// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "codec/reference/numbers.h"
#include "fuzz/mutators/spots.h"
#include "props/laws/ask.h"
#include "props/laws/reading.h"

namespace tritproof::fuzz {
namespace {

using spec::FieldKind;
using spec::Op;

bool is(const Draft& draft, Op op) { return draft.asked().op == op && whole(draft.asked()); }

constexpr std::array<std::int8_t, 12> kTernary{-1, 0, 1, 2, -2, 3, 4, -4, 127, -127, -128, 64};

bool edit_ternary(Draft& draft, Dice& dice) {
  if (!is(draft, Op::encode)) return false;
  const std::uint64_t codes = draft.asked().geometry.n * draft.asked().geometry.k;
  const bool valid = dice.coin();
  for (std::uint64_t left = dice.few(8); left > 0; --left) {
    const std::uint64_t at = dice.one_in(8) ? codes - 1 : dice.below(codes);
    const std::int8_t code =
        valid ? static_cast<std::int8_t>(dice.below(3) - 1) : dice.pick(kTernary);
    draft.asked().input[at] = static_cast<std::uint8_t>(code);
  }
  return true;
}

bool flood_ternary(Draft& draft, Dice& dice) {
  if (!is(draft, Op::encode)) return false;
  const auto [n, k] = draft.asked().geometry;
  const auto code = static_cast<std::uint8_t>(dice.below(3) - 1);
  const std::uint64_t row = dice.below(n);
  const auto codes = std::span(draft.asked().input);
  std::ranges::fill(dice.coin() ? codes.first(n * k) : codes.subspan(row * k, k), code);
  return true;
}

/// The scale patterns of an encode request.
struct Patterns {
  std::uint64_t at = 0;
  std::uint64_t count = 0;
  std::uint64_t a_row = 0;
};

Patterns patterns_of(const Draft& draft) {
  const auto [n, k] = draft.asked().geometry;
  const std::uint32_t group = laws::encode_group(draft.row());
  return {n * k, n * k / group, std::max<std::uint64_t>(k / group, 1)};
}

void put_pattern(Draft& draft, const Patterns& patterns, std::uint64_t index, std::uint16_t word) {
  laws::store_word(draft.asked().input, patterns.at + 2 * index, 2, word);
}

// A row's patterns: edges, powers of two far apart, or one binade; now and then the whole tensor's.
bool set_patterns(Draft& draft, Dice& dice) {
  if (!is(draft, Op::encode)) return false;
  const Patterns patterns = patterns_of(draft);
  const std::uint64_t row = dice.below(patterns.count) / patterns.a_row * patterns.a_row;
  const bool all = dice.one_in(8);
  const std::uint64_t from = all ? 0 : row, to = all ? patterns.count : row + patterns.a_row;
  const std::uint64_t way = dice.below(4);
  const std::uint16_t same = edge_pattern(FieldKind::f16, dice);
  const std::uint64_t binade = dice.below(31) << 10;
  for (std::uint64_t i = from; i < std::min(to, patterns.count); ++i) {
    const std::uint64_t sign = dice.bits() & 0x8000;
    const std::uint64_t word = way == 0   ? same
                               : way == 1 ? sign | dice.below(31) << 10
                               : way == 2 ? sign | binade | dice.below(0x400)
                                          : sign | binade | 1;
    put_pattern(draft, patterns, i, static_cast<std::uint16_t>(word));
  }
  return true;
}

bool jump_pattern(Draft& draft, Dice& dice) {
  if (!is(draft, Op::encode)) return false;
  const Patterns patterns = patterns_of(draft);
  for (std::uint64_t left = dice.few(4); left > 0; --left)
    put_pattern(draft, patterns, dice.below(patterns.count), edge_pattern(FieldKind::f16, dice));
  return true;
}

constexpr std::array<std::uint32_t, 26> kFloats{
    0x00000000, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001,
    0x00000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0x3f800000, 0xbf800000,
    0x00200000,                                      // 2^-128, whose reciprocal overflows (QUANT-5)
    0x00200001, 0x33000000, 0x33000001, 0x32ffffff,  // about 2^-25
    0x33800000, 0x337fffff,                          // about 2^-24
    0x477fe000, 0x477fefff, 0x477ff000, 0x477fffff,  // 65504, and about 65520
    0x3f000000, 0x3effffff};

std::uint32_t some_float(Dice& dice) {
  if (dice.one_in(4)) return static_cast<std::uint32_t>(dice.bits());
  const std::uint32_t word = dice.pick(kFloats);
  return dice.one_in(4) ? word + static_cast<std::uint32_t>(dice.below(3)) - 1 : word;
}

/// The numbers of one block of a quantise request.
std::span<std::uint8_t> some_block(Draft& draft, Dice& dice) {
  const std::uint64_t bytes = 4 * draft.row().columns;
  const std::uint64_t blocks = draft.asked().input.size() / bytes;
  return std::span(draft.asked().input).subspan(some_unit(blocks, dice) * bytes, bytes);
}

bool edit_number(Draft& draft, Dice& dice) {
  if (!is(draft, Op::quantise)) return false;
  const auto block = some_block(draft, dice);
  for (std::uint64_t left = dice.few(4); left > 0; --left)
    laws::store_word(block, 4 * dice.below(block.size() / 4), 4, some_float(dice));
  return true;
}

// A block whose largest magnitude is a chosen number, and some numbers exactly half of it: where
// digits are rounded (QUANT-2).
bool set_block(Draft& draft, Dice& dice) {
  if (!is(draft, Op::quantise)) return false;
  const auto block = some_block(draft, dice);
  const std::uint64_t count = block.size() / 4;
  std::uint32_t most = some_float(dice) & 0x7fffffff;
  if (dice.coin()) {
    const auto half = static_cast<std::uint16_t>(dice.below(0x7c00));
    most = std::bit_cast<std::uint32_t>(reference::half_to_float(half));
  }
  const std::uint32_t middle = std::bit_cast<std::uint32_t>(std::bit_cast<float>(most) / 2);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint32_t size = i % 4 == 0 ? 0 : i % 4 == 1 ? most : middle;
    const std::uint32_t sign = static_cast<std::uint32_t>(dice.bits()) & 0x80000000;
    laws::store_word(block, 4 * i, 4, sign | size);
  }
  for (std::uint64_t left = dice.below(3); left > 0; --left)
    laws::store_word(block, 4 * dice.below(count), 4,
                     middle + static_cast<std::uint32_t>(dice.below(3)) - 1);
  return true;
}

bool flood_numbers(Draft& draft, Dice& dice) {
  if (!is(draft, Op::quantise)) return false;
  const auto block = some_block(draft, dice);
  const std::uint32_t word = dice.coin() ? std::uint32_t{0} : some_float(dice);
  for (std::uint64_t at = 0; at < block.size(); at += 4) laws::store_word(block, at, 4, word);
  return true;
}

constexpr std::array<std::int8_t, 7> kActivations{-128, 127, -127, 1, -1, 0, 64};

bool edit_activation(Draft& draft, Dice& dice) {
  if (!is(draft, Op::replay)) return false;
  const std::uint64_t count = ahead_of_units(draft.asked());
  for (std::uint64_t left = dice.few(16); left > 0; --left)
    draft.asked().input[dice.below(count)] = static_cast<std::uint8_t>(
        dice.coin() ? dice.pick(kActivations) : static_cast<std::int8_t>(dice.bits()));
  return true;
}

// The largest magnitudes everywhere, the sign by the group of 32: sums leave int32 (REPLAY-2).
bool saturate(Draft& draft, Dice& dice) {
  if (!is(draft, Op::replay)) return false;
  laws::Case& asked = draft.asked();
  const bool change = dice.coin();
  std::uint8_t activation = 0x7f;
  for (std::uint64_t i = 0; i < ahead_of_units(asked); ++i) {
    if (change && i % 32 == 0) activation = dice.coin() ? 0x80 : 0x7f;
    asked.input[i] = activation;
  }
  const bool mixed = dice.coin();
  for (std::uint64_t u = 0; u < units_of(asked); ++u)
    for (const spec::Field& field : spec::fields_of(draft.row())) {
      const auto bytes = std::span(asked.input).subspan(field_offset(asked, u, field), field.bytes);
      if (field.kind == FieldKind::code2) std::ranges::fill(bytes, std::uint8_t{0xaa});
      if (field.kind == FieldKind::int4) std::ranges::fill(bytes, std::uint8_t{0x88});
      for (std::uint64_t i = 0; field.kind == FieldKind::int16 && i < bytes.size(); i += 2)
        laws::store_word(bytes, i, 2, mixed && dice.coin() ? 0x8000 : 0x7fff);
    }
  return true;
}

constexpr std::array<EditRow, 9> kPayloadEdits{{
    {"edit a code to encode", 8, edit_ternary},
    {"one code in a row to encode", 2, flood_ternary},
    {"set the patterns of a row", 6, set_patterns},
    {"jump a pattern to another class", 8, jump_pattern},
    {"edit a number to quantise", 8, edit_number},
    {"set the largest number of a block", 8, set_block},
    {"one number in a block", 3, flood_numbers},
    {"edit activations", 6, edit_activation},
    {"the largest magnitudes everywhere", 6, saturate},
}};

}  // namespace

std::span<const EditRow> payload_edits() { return kPayloadEdits; }

}  // namespace tritproof::fuzz
