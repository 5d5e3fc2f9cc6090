// SPDX-License-Identifier: Apache-2.0
#include "props/golden_fixture.h"

namespace tritproof::golden {
namespace {

/// Answers what it is told.
class Parrot : public Subject {
 public:
  explicit Parrot(Outcome outcome) : outcome_(std::move(outcome)) {}
  std::string_view name() const override { return "parrot"; }
  bool declares(spec::Op op, spec::Format) const override { return op != spec::Op::encode; }
  bool takes(const Request& request) const override { return !request.flags.bf16; }
  Outcome answer(const Request& request) override {
    if (spoils) const_cast<std::uint8_t&>(request.input[0]) ^= 1;
    return outcome_;
  }
  bool spoils = false;

 private:
  Outcome outcome_;
};

spec::Refusal refusal(spec::RefusalName name, std::uint64_t count = 1) {
  return {name, count, {}, {}, {}, {}};
}

Outcome right_answer(const Vector& vector) {
  return make_reference_subject()->answer(vector.question.request(payload_of(vector.question)));
}

Judged judge_by(const Vector& vector, Outcome outcome) {
  Parrot parrot(std::move(outcome));
  return judge(vector, payload_of(vector.question), parrot);
}

Question with_nan() {
  Question question = tile_question("nan");
  question.input.parts = {{Repeat{{0x55}, 2048}}, {Repeat{{0x01, 0x7c}, 64}}};
  return question;
}

TEST(Judge, PassesTheRightAnswerAndNothingElse) {
  const Vector vector = vector_of(tile_question("a"));
  const Outcome right = right_answer(vector);
  EXPECT_EQ(judge_by(vector, right).verdict, Verdict::pass);
  Bytes wrong = std::get<Bytes>(right);
  wrong[5] ^= 1;
  EXPECT_EQ(judge_by(vector, wrong).verdict, Verdict::mismatch);
  wrong = std::get<Bytes>(right);
  wrong.pop_back();
  EXPECT_EQ(judge_by(vector, wrong).what, "expected 32768 bytes, got 32767");
  EXPECT_EQ(judge_by(vector, refusal(spec::RefusalName::Size)).verdict, Verdict::refused);
}

TEST(Judge, ShowsTheFirstWordThatDiffersWhereTheAnswerIsStored) {
  const Vector vector = vector_of(validate_question("a"));
  Bytes wrong = std::get<Bytes>(right_answer(vector));
  wrong[8] = 1;
  EXPECT_EQ(judge_by(vector, wrong).what,
            "word 1 (byte 8): expected 0x0000000000000000, got 0x0000000000000001");
}

TEST(Judge, TakesOneNanForAnother) {
  const Vector vector = vector_of(with_nan());
  Bytes answer = std::get<Bytes>(right_answer(vector));
  ASSERT_EQ(answer[3] & 0x7f, 0x7f);
  answer[3] ^= 0x80;
  answer[0] ^= 0x11;
  const Judged judged = judge_by(vector, answer);
  EXPECT_EQ(judged.verdict, Verdict::pass) << judged.what;
  answer[2] = 0x80;  // 0xff80....: still a NaN only because byte 0 is not 0
  answer[0] = answer[1] = 0;
  EXPECT_EQ(judge_by(vector, answer).verdict, Verdict::mismatch) << "Inf is no NaN";
}

TEST(Judge, TakesABf16NanForAnotherOneToo) {
  Question question = with_nan();
  question.options.bf16 = true;
  EXPECT_EQ(to_hex(canonical(question, {0x81, 0xff, 0x81, 0x7f, 0x80, 0x7f, 0x00, 0x80})),
            "c07fc07f807f0080");
}

TEST(Judge, ComparesRefusalsByNameAlwaysAndByCountAndPlaceWhereGiven) {
  Question question = tile_question("r");
  question.format = spec::Format::t2s;
  question.op = spec::Op::expand;
  question.input.parts = {{Repeat{{0x55}, 2176}}};
  question.input.edits = {{3, {0x3f}}};
  const Vector vector = vector_of(question);
  ASSERT_EQ(std::get<ExpectedRefusal>(vector.expected).count, 3u);
  const spec::Refusal right = std::get<spec::Refusal>(right_answer(vector));
  EXPECT_EQ(judge_by(vector, right).verdict, Verdict::pass);
  const spec::Refusal bare = refusal(spec::RefusalName::ReservedCode, 0);
  EXPECT_EQ(judge_by(vector, bare).verdict, Verdict::pass) << "a pipe gives the name only";
  spec::Refusal counted = right;
  counted.count = 2;
  EXPECT_EQ(judge_by(vector, counted).what, "ReservedCode: expected the count 3, got 2");
  spec::Refusal placed = right;
  placed.places[0].bit = 4;
  EXPECT_EQ(judge_by(vector, placed).verdict, Verdict::mismatch);
  spec::Refusal crowded = right;
  crowded.places.resize(spec::kMaxPlaces + 1, right.places[0]);
  EXPECT_EQ(judge_by(vector, crowded).verdict, Verdict::mismatch);
  EXPECT_EQ(judge_by(vector, refusal(spec::RefusalName::Size)).what,
            "expected the refusal ReservedCode, got Size");
  EXPECT_EQ(judge_by(vector, Bytes(4096)).what,
            "expected the refusal ReservedCode, got 4096 bytes");
}

TEST(Judge, KeepsTroubleAndLetsNobodyPassBySayingSo) {
  const Vector vector = vector_of(tile_question("a"));
  EXPECT_EQ(judge_by(vector, Trouble{Verdict::hang, "slow"}).verdict, Verdict::hang);
  EXPECT_EQ(judge_by(vector, Trouble{Verdict::pass, ""}).verdict, Verdict::protocol_error);
}

TEST(Judge, WhatIsNotDeclaredOrTakenIsNotRun) {
  Vector vector = vector_of(tile_question("a"));
  vector.question.options.bf16 = true;
  EXPECT_EQ(judge_by(vector, Bytes{}).verdict, Verdict::not_run);
  vector.question.op = spec::Op::encode;
  EXPECT_EQ(judge_by(vector, Bytes{}).verdict, Verdict::not_run);
}

TEST(Judge, AChangedInputAndAStaleAnswerAreMismatches) {
  const Vector vector = vector_of(tile_question("a"));
  Parrot spoiler(right_answer(vector));
  spoiler.spoils = true;
  EXPECT_EQ(judge(vector, payload_of(vector.question), spoiler).what, "the input was changed");
  Bytes stale(32768);
  const std::uint64_t poison = vector.question.request({}).poison;
  for (std::size_t i = 0; i < stale.size(); ++i)
    stale[i] = static_cast<std::uint8_t>(poison >> (8 * (i % 8)));
  const Judged judged = judge_by(vector, stale);
  EXPECT_EQ(judged.verdict, Verdict::mismatch);
  EXPECT_NE(judged.what.find("32768 bytes are as before the run"), std::string::npos);
}

TEST(JudgeFile, ComparesWhatIsListedLineByLine) {
  FileVector vector = file_vector();
  const Bytes file = *make_bytes(vector.question.input, kNoBlobs);
  EXPECT_EQ(judge_file(vector, file).verdict, Verdict::pass) << judge_file(vector, file).what;
  vector.expected = Listing{"w q2_0 1 64 128 18"};
  EXPECT_EQ(judge_file(vector, file).what, "tensor 0: expected w q2_0 1 64 128 18, got nothing");
  vector.expected = ExpectedRefusal{spec::RefusalName::Header, 0, {}};
  EXPECT_EQ(judge_file(vector, file).verdict, Verdict::mismatch);
  const Bytes broken(file.begin(), file.end() - 1);
  EXPECT_EQ(judge_file(vector, broken).verdict, Verdict::pass);
  vector.expected = Listing{};
  EXPECT_EQ(judge_file(vector, broken).verdict, Verdict::refused);
}

TEST(JudgeFile, ListsTheExampleOfTheGgufPage) {
  FileQuestion question;
  question.suffix = "gguf";
  Bytes file = from_hex(
                   "4747554603000000010000000000000001000000000000001100000000000000"
                   "67656e6572616c2e616c69676e6d656e74040000002000000001000000000000"
                   "007702000000400000000000000001000000000000002a000000000000000000"
                   "0000")
                   .value();
  file.resize(128);
  const Bytes block = from_hex("003c24499224499224499224499224499224").value();
  file.insert(file.end(), block.begin(), block.end());
  file.resize(160);
  EXPECT_EQ(std::get<Listing>(read_container(question, file)), Listing{"w q2_0 1 64 128 18"});
  question.suffix = "t2";
  question.shape = spec::Geometry{32, 256};
  EXPECT_EQ(std::get<spec::Refusal>(read_container(question, file)).name, spec::RefusalName::Size);
  question.suffix = "exe";
  EXPECT_EQ(std::get<Trouble>(read_container(question, file)).verdict, Verdict::setup_error);
}

}  // namespace
}  // namespace tritproof::golden
