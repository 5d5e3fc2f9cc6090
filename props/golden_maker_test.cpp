// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "codec/subjects.h"
#include "golden/groups/topic.h"
#include "golden/maker_run.h"
#include "hw/host/sha256.h"

/// The maker between its oracles: whoever of them lies stops it.
namespace tritproof::golden {
namespace {

using spec::Format;
using spec::Op;
using spec::RefusalName;

/// What a liar does to an outcome of one op.
using Lie = void (*)(Outcome& outcome);

/// A subject that lies about one op, and answers quantise for ggml if it is to stand for it.
class Liar : public Subject {
 public:
  Liar(std::string name, std::unique_ptr<Subject> honest, Op op, Lie lie)
      : name_(std::move(name)), honest_(std::move(honest)), op_(op), lie_(lie) {}
  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] bool declares(Op op, Format format) const override {
    return honest_->declares(op, format);
  }
  [[nodiscard]] Outcome answer(const Request& request) override {
    Outcome outcome = honest_->answer(request);
    if (request.op == op_) lie_(outcome);
    return outcome;
  }

 private:
  std::string name_;
  std::unique_ptr<Subject> honest_;
  Op op_;
  Lie lie_;
};

void flip_last_bit(Outcome& outcome) {
  if (auto* bytes = std::get_if<Bytes>(&outcome)) bytes->back() ^= 0x80;
}
// Of a float: 0 becomes 2, and everything else is far off.
void flip_an_exponent(Outcome& outcome) {
  if (auto* bytes = std::get_if<Bytes>(&outcome)) bytes->back() ^= 0x40;
}
void flip_first_bit(Outcome& outcome) {
  if (auto* bytes = std::get_if<Bytes>(&outcome)) bytes->front() ^= 1;
}
void count_one_more(Outcome& outcome) {
  if (auto* refusal = std::get_if<spec::Refusal>(&outcome)) ++refusal->count;
}
void shift_the_place(Outcome& outcome) {
  if (auto* refusal = std::get_if<spec::Refusal>(&outcome)) ++refusal->places.at(0).byte;
}
void tell_another_name(Outcome& outcome) {
  if (auto* refusal = std::get_if<spec::Refusal>(&outcome)) refusal->name = RefusalName::Header;
}
void answer_nothing(Outcome& outcome) { outcome = Trouble{Verdict::hang, "asleep"}; }

Topic topic_of(Collector& to) { return {to, Level::core, "a reason", {"T2-1"}}; }

Parts block(const spec::FormatRow& row) { return good_image(row, grid(row), "maker"); }

void draft_decode(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::tq1_0);
  decode(topic_of(to), {&row, grid(row), {block(row), {}}});
}
void draft_encode(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::t2s);
  topic_of(to).prove(
      {Op::encode,
       &row,
       grid(row),
       {encode_payload(row, grid(row), Trits{"m"}, table("f16-ordinary", "m")), {}}});
}
void draft_convert(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::t2);
  topic_of(to).prove(conversion({&row, grid(row), {block(row), {}}}, Format::ptq1_0));
}
void draft_quantise(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::q2_0);
  topic_of(to).quantise(
      {Op::quantise, &row, {1, 64}, {{words(table("f32-ordinary", "m"), 64)}, {}}});
}
void draft_refusal(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::t2s);
  Sketch sketch(row, grid(row), block(row));
  sketch.code(1, 2, 3);
  topic_of(to).refuse(tensor_of(sketch).asked(Op::decode),
                      refusal(RefusalName::ReservedCode, 1, sketch.code_place(1, 2)));
}

/// What came of one group.
std::expected<Made, Refused> make(const Group& group, MakeSubject second, MakeSubject reference,
                                  Subject* ggml = nullptr, const Suite* frozen = nullptr) {
  return make_suite_of({std::span(&group, 1), second, reference, ggml, frozen}, {});
}
std::expected<Made, Refused> make(void (*draft)(Collector&), Subject* ggml = nullptr,
                                  const Suite* frozen = nullptr) {
  return make({"test", "a test", draft}, make_second_subject, make_reference_subject, ggml, frozen);
}

template <Op op, Lie lie>
std::unique_ptr<Subject> lying_second() {
  return std::make_unique<Liar>("second", make_second_subject(), op, lie);
}
template <Op op, Lie lie>
std::unique_ptr<Subject> lying_reference() {
  return std::make_unique<Liar>("reference", make_reference_subject(), op, lie);
}

/// Honest about all that ggml would answer.
Liar honest_ggml() { return {"ggml", make_reference_subject(), Op::validate, flip_last_bit}; }

