// SPDX-License-Identifier: Apache-2.0
#include "fuzz/question.h"

#include <algorithm>
#include <utility>

#include "props/laws/ask.h"
#include "props/laws/words.h"

namespace tritproof::fuzz {
namespace {

constexpr std::uint8_t kKnownFlags = 7;

// The bytes that say which question it is; false if one has no meaning.
bool read_numbers(std::span<const std::uint8_t> bytes, laws::Case& asked) {
  const auto op = spec::op_numbered(bytes[0]);
  const auto format = spec::format_numbered(bytes[1]);
  const auto target = spec::format_numbered(bytes[3]);
  const unsigned mode = bytes[4] & 15u, narrowing = bytes[4] >> 4;
  if (!op || !format || !spec::defined(*op, *format) || bytes[2] > kKnownFlags) return false;
  if ((*op == spec::Op::convert) != target.has_value()) return false;
  if (!target && bytes[3] != 0) return false;
  if (mode > 3 || narrowing > 2) return false;
  asked.op = *op;
  asked.format = *format;
  asked.flags.bf16 = (bytes[2] & 1) != 0;
  asked.flags.clamp = (bytes[2] & 2) != 0;
  asked.flags.layout = (bytes[2] & 4) != 0 ? spec::Layout::other : spec::Layout::standard;
  asked.flags.target = target;
  asked.flags.mode = static_cast<spec::ReplayMode>(mode);
  asked.flags.narrowing = static_cast<spec::Narrowing>(narrowing);
  return true;
}

}  // namespace

std::optional<Question> parse_question(std::span<const std::uint8_t> bytes) {
  Question question;
  laws::Case& asked = question.asked;
  if (bytes.size() < kQuestionHead || !read_numbers(bytes, asked)) return {};
  question.turn = bytes[5];
  asked.m = laws::load_word(bytes, 6, 2);
  if (asked.op != spec::Op::replay && asked.m != 0) return {};
  asked.geometry = {laws::load_word(bytes, 8, 8), laws::load_word(bytes, 16, 8)};
  asked.input.assign(bytes.begin() + kQuestionHead, bytes.end());
  return question;
}

Bytes write_question(const Question& question) {
  const laws::Case& asked = question.asked;
  const spec::Flags& flags = asked.flags;
  Bytes bytes(kQuestionHead);
  bytes[0] = static_cast<std::uint8_t>(asked.op);
  bytes[1] = static_cast<std::uint8_t>(asked.format);
  bytes[2] = static_cast<std::uint8_t>((flags.bf16 ? 1 : 0) | (flags.clamp ? 2 : 0) |
                                       (flags.layout == spec::Layout::other ? 4 : 0));
  bytes[3] = flags.target ? static_cast<std::uint8_t>(*flags.target) : std::uint8_t{0};
  bytes[4] = static_cast<std::uint8_t>(std::to_underlying(flags.mode) |
                                       std::to_underlying(flags.narrowing) << 4);
  bytes[5] = question.turn;
  laws::store_word(bytes, 6, 2, asked.m);
  laws::store_word(bytes, 8, 8, asked.geometry.n);
  laws::store_word(bytes, 16, 8, asked.geometry.k);
  bytes.insert(bytes.end(), asked.input.begin(), asked.input.end());
  return bytes;
}

bool whole(const laws::Case& asked) { return laws::input_bytes(asked) == asked.input.size(); }

}  // namespace tritproof::fuzz
