// SPDX-License-Identifier: Apache-2.0
// How often random cases show what is wrong, as each row declares: some minutes, so by night.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "codec/subjects.h"
#include "props/laws/agreement.h"
#include "props/mutants/mutants.h"
#include "props/mutants/random_case.h"
#include "props/mutants/rows.h"

namespace tritproof::mutants {
namespace {

constexpr int kSample = 3000;

bool differ(const laws::Case& asked, const Outcome& expected, const Outcome& got) {
  const auto* left = std::get_if<Bytes>(&expected);
  const auto* right = std::get_if<Bytes>(&got);
  if (left != nullptr && right != nullptr && *left == *right) return false;  // quick, and usual
  return laws::agree(asked.request(), expected, got).has_value();
}

// A mutant whose rarity is being measured.
struct Measured {
  const Row* row;
  std::unique_ptr<Subject> subject;
  int differences = 0;

  // Whether more cases could still change the verdict.
  [[nodiscard]] bool open() const {
    if (row->mutant.rarity == Rarity::common) return differences == 0;
    return differences <= (row->mutant.rarity == Rarity::below_1e3 ? 12 : 0);
  }
};

void measure(Op op, Format format, std::vector<Measured>& mutants) {
  const auto control = make_control();
  std::mt19937_64 random(20240229);
  for (int i = 0; i < kSample; ++i) {
    if (std::ranges::none_of(mutants, &Measured::open)) return;
    const laws::Case asked = random_case(op, format, random);
    const Outcome expected = control->answer(asked.request());
    for (Measured& mutant : mutants)
      if (mutant.open() && differ(asked, expected, mutant.subject->answer(asked.request())))
        ++mutant.differences;
  }
}

bool fits(const Measured& mutant) {
  return mutant.row->mutant.rarity == Rarity::common ? mutant.differences > 0 : mutant.open();
}

void measure_all(std::initializer_list<Op> ops) {
  std::map<std::pair<Op, Format>, std::vector<Measured>> by_question;
  for (const Row& row : rows())
    if (std::ranges::find(ops, row.mutant.op) != ops.end())
      by_question[{row.mutant.op, row.mutant.format}].push_back({&row, make_mutant(row.mutant)});
  EXPECT_FALSE(by_question.empty());
  for (auto& [question, measured] : by_question) {
    measure(question.first, question.second, measured);
    for (const Measured& mutant : measured)
      EXPECT_TRUE(fits(mutant)) << mutant.row->mutant.id << " " << mutant.row->mutant.sentence
                                << ": " << mutant.differences;
  }
}

TEST(Mutants, TheRarityOfEachDecoderIsAsDeclared) { measure_all({Op::decode}); }

TEST(Mutants, TheRarityOfEachConverterAndReplayIsAsDeclared) {
  measure_all({Op::convert, Op::replay});
}

TEST(Mutants, TheRarityOfEveryOtherMutantIsAsDeclared) {
  measure_all({Op::validate, Op::encode, Op::quantise, Op::expand});
}

}  // namespace
}  // namespace tritproof::mutants
