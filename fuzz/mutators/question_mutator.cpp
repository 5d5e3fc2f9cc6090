// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutators/question_mutator.h"

#include <algorithm>
#include <string>
#include <vector>

namespace tritproof::fuzz {
namespace {

constexpr int kTries = 24;

const EditRow& some_edit(const std::vector<EditRow>& edits, std::uint32_t sum, Dice& dice) {
  std::uint64_t at = dice.below(sum);
  for (const EditRow& row : edits) {
    if (at < row.weight) return row;
    at -= row.weight;
  }
  return edits.front();
}

bool on_the_menu(const Question& question, std::span<const Choice> menu) {
  return std::ranges::find(menu, Choice{question.asked.op, question.asked.format}) != menu.end();
}

void edit_once(Draft& draft, Dice& dice) {
  static const std::vector<EditRow> edits = all_edits();
  static const std::uint32_t sum = [] {
    std::uint32_t weights = 0;
    for (const EditRow& row : edits) weights += row.weight;
    return weights;
  }();
  for (int left = kTries; left > 0; --left)
    if (some_edit(edits, sum, dice).edit(draft, dice)) return;
}

// All laws and all subjects are ten times as dear as one turn's share, so they are rare.
std::uint8_t some_turn(Dice& dice) {
  constexpr std::uint32_t kAllIn = 64;
  return dice.one_in(kAllIn) ? std::uint8_t{0} : static_cast<std::uint8_t>(1 + dice.below(255));
}

}  // namespace

std::vector<EditRow> all_edits() {
  std::vector<EditRow> all;
  for (const auto family : {code_edits, scale_edits, payload_edits, shape_edits})
    for (const EditRow& row : family()) all.push_back(row);
  return all;
}

void mutate_question(Bytes& bytes, std::size_t most, std::uint64_t seed,
                     std::span<const Choice> menu) {
  Dice dice(seed);
  auto question = parse_question(bytes);
  if (!question || !on_the_menu(*question, menu)) question = seed_question(menu.front());
  Draft draft{*question, menu, std::max(most, kQuestionHead)};
  if (!dice.one_in(4)) shrink_question(draft);
  for (std::uint64_t left = dice.few(4); left > 0; --left) edit_once(draft, dice);
  question->turn = some_turn(dice);
  bytes = write_question(*question);
  if (bytes.size() > most) bytes.resize(most);
}

Bytes cross_questions(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b,
                      std::size_t most, std::uint64_t seed) {
  Dice dice(seed);
  Bytes mixed(a.begin(), a.end());
  const std::size_t both = std::min(a.size(), b.size());
  const bool like = both > kQuestionHead && std::equal(a.begin(), a.begin() + 2, b.begin());
  const auto question = parse_question(a);
  const std::uint64_t unit =
      like && question && dice.coin() ? spec::row_of(question->asked.format).bytes : dice.few(64);
  for (std::size_t at = kQuestionHead; at < both; at += unit)
    if (dice.one_in(3))
      std::copy_n(b.begin() + static_cast<std::ptrdiff_t>(at),
                  std::min<std::size_t>(unit, both - at),
                  mixed.begin() + static_cast<std::ptrdiff_t>(at));
  if (mixed.size() > most) mixed.resize(most);
  return mixed;
}

Question seed_question(Choice choice) {
  const spec::FormatRow& row = spec::row_of(choice.format);
  const spec::Geometry geometry{row.rows, row.is_tile() ? row.columns : spec::kTileColumns};
  Question question{good_case(choice, geometry, choice.op == spec::Op::replay ? 1 : 0), 1};
  if (choice.op == spec::Op::convert)
    question.asked.flags.target = row.ternary && choice.format != spec::Format::pq2_0
                                      ? spec::Format::pq2_0
                                  : row.ternary ? spec::Format::tq2_0
                                                : spec::Format::q4_1;
  return question;
}

}  // namespace tritproof::fuzz
