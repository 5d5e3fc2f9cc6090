// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz/mutators/edits.h"

/// Changes of whole questions: plain functions of bytes and a seed.
namespace tritproof::fuzz {

/// A few edits of a question. What is no question of the menu becomes the seed of its first choice
/// before it is edited. The result has at most `most` bytes.
void mutate_question(Bytes& bytes, std::size_t most, std::uint64_t seed,
                     std::span<const Choice> menu);

/// The head of one question with units, or runs of bytes, of both inputs.
Bytes cross_questions(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b,
                      std::size_t most, std::uint64_t seed);

/// The canonical question of a choice: one tile, or the blocks of 256 columns, of the good
/// template.
Question seed_question(Choice choice);

/// All edits, whatever they change.
std::vector<EditRow> all_edits();

}  // namespace tritproof::fuzz