std::string what_stopped(void (*draft)(Collector&), MakeSubject second, MakeSubject reference) {
  Liar ggml = honest_ggml();
  const auto made = make({"test", "a test", draft}, second, reference, &ggml);
  return made ? "" : made.error().what;
}

TEST(Maker, HonestOraclesMakeAVectorOfEachOrigin) {
  Liar ggml = honest_ggml();
  const struct {
    void (*draft)(Collector&);
    Origin origin;
    Sign sign;
  } kCases[] = {{draft_decode, Origin::agreed, Sign::valid},
                {draft_encode, Origin::proved, Sign::valid},
                {draft_convert, Origin::proved, Sign::valid},
                {draft_quantise, Origin::ggml, Sign::valid},
                {draft_refusal, Origin::by_hand, Sign::refused}};
  for (const auto& one : kCases) {
    const auto made = make(one.draft, &ggml);
    ASSERT_TRUE(made) << made.error().what;
    ASSERT_EQ(made->suite.vectors.size(), 1u);
    const Vector& vector = made->suite.vectors[0];
    EXPECT_EQ(vector.origin, one.origin);
    EXPECT_EQ(vector.sign, one.sign);
    EXPECT_EQ(vector.id, id_of(vector.question));
    EXPECT_EQ(vector.input_sha256, sha256_hex(*make_bytes(vector.question.input, {})));
  }
}

TEST(Maker, ALyingSecondStopsIt) {
  const auto honest = make_reference_subject;
  const std::string disagree = "second and reference disagree";
  EXPECT_TRUE(what_stopped(draft_decode, lying_second<Op::decode, flip_last_bit>, honest)
                  .starts_with(disagree));
  EXPECT_TRUE(what_stopped(draft_decode, lying_second<Op::decode, answer_nothing>, honest)
                  .starts_with(disagree));
  for (const MakeSubject liar :
       {lying_second<Op::decode, count_one_more>, lying_second<Op::decode, shift_the_place>,
        lying_second<Op::decode, tell_another_name>})
    EXPECT_TRUE(what_stopped(draft_refusal, liar, honest).starts_with(disagree));
  for (void (*draft)(Collector&) : {draft_encode, draft_convert, draft_quantise})
    EXPECT_NE(what_stopped(draft, lying_second<Op::decode, flip_an_exponent>, honest), "");
}

TEST(Maker, ALyingReferenceStopsIt) {
  const auto honest = make_second_subject;
  EXPECT_NE(what_stopped(draft_decode, honest, lying_reference<Op::decode, flip_first_bit>), "");
  EXPECT_NE(what_stopped(draft_encode, honest, lying_reference<Op::encode, flip_first_bit>), "");
  EXPECT_NE(what_stopped(draft_encode, honest, lying_reference<Op::encode, flip_last_bit>), "");
  EXPECT_NE(what_stopped(draft_convert, honest, lying_reference<Op::convert, flip_first_bit>), "");
  EXPECT_NE(what_stopped(draft_quantise, honest, lying_reference<Op::quantise, flip_first_bit>),
            "");
  for (const MakeSubject liar :
       {lying_reference<Op::decode, count_one_more>, lying_reference<Op::decode, shift_the_place>})
    EXPECT_NE(what_stopped(draft_refusal, honest, liar), "");
}

TEST(Maker, ALyingGgmlStopsIt) {
  Liar decoder("ggml", make_reference_subject(), Op::decode, flip_last_bit);
  const auto decoded = make(draft_decode, &decoder);
  ASSERT_FALSE(decoded);
  EXPECT_TRUE(decoded.error().what.starts_with("ggml and reference disagree"));
  Liar quantiser("ggml", make_reference_subject(), Op::quantise, flip_last_bit);
  const auto quantised = make(draft_quantise, &quantiser);
  ASSERT_FALSE(quantised);
  EXPECT_TRUE(quantised.error().what.starts_with("ggml and reference disagree"));
  EXPECT_EQ(quantised.error().group, "test");
  EXPECT_EQ(quantised.error().why, "a reason");
}

TEST(Maker, WithoutGgmlItsRecordedAnswersAreKeptAndNoOthersAreMade) {
  const auto alone = make(draft_quantise);
  ASSERT_FALSE(alone);
  EXPECT_EQ(alone.error().what, "ggml is not here to answer");
  Liar ggml = honest_ggml();
  auto frozen = make(draft_quantise, &ggml);
  ASSERT_TRUE(frozen);
  const auto kept = make(draft_quantise, nullptr, &frozen->suite);
  ASSERT_TRUE(kept) << kept.error().what;
  EXPECT_EQ(kept->suite.vectors[0].expected, frozen->suite.vectors[0].expected);
  std::get<Bytes>(frozen->suite.vectors[0].expected).front() ^= 1;
  const auto altered = make(draft_quantise, nullptr, &frozen->suite);
  ASSERT_FALSE(altered);
  EXPECT_EQ(altered.error().what, "ggml's recorded answer and reference disagree");
  frozen->suite.vectors.clear();
  EXPECT_FALSE(make(draft_quantise, nullptr, &frozen->suite));
}

