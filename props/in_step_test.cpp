// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "codec/subjects.h"
#include "props/gate/bench.h"
#include "props/mutants/mutants.h"
#include "props/properties/property.h"

namespace tritproof {
namespace {

using laws::Pair;
using spec::Format;
using spec::Op;

/// Counts how often it is asked, and answers as the reference does.
class Counting : public Subject {
 public:
  std::string_view name() const override { return "counting"; }
  bool declares(Op op, Format format) const override { return reference_->declares(op, format); }
  Outcome answer(const Request& request) override {
    ++asked;
    return reference_->answer(request);
  }
  std::uint64_t asked = 0;

 private:
  std::unique_ptr<Subject> reference_ = make_reference_subject();
};

std::unique_ptr<Subject> doubling() {
  for (const mutants::Mutant& mutant : mutants::mutants())
    if (mutant.id == "M001") return mutants::make_mutant(mutant);
  return nullptr;
}

TEST(Put, AJudgeIsAskedOnceThoughItIsJudgedToo) {
  Counting judge;
  Counting other;
  const laws::Case asked{"", Op::decode, Format::t2, {}, {32, 256}, 0, Bytes(2176)};
  const Pair pairs[] = {{&judge, &other}, {&other, &judge}, {&judge, &judge}};
  laws::Put put(asked, laws::judges_of(pairs));
  for (const Pair& pair : pairs)
    EXPECT_EQ(std::get<Bytes>(put.answer_of(*pair.subject)),
              std::get<Bytes>(put.answer_of(*pair.judge)));
  EXPECT_EQ(judge.asked, 1u);
  EXPECT_EQ(other.asked, 1u);
}

TEST(InStep, APropertyFindsOfEachSubjectWhatItFindsOfItAlone) {
  const auto reference = make_reference_subject();
  const auto second = make_second_subject();
  const auto wrong = doubling();
  const Pair pairs[] = {
      {reference.get(), second.get()}, {wrong.get(), reference.get()}, {second.get(), wrong.get()}};
  const props::PropertyOptions options{7, 600, "good", {}};
  const auto reports = props::run_properties(pairs, Op::decode, Format::t2, options);
  ASSERT_EQ(reports.size(), 3u);
  EXPECT_TRUE(reports[0].passed());
  EXPECT_TRUE(reports[1].failure && reports[2].failure);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto alone =
        props::run_property(*pairs[i].subject, *pairs[i].judge, Op::decode, Format::t2, options);
    EXPECT_EQ(reports[i].cases, alone.cases) << i;
    EXPECT_EQ(reports[i].seen, alone.seen) << i;
    EXPECT_EQ(reports[i].laws_asked, alone.laws_asked) << i;
    ASSERT_EQ(reports[i].failure.has_value(), alone.failure.has_value()) << i;
    if (alone.failure) {
      EXPECT_EQ(reports[i].failure->replay_line, alone.failure->replay_line);
    }
  }
}

TEST(InStep, ABenchOfEachSubjectIsTheOneThatItGetsAlone) {
  const auto reference = make_reference_subject();
  const auto second = make_second_subject();
  const auto wrong = doubling();
  const Pair pairs[] = {{reference.get(), second.get()},
                        {wrong.get(), reference.get()},
                        {second.get(), reference.get()}};
  const auto budget = gate::budget_of(props::Level::smoke, 1, false);
  const auto benches = gate::run_benches(pairs, Format::t2, budget);
  ASSERT_EQ(benches.size(), 3u);
  EXPECT_TRUE(benches[0].passed() && benches[2].passed());
  EXPECT_FALSE(benches[1].passed());
  for (std::size_t i = 0; i < 3; ++i) {
    const auto alone = gate::run_bench(*pairs[i].subject, *pairs[i].judge, Format::t2, budget);
    EXPECT_EQ(benches[i].cases, alone.cases) << i;
    EXPECT_EQ(benches[i].distinct, alone.distinct) << i;
    for (std::size_t law = 0; law < alone.laws.size(); ++law)
      EXPECT_EQ(benches[i].laws[law].cases, alone.laws[law].cases) << alone.laws[law].law;
  }
}

}  // namespace
}  // namespace tritproof
