// SPDX-License-Identifier: Apache-2.0
#include "props/mutants/mutants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "codec/subjects.h"
#include "props/laws/agreement.h"
#include "props/mutants/random_case.h"
#include "props/mutants/rows.h"

namespace tritproof::mutants {
namespace {

std::string told(const laws::Finding& finding) {
  return finding.where + ": expected " + finding.expected + ", got " + finding.got;
}

void expect_same(Subject& judge, Subject& subject, const laws::Case& asked,
                 std::string_view label) {
  const auto broken =
      laws::agree(asked.request(), judge.answer(asked.request()), subject.answer(asked.request()));
  EXPECT_FALSE(broken) << label << " " << name_of(asked.op) << " "
                       << spec::row_of(asked.format).name << " at "
                       << (broken ? told(*broken) : "");
}

template <class Visit>
void every_op_and_format(Visit visit) {
  for (std::size_t op = 1; op <= spec::kOpNames.size(); ++op)
    for (const spec::FormatRow& row : spec::kFormats)
      if (spec::defined(static_cast<Op>(op), row.id)) visit(static_cast<Op>(op), row.id);
}

TEST(Mutants, TheControlAgreesWithTheReferenceOnRandomCases) {
  const auto reference = make_reference_subject();
  const auto control = make_control();
  every_op_and_format([&](Op op, Format format) {
    std::mt19937_64 random(7);
    for (int i = 0; i < 200 && !::testing::Test::HasFailure(); ++i)
      expect_same(*reference, *control, random_case(op, format, random), "random");
  });
}

TEST(Mutants, TheControlAgreesWithTheReferenceOnEveryWitness) {
  const auto reference = make_reference_subject();
  const auto control = make_control();
  for (const Row& row : rows()) expect_same(*reference, *control, witness_of(row), row.mutant.id);
}

TEST(Mutants, TheControlAgreesWithTheReferenceOnPlainTensorsOfEveryTarget) {
  const auto reference = make_reference_subject();
  const auto control = make_control();
  every_op_and_format([&](Op op, Format format) {
    expect_same(*reference, *control, Draft(op, format).done(), "plain");
    for (const spec::FormatRow& target : spec::kFormats)
      if (op == Op::convert)
        expect_same(*reference, *control, Draft(op, format).target(target.id).done(), target.name);
  });
}

TEST(Mutants, TheControlAgreesWithTheReferenceInEveryModeOfReplay) {
  const auto reference = make_reference_subject();
  const auto control = make_control();
  for (const Format format : {Format::t2s, Format::pb16i})
    for (int mode = 0; mode < 4; ++mode)
      for (int narrowing = 0; narrowing < 3; ++narrowing) {
        Draft draft(Op::replay, format);
        draft.units(2, 3).mode(static_cast<spec::ReplayMode>(mode),
                               static_cast<spec::Narrowing>(narrowing));
        draft.every_a(-128).every_raw(format == Format::t2s ? 2 : 8).every_scale(0x8000);
        expect_same(*reference, *control, draft.done(), "replay");
      }
}

TEST(Mutants, EveryMutantDiffersFromTheControlOnItsWitness) {
  const auto control = make_control();
  for (const Row& row : rows()) {
    const auto mutant = make_mutant(row.mutant);
    ASSERT_NE(mutant, nullptr);
    const laws::Case asked = witness_of(row);
    EXPECT_TRUE(laws::agree(asked.request(), control->answer(asked.request()),
                            mutant->answer(asked.request())))
        << row.mutant.id << " " << row.mutant.sentence;
  }
}

TEST(Mutants, ThereAreEnoughOfThemAndEnoughAreRare) {
  std::set<std::string_view> ids;
  std::set<std::pair<Op, std::string_view>> edits;
  std::set<std::pair<Op, Format>> questions;
  std::map<Rarity, int> count;
  for (const Mutant& mutant : mutants()) {
    EXPECT_TRUE(ids.insert(mutant.id).second) << mutant.id;
    EXPECT_FALSE(mutant.sentence.empty()) << mutant.id;
    EXPECT_TRUE(spec::defined(mutant.op, mutant.format)) << mutant.id;
    edits.insert({mutant.op, mutant.sentence});
    questions.insert({mutant.op, mutant.format});
    ++count[mutant.rarity];
  }
  EXPECT_GE(ids.size(), 170u);
  EXPECT_GE(edits.size(), 90u);
  EXPECT_GE(count[Rarity::below_1e3] + count[Rarity::below_1e5], 35);
  EXPECT_GE(count[Rarity::below_1e5], 14);
  every_op_and_format([&](Op op, Format format) {
    const bool covered = questions.contains({op, format});
    EXPECT_TRUE(covered || op == Op::validate) << name_of(op) << " " << spec::row_of(format).name;
  });
}

TEST(Mutants, EachDeclaresItsOwnOpAndFormatOnly) {
  for (const Mutant& mutant : mutants()) {
    const auto subject = make_mutant(mutant);
    EXPECT_EQ(subject->name(), mutant.id);
    every_op_and_format([&](Op op, Format format) {
      EXPECT_EQ(subject->declares(op, format), op == mutant.op && format == mutant.format);
    });
  }
}

TEST(Mutants, WhatIsNotDeclaredIsRefused) {
  const auto subject = make_mutant(mutants().front());
  const laws::Case asked = Draft(Op::quantise, Format::q2_0).done();
  const Outcome outcome = subject->answer(asked.request());
  const auto* refused = std::get_if<spec::Refusal>(&outcome);
  ASSERT_NE(refused, nullptr);
  EXPECT_EQ(refused->name, RefusalName::NoSuchConversion);
}

TEST(Mutants, AMutantThatIsNotInTheListIsNotMade) {
  EXPECT_EQ(make_mutant({"M000", "nothing", "", Op::decode, Format::t2, Rarity::common}), nullptr);
}

// M382 lets a row through that is shorter than the 128 k of a scale.
TEST(Mutants, ARowThatShouldHaveBeenRefusedIsAnsweredWithoutReadingPastIt) {
  const auto all = mutants();
  const auto lets_it = std::ranges::find(all, "M382", &Mutant::id);
  ASSERT_NE(lets_it, all.end());
  spec::Flags options;
  options.target = Format::pb16i;
  const laws::Case asked{"", Op::convert, Format::q2_0, options, {1, 64}, 0, Bytes(18)};
  const Outcome outcome = make_mutant(*lets_it)->answer(asked.request());
  const auto* bytes = std::get_if<Bytes>(&outcome);
  ASSERT_NE(bytes, nullptr);
  EXPECT_EQ(bytes->size(), 4u);  // no whole tile, one exponent
}

TEST(Mutants, EveryEquivalentEditHasAProof) {
  EXPECT_GE(equivalents().size(), 5u);
  for (const Equivalent& edit : equivalents()) EXPECT_FALSE(edit.proof.empty()) << edit.sentence;
}

}  // namespace
}  // namespace tritproof::mutants
