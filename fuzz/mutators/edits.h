// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "fuzz/mutators/dice.h"
#include "fuzz/question.h"

/// Single changes of a question, each of one kind. A mutation is a few of them.
namespace tritproof::fuzz {

/// An op and format that a target asks about.
struct Choice {
  spec::Op op{};
  spec::Format format{};

  friend bool operator==(const Choice&, const Choice&) = default;
};

/// A question in change: what it may become, and how long its record may be.
struct Draft {
  Question& question;
  std::span<const Choice> menu;
  std::size_t most = 0;  ///< bytes of the record

  [[nodiscard]] laws::Case& asked() const { return question.asked; }
  [[nodiscard]] const spec::FormatRow& row() const { return spec::row_of(question.asked.format); }
  [[nodiscard]] std::uint64_t most_input() const { return most - kQuestionHead; }
};

/// False if the question has nothing that this changes; then nothing was changed.
using Edit = bool (*)(Draft& draft, Dice& dice);

struct EditRow {
  std::string_view name;
  std::uint32_t weight = 0;  ///< how often it is picked, against the sum of all
  Edit edit = nullptr;
};

std::span<const EditRow> code_edits();     ///< codes of tiles and blocks, and whole units
std::span<const EditRow> scale_edits();    ///< scales, multipliers and exponents
std::span<const EditRow> payload_edits();  ///< what encode, quantise and replay take beside tensors
std::span<const EditRow> shape_edits();    ///< sizes, geometry, op and flags

/// Cuts a tensor of many units down to one, its content kept; false if it has few.
bool shrink_question(Draft& draft);

/// The good template of an op and format in that geometry; bytes of M rows come first for replay.
laws::Case good_case(Choice choice, spec::Geometry geometry, std::uint64_t m);

}  // namespace tritproof::fuzz
