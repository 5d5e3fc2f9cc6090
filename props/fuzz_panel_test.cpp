// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "codec/subjects.h"
#include "fuzz/broken.h"
#include "fuzz/mutators/question_mutator.h"
#include "fuzz/panel.h"
#include "fuzz/target.h"
#include "props/laws/ask.h"

namespace tritproof::fuzz {
namespace {

using spec::Format;
using spec::Op;

// The fault of the first decoder of t2: a reserved code as +2 times the scale.
class TwiceTheScale : public Subject {
 public:
  std::string_view name() const override { return "planted"; }
  bool declares(Op op, Format format) const override {
    return op == Op::decode && format == Format::t2;
  }
  Outcome answer(const Request& request) override {
    Outcome right = make_reference_subject()->answer(request);
    auto* bytes = std::get_if<Bytes>(&right);
    if (bytes == nullptr || (request.input[0] & 3) != 3) return right;
    laws::store_word(*bytes, 0, 4, 0x40000000);
    return right;
  }
};

TEST(FuzzFailure, EndsInOneKeyLineWithTheExplanationAndACase) {
  EXPECT_LE(laws::laws().size(), kMostLaws);
  Question question = seed_question({Op::decode, Format::t2});
  question.asked.input[0] |= 3;
  const Bytes bytes = write_question(question);
  const Target& target = *target_named("fuzz_decode_t2");
  target.run(bytes);  // the subjects of this process are right
  const auto planted = [&] {
    Panel::here().try_only(std::make_unique<TwiceTheScale>());
    target.run(bytes);
  };
  EXPECT_EXIT(planted(), testing::KilledBySignal(SIGABRT),
              "tritproof-finding: t2/agreement/codes/decode-value/reserved\n"
              "subject planted, judged by reference: decode t2 N=32 K=256, 2176 bytes\n"
              "law agreement: [^\n]*\nrow 0 column 0: expected 0x00000000 [^\n]*\n"
              "case: tritproof-case 1; op decode; format t2;[^\n]*edit byte 0 0x");
}

TEST(FuzzPanel, ATurnAsksOneOfTheOthersAndTurnZeroAll) {
  Question question = seed_question({Op::decode, Format::t2});
  question.asked.input[0] |= 3;
  const auto with_one_more = [&](std::uint8_t turn) {
    Panel::here().join(std::make_unique<TwiceTheScale>());
    Panel::here().put(question.asked, turn);
    std::exit(0);
  };
  // Beside the reference and second: the fast ones and the one that joins, last.
  const auto others = static_cast<std::uint8_t>(in_process_subjects().size() - 2 + 1);
  EXPECT_EXIT(with_one_more(0), testing::KilledBySignal(SIGABRT), "subject planted");
  EXPECT_EXIT(with_one_more(others - 1), testing::KilledBySignal(SIGABRT), "subject planted");
  EXPECT_EXIT(with_one_more(others), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace tritproof::fuzz
