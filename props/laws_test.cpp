// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "props/laws_fixture.h"

namespace tritproof::laws {
namespace {

TEST(Laws, AgreementAloneCatchesASignLostAtTheLastElement) {
  const Lie lie = changed(Op::decode, [](const Request&, Bytes& answer) { answer.back() ^= 0x80; });
  expect_alone("agreement", case_for(Op::decode, Format::t2, kTile, good(Format::t2, kTile)), lie,
               {});
}

TEST(Laws, AnswerAloneCatchesAByteTooMany) {
  const Lie lie = changed(Op::validate, [](const Request&, Bytes& answer) { answer.push_back(0); });
  expect_alone("answer", case_for(Op::validate, Format::t2, kTile, good(Format::t2, kTile)), lie,
               {Op::validate});
}

TEST(Laws, AnswerCatchesASubjectThatCrashes) {
  Partial judge({Op::validate});
  Liar liar([](Subject&, const Request&) { return Trouble{tritproof::Verdict::crash, "gone"}; });
  const Case asked = case_for(Op::validate, Format::t2, kTile, good(Format::t2, kTile));
  EXPECT_TRUE(broken(asked, liar, judge).contains("answer"));
}

TEST(Laws, AnswerAloneCatchesBytesWhereTheSizeIsWrong) {
  Bytes cut = good(Format::t2, kTile);
  cut.pop_back();
  const Lie lie = [](Subject& subject, const Request& request) {
    Bytes padded(request.input.begin(), request.input.end());
    padded.resize(2176);
    Request whole = request;
    whole.input = padded;
    return subject.answer(whole);
  };
  expect_alone("answer", case_for(Op::validate, Format::t2, kTile, cut), lie, {Op::validate});
}

Bytes stream_with_reserved() {
  Bytes stream = good(Format::t2s, kTile);
  stream.resize(2176);
  stream[7] = 0x0f;
  return stream;
}

TEST(Laws, RefusalAloneCatchesPlacesOutOfOrder) {
  const Lie lie = [](Subject& subject, const Request& request) {
    Outcome outcome = subject.answer(request);
    auto* refusal = std::get_if<spec::Refusal>(&outcome);
    if (refusal != nullptr && refusal->places.size() > 1)
      std::swap(refusal->places[0], refusal->places[1]);
    return outcome;
  };
  expect_alone("refusal", case_for(Op::expand, Format::t2s, kTile, stream_with_reserved()), lie,
               {Op::expand});
}

TEST(Laws, RefusalAloneCatchesANameThatTheOpDoesNotGive) {
  const Lie lie = [](Subject& subject, const Request& request) {
    if (request.op != Op::validate) return subject.answer(request);
    return Outcome(spec::Refusal{spec::RefusalName::NonFiniteScale, 1, {}, {}, {}, {}});
  };
  expect_alone("refusal", case_for(Op::validate, Format::t2, kTile, good(Format::t2, kTile)), lie,
               {Op::validate});
}

TEST(Laws, DeterminismAloneCatchesAnAnswerThatDependsOnThePoison) {
  const Lie lie = changed(Op::validate, [](const Request& request, Bytes& answer) {
    answer[32] = static_cast<std::uint8_t>(request.poison & 1);
  });
  expect_alone("determinism", case_for(Op::validate, Format::t2, kTile, good(Format::t2, kTile)),
               lie, {Op::validate});
}

TEST(Laws, UntouchedAloneCatchesASubjectThatWritesIntoItsInput) {
  const Lie lie = [](Subject& subject, const Request& request) {
    Outcome outcome = subject.answer(request);
    if (request.op == Op::validate) const_cast<std::uint8_t&>(request.input[0]) = 0x55;
    return outcome;
  };
  Bytes tile = good(Format::t2, kTile);
  tile[0] = 0x55;  // a byte overwritten by itself shows in the complement only
  expect_alone("untouched", case_for(Op::validate, Format::t2, kTile, tile), lie, {Op::validate});
}

TEST(Laws, NotTernaryAloneCatchesAWrongCount) {
  Case asked = encode_case(Format::t2, kTile);
  asked.input[5] = 2;
  expect_alone("not ternary", asked, miscounted(Op::encode), {Op::encode});
}

TEST(Laws, NotFiniteAloneCatchesAWrongCount) {
  Bytes numbers(4 * 64);
  store_word(numbers, 8, 4, 0x7fc00000);
  expect_alone("not finite", case_for(Op::quantise, Format::q2_0, {1, 64}, numbers),
               miscounted(Op::quantise), {Op::quantise});
}

TEST(Laws, ThirdCodeAloneCatchesAWrongCount) {
  expect_alone("third code", case_for(Op::expand, Format::t2s, kTile, stream_with_reserved()),
               miscounted(Op::expand), {Op::expand});
}

TEST(Laws, ThirdCodeCatchesPlusTwoThatIsClampedUnasked) {
  Bytes block = ternary(Format::pq2_0, {1, 256});
  block[2] = 0xff;
  Partial judge({Op::convert});
  Liar liar([](Subject& subject, const Request& request) {
    Request clamped = request;
    clamped.flags.clamp = true;
    return subject.answer(clamped);
  });
  EXPECT_TRUE(
      broken(conversion(Format::pq2_0, Format::t2, {32, 256}, Bytes{}), liar, judge).empty());
  const Case asked = conversion(Format::pq2_0, Format::tq2_0, {1, 256}, block);
  EXPECT_TRUE(broken(asked, liar, judge).contains("third code"));
}

TEST(Laws, CountsAloneCatchesMoreThanThereIs) {
  const Lie lie = changed(Op::validate, [](const Request&, Bytes& answer) { answer[7] = 1; });
  expect_alone("counts", case_for(Op::validate, Format::t2, kTile, good(Format::t2, kTile)), lie,
               {Op::validate});
}

TEST(Laws, CountedAlikeAloneCatchesAReservedCodeThatValidateMisses) {
  Bytes tensor = good(Format::t2s, kTile);
  tensor[7] = 0x0f;
  const Lie lie = changed(Op::validate, [](const Request&, Bytes& answer) { answer[0] = 0; });
  expect_alone("counted alike", case_for(Op::validate, Format::t2s, kTile, tensor), lie,
               {Op::validate});
}

TEST(Laws, CountedAlikeTakesARefusalWithoutACountAsSomeAndNotAsNone) {
  const Lie unsaid = [](Subject& subject, const Request& request) {
    Outcome outcome = subject.answer(request);
    if (auto* refusal = std::get_if<spec::Refusal>(&outcome)) refusal->count = 0;
    return outcome;
  };
  Bytes tensor = good(Format::t2s, kTile);
  tensor[7] = 0x0f;
  const Case asked = case_for(Op::validate, Format::t2s, kTile, tensor);
  Partial judge({Op::validate});
  Liar piped(unsaid);
  EXPECT_FALSE(broken(asked, piped, judge).contains("counted alike"));
  Liar blind([unsaid](Subject& subject, const Request& request) {
    Outcome outcome = unsaid(subject, request);
    if (request.op == Op::validate) std::get<Bytes>(outcome)[0] = 0;
    return outcome;
  });
  EXPECT_TRUE(broken(asked, blind, judge).contains("counted alike"));
}

TEST(Laws, RoundingAloneCatchesABf16ThatIsCutOff) {
  const Lie lie = [](Subject& subject, const Request& request) {
    Request wide = request;
    wide.flags.bf16 = false;
    Outcome outcome = subject.answer(wide);
    auto* bytes = std::get_if<Bytes>(&outcome);
    if (!request.flags.bf16 || bytes == nullptr) return outcome;
    Bytes cut;
    for (std::size_t at = 2; at < bytes->size(); at += 4)
      cut.insert(cut.end(), bytes->begin() + static_cast<std::ptrdiff_t>(at),
                 bytes->begin() + static_cast<std::ptrdiff_t>(at + 2));
    return Outcome(cut);
  };
  expect_alone("rounding", case_for(Op::decode, Format::q8, kTile, good(Format::q8, kTile)), lie,
               {Op::decode});
}

TEST(Laws, TilesAloneCatchesTilesInTheOtherOrder) {
  const Lie lie = changed(Op::decode, [](const Request& request, Bytes& answer) {
    const auto width = static_cast<std::ptrdiff_t>(word_bytes(request));
    if (request.geometry.k > 256) std::rotate(answer.begin(), answer.begin() + width, answer.end());
  });
  const spec::Geometry wide{32, 512};
  expect_alone("tiles", case_for(Op::decode, Format::t2, wide, good(Format::t2, wide)), lie,
               {Op::decode});
}

TEST(Laws, TilesAloneCatchesACountOfTheFirstTileOnly) {
  Bytes tensor = good(Format::t2, {32, 512});
  tensor[2176 + 3] = 0xff;
  const Lie lie = changed(Op::validate, [](const Request& request, Bytes& answer) {
    if (request.geometry.k > 256) answer[0] = 0;
  });
  expect_alone("tiles", case_for(Op::validate, Format::t2, {32, 512}, tensor), lie, {Op::validate});
}

TEST(Laws, JudgeNamesTheLawAndAsksDearOnesOfEveryStrideThCaseOnly) {
  Partial judge({Op::validate});
  Liar liar(changed(Op::validate, [](const Request& request, Bytes& answer) {
    answer[32] = static_cast<std::uint8_t>(request.poison & 1);
  }));
  const Case asked = case_for(Op::validate, Format::t2, kTile, good(Format::t2, kTile));
  const Outcome outcome = liar.answer(asked.request());
  const Trial trial{asked, liar, judge, outcome, outcome};
  const Verdict verdict = laws::judge(trial, 0);
  ASSERT_TRUE(verdict.has_value());
  EXPECT_EQ(verdict->law, "determinism");
  EXPECT_FALSE(laws::judge(trial, 1).has_value());
}

TEST(Laws, EveryLawHasANameASentenceAndAStride) {
  std::set<std::string_view> names;
  for (const Law& law : laws()) {
    EXPECT_TRUE(names.insert(law.name).second) << law.name;
    EXPECT_FALSE(law.sentence.empty());
    EXPECT_GE(law.stride, 1u);
  }
  EXPECT_EQ(names.size(), 23u);
}

}  // namespace
}  // namespace tritproof::laws
