// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "props/xdna_laws.h"

namespace tritproof::xdna {
namespace {

using spec::Format;
using spec::Op;

class Whole : public Xdna {
 protected:
  static std::unique_ptr<host::PipedSubject> model() {
    return start(host::Command{{TRITPROOF_XDNA_MODEL}, {}});
  }
};

TEST_F(Whole, TheModelObeysAllLawsOverTheCoreLevel) {
  const auto subject = model();
  ASSERT_NE(subject, nullptr);
  EXPECT_GE(put_all(*subject, props::Level::core), 5000u);
  EXPECT_EQ(subject->restarts(), 0u);
}

TEST_F(Whole, TheRunnerObeysAllLawsOverTheCoreLevel) {
  ArgumentMap image = replay_map(Format::pb16i, 64, 1024, 4);
  ArgumentMap expand = expand_map(64, 1024);
  image.file = "image.txt";
  expand.file = "expand.txt";
  const auto subject = start(runner("ok", {"--map", install(replay_map(Format::t2s, 64, 1024, 4)),
                                           "--map", install(image), "--map", install(expand)}),
                             kPatient);
  ASSERT_NE(subject, nullptr);
  EXPECT_GE(put_all(*subject, props::Level::core), 900u);
  EXPECT_EQ(subject->restarts(), 0u);
}

/// The shape that seed 1 reports, with data of our own recipe: sums that differ, of how many.
std::pair<std::uint64_t, std::uint64_t> differing(host::PipedSubject& subject, Format format,
                                                  std::uint64_t seed) {
  const Question question(Op::replay, format, 17408, 5120, 16, seed);
  const Bytes right = std::get<Bytes>(expected(question.asked));
  const Outcome outcome = subject.answer(question.asked);
  const auto* const got = std::get_if<Bytes>(&outcome);
  if (got == nullptr || got->size() != right.size()) return {right.size() / 8, right.size() / 8};
  std::uint64_t count = 0;
  for (std::size_t at = 0; at < right.size(); at += 8)
    count += std::equal(right.begin() + static_cast<std::ptrdiff_t>(at),
                        right.begin() + static_cast<std::ptrdiff_t>(at + 8),
                        got->begin() + static_cast<std::ptrdiff_t>(at))
                 ? 0
                 : 1;
  return {count, right.size() / 8};
}

TEST_F(Whole, AHeadIsReplayedWithoutADifference) {
  const auto subject = model();
  ASSERT_NE(subject, nullptr);
  for (const Format format : {Format::t2s, Format::pb16i})
    for (const std::uint64_t seed : {1, 2, 3}) {
      const auto [differ, of] = differing(*subject, format, seed);
      EXPECT_EQ(of, 278'528u);
      EXPECT_EQ(differ, 0u) << spec::row_of(format).name << ", seed " << seed;
    }
}

TEST_F(Whole, AHeadIsReplayedThroughTheRunnerInOneLaunchAndInMany) {
  for (const std::uint64_t n : {17408u, 2048u}) {
    const auto subject = start(
        runner("ok", {"--map", install(replay_map(Format::t2s, n, 5120, 16)), "--run-ms", "60000"}),
        kPatient);
    ASSERT_NE(subject, nullptr);
    EXPECT_EQ(differing(*subject, Format::t2s, 1).first, 0u) << n;
  }
}

}  // namespace
}  // namespace tritproof::xdna
