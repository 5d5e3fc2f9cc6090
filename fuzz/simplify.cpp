// SPDX-License-Identifier: Apache-2.0
#include "fuzz/simplify.h"

#include <optional>

#include "fuzz/question.h"
#include "props/laws/ask.h"
#include "props/properties/case_file.h"

namespace tritproof::fuzz {
namespace {

// One unit of a tensor as a question of its own.
std::optional<Bytes> unit_alone(const Question& question, std::uint64_t unit) {
  const laws::Case& asked = question.asked;
  const spec::FormatRow& row = spec::row_of(asked.format);
  if (row.side_table || (asked.op != spec::Op::decode && asked.op != spec::Op::validate)) return {};
  if (!whole(asked) || (unit + 1) * row.bytes > asked.input.size()) return {};
  Question alone = question;
  alone.asked.geometry = {row.rows, row.columns};
  const auto from = asked.input.begin() + static_cast<std::ptrdiff_t>(unit * row.bytes);
  alone.asked.input.assign(from, from + row.bytes);
  return write_question(alone);
}

// The sound question of the same shape, without flags; as long as this one.
Bytes sound_like(const Question& question) {
  Question sound = question;
  laws::Case& asked = sound.asked;
  sound.turn = 1;
  asked.flags.bf16 = asked.flags.clamp = false;
  asked.flags.layout = spec::Layout::standard;
  constexpr std::uint64_t kMostElements = 1u << 20;
  const auto [n, k] = asked.geometry;
  if (laws::input_bytes(asked) && n <= kMostElements && k <= kMostElements &&
      n * k <= kMostElements) {
    asked.input = props::template_of(
        {asked.op, asked.format, asked.flags, asked.geometry, asked.m, "good", {}});
    asked.input.resize(question.asked.input.size());
  }
  return write_question(sound);
}

}  // namespace

void simplify_question(Search& search) {
  constexpr std::uint64_t kMostUnits = 64;
  const auto first = parse_question(search.best());
  if (!first) return;
  for (std::uint64_t unit = 0; unit < kMostUnits; ++unit) {
    const auto alone = unit_alone(*first, unit);
    if (!alone || *alone == search.best() || search.take(*alone)) break;
  }
  if (const auto question = parse_question(search.best())) search.approach(sound_like(*question));
}

}  // namespace tritproof::fuzz
