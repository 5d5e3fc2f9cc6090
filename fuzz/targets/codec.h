// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>

#include "fuzz/mutators/question_mutator.h"
#include "fuzz/panel.h"
#include "fuzz/question.h"
#include "fuzz/simplify.h"
#include "fuzz/target.h"

/// What the targets of codecs have in common: a menu of questions, put to the panel.
namespace tritproof::fuzz {

inline constexpr std::size_t kMostQuestion = 96u << 10;  ///< bytes: 16-bit offsets wrap below it

/// A target from its menu. A question of another op or format is rejected.
template <const auto& menu>
struct CodecTarget {
  static bool takes(spec::Op op, spec::Format format) {
    return std::ranges::find(menu, Choice{op, format}) != menu.end();
  }

  static void run(std::span<const std::uint8_t> input) {
    const auto question = parse_question(input);
    if (!question) return;
    const laws::Case& asked = question->asked;
    if (!takes(asked.op, asked.format)) return;
    Panel::here().put(asked, question->turn);
  }

  static void mutate(Bytes& input, std::size_t most, std::uint64_t seed) {
    mutate_question(input, most, seed, menu);
  }

  static std::vector<Seed> seeds() {
    std::vector<Seed> all;
    for (const Choice& choice : menu)
      all.push_back({std::string(spec::name_of(choice.op)) + "-" +
                         std::string(spec::row_of(choice.format).name),
                     write_question(seed_question(choice))});
    return all;
  }
};

template <const auto& menu>
constexpr Target codec_target(std::string_view name) {
  using It = CodecTarget<menu>;
  return {name,      "question", kMostQuestion,     It::run,  It::mutate, cross_questions,
          It::seeds, nullptr,    simplify_question, It::takes};
}

}  // namespace tritproof::fuzz
