// SPDX-License-Identifier: Apache-2.0
#include "props/support/ask.h"

#include <gtest/gtest.h>

#include <string>

#include "props/laws/agreement.h"
#include "props/laws/words.h"

namespace tritproof::test {
namespace {

std::string place_text(const Place& place) {
  return "byte " + std::to_string(place.byte) + " bit " + std::to_string(place.bit) + " n " +
         std::to_string(place.n) + " k " + std::to_string(place.k);
}

std::string text_of(const Outcome& outcome) {
  if (const auto* bytes = std::get_if<Bytes>(&outcome))
    return std::to_string(bytes->size()) + " bytes";
  if (const auto* trouble = std::get_if<Trouble>(&outcome)) return trouble->what;
  const auto& refusal = std::get<spec::Refusal>(outcome);
  std::string text(spec::row_of(refusal.name).name);
  text += " x" + std::to_string(refusal.count);
  for (const Place& place : refusal.places) text += "; " + place_text(place);
  return text;
}

const Bytes* answer_in(const Outcome& outcome) {
  const auto* bytes = std::get_if<Bytes>(&outcome);
  EXPECT_NE(bytes, nullptr) << text_of(outcome);
  return bytes;
}

std::size_t word_bytes(const Question& question) { return laws::word_bytes(question.request()); }

}  // namespace

std::vector<Subject*> subjects_declaring(Op op, Format format) {
  static const auto all = [] {
    std::vector<std::unique_ptr<Subject>> made;
    for (const SubjectRow& row : in_process_subjects()) made.push_back(row.make());
    return made;
  }();
  std::vector<Subject*> declaring;
  for (const auto& subject : all)
    if (subject->declares(op, format)) declaring.push_back(subject.get());
  return declaring;
}

void with_every_subject(const Question& question,
                        const std::function<void(const Outcome&)>& check) {
  std::size_t asked = 0;
  for (Subject* subject : subjects_declaring(question.op, question.format)) {
    // A codec with kernels for some pairs of a conversion says so before it is asked.
    if (!subject->takes(question.request())) continue;
    ++asked;
    SCOPED_TRACE(std::string(subject->name()) + ", " + std::string(spec::name_of(question.op)) +
                 ":" + std::string(spec::row_of(question.format).name));
    check(subject->answer(question.request()));
  }
  EXPECT_NE(asked, 0u) << "no subject takes " << spec::name_of(question.op);
}

void expect_answer(const Question& question, const Bytes& expected) {
  with_every_subject(question, [&](const Outcome& outcome) {
    const auto verdict = laws::agree(question.request(), expected, outcome);
    EXPECT_FALSE(verdict) << verdict->where << ": expected " << verdict->expected << ", got "
                          << verdict->got;
  });
}

void expect_weights(const Question& question, const std::vector<Weight>& weights) {
  ASSERT_FALSE(weights.empty());
  with_every_subject(question, [&](const Outcome& outcome) {
    const Bytes* answer = answer_in(outcome);
    if (answer == nullptr) return;
    ASSERT_EQ(answer->size(), 4 * question.geometry.n * question.geometry.k);
    const Bytes words = laws::canonical(question.request(), *answer);
    for (const auto& [n, k, value] : weights)
      EXPECT_EQ(laws::load_word(words, 4 * (n * question.geometry.k + k), 4), word_of(value))
          << "n " << n << " k " << k << " value " << value;
  });
}

void expect_all_weights(const Question& question, std::span<const float> weights) {
  std::vector<float> canonical;
  for (const float weight : weights) canonical.push_back(std::bit_cast<float>(word_of(weight)));
  expect_answer(question, le_floats(canonical));
}

void expect_counts(Question question, const spec::Counts& counts) {
  question.op = Op::validate;
  expect_answer(question, bytes_of_counts(counts));
}

void expect_sums(const Question& question, const std::vector<std::int64_t>& sums) {
  const std::size_t width = word_bytes(question);
  Bytes expected(width * sums.size());
  for (std::size_t i = 0; i < sums.size(); ++i)
    laws::store_word(expected, width * i, width, static_cast<std::uint64_t>(sums[i]));
  expect_answer(question, expected);
}

void expect_refused(const Question& question, RefusalName name) {
  with_every_subject(question, [&](const Outcome& outcome) {
    const auto* refusal = std::get_if<spec::Refusal>(&outcome);
    ASSERT_NE(refusal, nullptr) << text_of(outcome);
    EXPECT_EQ(spec::row_of(refusal->name).name, spec::row_of(name).name);
  });
}

void expect_refused(const Question& question, RefusalName name, std::uint64_t count,
                    const Places& places) {
  with_every_subject(question, [&](const Outcome& outcome) {
    const auto* refusal = std::get_if<spec::Refusal>(&outcome);
    ASSERT_NE(refusal, nullptr) << text_of(outcome);
    EXPECT_EQ(spec::row_of(refusal->name).name, spec::row_of(name).name);
    EXPECT_EQ(refusal->count, count);
    EXPECT_EQ(text_of(spec::Refusal{name, count, refusal->places, {}, {}, {}}),
              text_of(spec::Refusal{name, count, places, {}, {}, {}}));
  });
}

void expect_answered(const Question& question) {
  with_every_subject(question, [](const Outcome& outcome) { answer_in(outcome); });
}

bool all_agree(const Question& question) {
  const auto subjects = subjects_declaring(question.op, question.format);
  EXPECT_GE(subjects.size(), 2u) << "nothing to compare";
  if (subjects.size() < 2) return false;
  const Outcome first = subjects.front()->answer(question.request());
  for (Subject* subject : std::span(subjects).subspan(1)) {
    const auto verdict =
        laws::agree(question.request(), first, subject->answer(question.request()));
    EXPECT_FALSE(verdict) << subject->name() << " " << spec::row_of(question.format).name << ", "
                          << verdict->where << ": expected " << verdict->expected << ", got "
                          << verdict->got;
    if (verdict) return false;
  }
  return true;
}

}  // namespace tritproof::test
