// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "props/support/sweep.h"

namespace tritproof::test {
namespace {

constexpr int kTensors = 200;
using Random = std::mt19937_64;

Bytes random_bytes(std::size_t count, Random& random) {
  Bytes bytes(count);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

Geometry random_geometry(const spec::FormatRow& row, Random& random) {
  const std::uint64_t down = 1 + random() % 3;
  return units_of(row, down, 1 + random() % 5);
}

// Exponents in range for every multiplier, but for one feature in some of the tables.
Bytes random_table(std::uint64_t n, Random& random) {
  Bytes table(4 * n);
  for (std::uint64_t i = 0; i < n; ++i)
    put32(table, 4 * i, static_cast<std::uint32_t>(random() % 250) - 140);
  if (random() % 4 == 0) put32(table, 4 * (random() % n), static_cast<std::uint32_t>(random()));
  return table;
}

// Any bytes at all; in half of the tensors no reserved code.
Question random_tensor(const spec::FormatRow& row, Random& random) {
  Question question{Op::decode, row.id, random_geometry(row, random), {}};
  question.input = random_bytes(unit_count(row, question.geometry) * row.bytes, random);
  if (random() % 2 == 0) take_out_reserved(row, question.input);
  if (row.side_table)
    question.input = join({question.input, random_table(question.geometry.n, random)});
  if (row.second_layout && random() % 2 == 0) question.flags.layout = spec::Layout::other;
  return question;
}

bool answers(const Question& question) {
  const auto subjects = subjects_declaring(question.op, question.format);
  return std::holds_alternative<Bytes>(subjects.front()->answer(question.request()));
}

TEST(HALF_7, SubjectsAgreeOnRandomTensorsOfEveryFormat) {
  Random random(1);
  for (const spec::FormatRow& row : spec::kFormats) {
    int agreed = 0;
    int answered = 0;
    for (int i = 0; i < kTensors; ++i) {
      Question question = random_tensor(row, random);
      if (!all_agree(question)) break;
      if (answers(question)) ++answered;
      question.flags.bf16 = true;
      if (!all_agree(question)) break;
      question.flags.bf16 = false;
      question.op = Op::validate;
      if (!all_agree(question)) break;
      ++agreed;
    }
    EXPECT_EQ(agreed, kTensors) << row.name;
    EXPECT_GE(answered, kTensors / 4) << row.name;
    EXPECT_EQ(answered < kTensors, row.side_table) << row.name;
  }
}

TEST(T2S_4, SubjectsAgreeOnTheExpansionOfRandomStreams) {
  Random random(2);
  const spec::FormatRow& row = spec::row_of(Format::t2s);
  int answered = 0;
  for (int i = 0; i < kTensors; ++i) {
    Question question{Op::expand, row.id, random_geometry(row, random), {}};
    question.input = random_bytes(unit_count(row, question.geometry) * row.bytes, random);
    if (random() % 4 != 0) take_out_reserved(row, question.input);
    ASSERT_TRUE(all_agree(question));
    if (answers(question)) ++answered;
  }
  EXPECT_GE(answered, kTensors / 2);
  EXPECT_LT(answered, kTensors);
}

// Activations of which half are the extremes.
Bytes random_activations(std::size_t count, Random& random) {
  Bytes a = random_bytes(count, random);
  for (auto& byte : a)
    if (random() % 2 == 0) byte = random() % 2 == 0 ? 0x80 : 0x7f;
  return a;
}

TEST(REPLAY_4, SubjectsAgreeOnRandomReplaysInEveryModeAndNarrowing) {
  Random random(3);
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!row.side_table) continue;
    int combinations[4][3] = {};
    for (int i = 0; i < kTensors; ++i) {
      Question question{Op::replay, row.id, random_geometry(row, random), {}, {}, 1 + random() % 2};
      Bytes tiles = random_bytes(unit_count(row, question.geometry) * row.bytes, random);
      if (random() % 8 != 0) take_out_reserved(row, tiles);
      question.input = join({random_activations(question.m * question.geometry.k, random), tiles});
      for (int pick = 0; pick < 12; ++pick) {
        question.flags.mode = static_cast<spec::ReplayMode>(pick / 3);
        question.flags.narrowing = static_cast<spec::Narrowing>(pick % 3);
        ASSERT_TRUE(all_agree(question));
        ++combinations[pick / 3][pick % 3];
      }
    }
    for (const auto& mode : combinations)
      for (const int cases : mode) EXPECT_EQ(cases, kTensors) << row.name;
  }
}

}  // namespace
}  // namespace tritproof::test
