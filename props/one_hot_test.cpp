// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "props/laws/words.h"
#include "props/support/sweep.h"

namespace tritproof::test {
namespace {

using Element = std::pair<std::uint32_t, std::uint32_t>;

// Sets of elements of which no two share a row or a column. `step` 8 and 9 together tell all
// elements of a tile apart: c - 8r and c - 9r give r and c.
std::vector<std::vector<Element>> probes(const spec::FormatRow& row, std::uint32_t step) {
  std::vector<std::vector<Element>> sets(row.columns);
  for (std::uint32_t c = 0; c < row.columns; ++c)
    for (std::uint32_t r = 0; r < row.rows; ++r)
      sets[c].push_back({r, (c + step * r) % row.columns});
  return sets;
}

// One unit a set, all codes zero but +1 at the set's elements.
Question probing(const spec::FormatRow& row, const std::vector<std::vector<Element>>& sets,
                 spec::Layout layout) {
  Question question{Op::decode, row.id, units_of(row, 1, sets.size()), {}};
  question.flags.layout = layout;
  for (const auto& set : sets) {
    Bytes unit = good_unit(row);
    for (const auto& [r, c] : set) put_code(unit, row.id, r, c, 1, layout);
    question.input.insert(question.input.end(), unit.begin(), unit.end());
  }
  if (row.side_table) question.input = join({question.input, side_table(row.rows, 0)});
  return question;
}

// The words of a unit whose codes are all zero, or all +1.
std::vector<std::uint32_t> words_with(const spec::FormatRow& row, int code, spec::Layout layout) {
  Bytes unit = good_unit(row);
  std::vector<std::uint32_t> words;
  for (std::uint32_t r = 0; r < row.rows; ++r) {
    for (std::uint32_t c = 0; c < row.columns; ++c) {
      put_code(unit, row.id, r, c, code, layout);
      words.push_back(word_of(weight_in(unit, row.id, r, c, 0, layout)));
    }
  }
  return words;
}

// Elements that were found where they belong and nowhere else.
std::uint64_t found(const spec::FormatRow& row, const std::vector<std::vector<Element>>& sets,
                    spec::Layout layout) {
  const Question question = probing(row, sets, layout);
  const Bytes words = agreed_words(question);
  if (words.size() != 4 * question.geometry.n * question.geometry.k) return 0;
  const std::vector<std::uint32_t> off = words_with(row, 0, layout);
  const std::vector<std::uint32_t> on = words_with(row, 1, layout);
  std::uint64_t elements = 0;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    std::vector<std::uint32_t> expected = off;
    for (const auto& [r, c] : sets[set]) expected[r * row.columns + c] = on[r * row.columns + c];
    for (std::uint32_t i = 0; i < row.elements(); ++i) {
      const std::uint64_t at =
          i / row.columns * question.geometry.k + set * row.columns + i % row.columns;
      if (laws::load_word(words, 4 * at, 4) != expected[i]) return 0;
      elements += expected[i] != off[i];
    }
  }
  return elements;
}

TEST(HALF_7, OneCodeAtItsPlaceChangesThatWeightAndNoOther) {
  int layouts = 0;
  for (const spec::FormatRow& row : spec::kFormats) {
    for (const spec::Layout layout : {spec::Layout::standard, spec::Layout::other}) {
      if (layout == spec::Layout::other && !row.second_layout) continue;
      SCOPED_TRACE(row.name);
      for (const std::uint32_t step : {8u, 9u})
        EXPECT_EQ(found(row, probes(row, step), layout), row.elements());
      ++layouts;
    }
  }
  EXPECT_EQ(layouts, 13);
}

// The sheet of probes beside each other, under scales that all differ where formats keep them.
Sheet sheet_of_probes(const spec::FormatRow& row, std::uint32_t step) {
  const auto sets = probes(row, step);
  const Geometry geometry = units_of(row, 1, row.columns);
  Sheet sheet{geometry, std::vector<std::int8_t>(geometry.n * geometry.k), {}};
  for (std::size_t set = 0; set < sets.size(); ++set)
    for (const auto& [r, c] : sets[set]) sheet.codes[r * geometry.k + set * row.columns + c] = 1;
  for (std::uint64_t g = 0; g < (geometry.n * geometry.k + 127) / 128; ++g)
    sheet.halves.push_back(static_cast<std::uint16_t>(0x3c00 + g % 0x400));
  return sheet;
}

TEST(REF_7, OneCodeIsEncodedToItsPlaceAndNoOther) {
  int formats = 0;
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!row.ternary) continue;
    for (const std::uint32_t step : {8u, 9u}) {
      const Sheet sheet = sheet_of_probes(row, step);
      expect_answer(encode_of(row.id, sheet), build(row.id, sheet));
    }
    ++formats;
  }
  EXPECT_EQ(formats, 8);
}

}  // namespace
}  // namespace tritproof::test