template <std::uint64_t count, std::uint64_t byte, RefusalName name>
void draft_wrong_refusal(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::t2s);
  Sketch sketch(row, grid(row), block(row));
  sketch.code(0, 0, 3);
  topic_of(to).refuse(tensor_of(sketch).asked(Op::decode),
                      refusal(name, count, spec::Place{byte, 0, 0, 0}));
}

TEST(Maker, AWrongExpectationStopsIt) {
  constexpr auto kReserved = RefusalName::ReservedCode;
  EXPECT_TRUE(make(draft_wrong_refusal<1, 0, kReserved>));
  EXPECT_FALSE(make(draft_wrong_refusal<2, 0, kReserved>));
  EXPECT_FALSE(make(draft_wrong_refusal<1, 1, kReserved>));
  EXPECT_FALSE(make(draft_wrong_refusal<1, 0, RefusalName::PlusTwo>));
  EXPECT_FALSE(make([](Collector& to) {  // nothing is wrong with it
    const spec::FormatRow& row = spec::row_of(Format::t2s);
    topic_of(to).refuse(Tensor{&row, grid(row), {block(row), {}}}.asked(Op::decode),
                        refusal(kReserved));
  }));
  EXPECT_FALSE(make([](Collector& to) {  // a known answer that is not the decoders'
    const spec::FormatRow& row = spec::row_of(Format::q2_0);
    topic_of(to).know(Tensor{&row, grid(row), {block(row), {}}}.asked(Op::validate), Bytes(48, 1));
  }));
  EXPECT_FALSE(make([](Collector& to) {  // an answer where a refusal is due
    const spec::FormatRow& row = spec::row_of(Format::t2s);
    Sketch sketch(row, grid(row), block(row));
    decode(topic_of(to), tensor_of(sketch.code(0, 0, 3)));
  }));
}

TEST(Maker, WhatCannotBeMadeStopsIt) {
  EXPECT_EQ(make([](Collector&) {}).error().what, "the group asks nothing");
  const auto no_table = make([](Collector& to) {
    const spec::FormatRow& row = spec::row_of(Format::q2_0);
    decode(topic_of(to), {&row, {1, 64}, {{words(table("no such", "m"), 9)}, {}}});
  });
  ASSERT_FALSE(no_table);
  EXPECT_TRUE(no_table.error().what.starts_with("no payload"));
  const auto no_flag = make([](Collector& to) {
    const spec::FormatRow& row = spec::row_of(Format::q2_0);
    Topic topic = topic_of(to);
    topic.flags = {"no such"};
    decode(topic, {&row, {1, 64}, {block(row), {}}});
  });
  ASSERT_FALSE(no_flag);
  EXPECT_EQ(no_flag.error().what, "no flag no such");
  const auto unread = make([](Collector& to) {
    FileDraft draft;
    draft.question.suffix = "gguf";
    draft.question.input.parts = {hex({1, 2, 3})};
    draft.expected = Listing{};
    to.put(std::move(draft));
  });
  ASSERT_FALSE(unread);
  EXPECT_TRUE(unread.error().what.starts_with("the reader disagrees"));
}

TEST(Maker, TheSameQuestionTwiceIsOneVectorOfTheLowerLevel) {
  const auto made = make([](Collector& to) {
    const spec::FormatRow& row = spec::row_of(Format::tq1_0);
    const Tensor tensor{&row, grid(row), {block(row), {}}};
    decode(topic_of(to), tensor);
    decode(topic_of(to).at(Level::smoke).holding({"T2-2"}), tensor);
    Tensor other = tensor;  // the same bytes by another recipe
    other.input.parts = {hex(*make_bytes(tensor.input, {}))};
    decode(topic_of(to).at(Level::full), other);
  });
  ASSERT_TRUE(made) << made.error().what;
  ASSERT_EQ(made->suite.vectors.size(), 1u);
  const Question& question = made->suite.vectors[0].question;
  EXPECT_EQ(question.level, Level::smoke);
  EXPECT_EQ(question.rules, (std::vector<std::string>{"T2-1", "T2-2"}));
}

}  // namespace
}  // namespace tritproof::golden
