// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "codec/subjects.h"
#include "hw/hexagon/find.h"
#include "hw/host/piped_subject.h"
#include "hw/protocol/wire.h"
#include "props/domain.h"
#include "props/domains/build.h"
#include "props/laws/agreement.h"
#include "props/laws/law.h"

namespace tritproof::hexagon {

using laws::Case;
using spec::Format;
using spec::Op;

inline constexpr spec::Geometry kTile{32, 256};

/// A runner that says in a refusal's text how many things are wrong (T2S-3), so that the laws may
/// count them: the frame itself has no field for it.
class Telling : public Subject {
 public:
  explicit Telling(std::unique_ptr<host::PipedSubject> runner) : runner_(std::move(runner)) {}
  [[nodiscard]] std::string_view name() const override { return runner_->name(); }
  [[nodiscard]] bool declares(Op op, Format format) const override {
    return runner_->declares(op, format);
  }
  [[nodiscard]] bool takes(const Request& request) const override {
    return runner_->takes(request);
  }
  [[nodiscard]] Outcome answer(const Request& request) override {
    Outcome outcome = runner_->answer(request);
    if (auto* const refusal = std::get_if<spec::Refusal>(&outcome))
      refusal->count = std::strtoull(refusal->got.c_str(), nullptr, 10);
    return outcome;
  }
  [[nodiscard]] host::PipedSubject& runner() { return *runner_; }

 private:
  std::unique_ptr<host::PipedSubject> runner_;
};

/// The runner of that command; a failed test and null if it does not start.
inline std::unique_ptr<Telling> started(host::Command command, host::Timeouts timeouts = {}) {
  auto runner = host::PipedSubject::start("hexagon", std::move(command), timeouts);
  if (!runner) ADD_FAILURE() << runner.error().what;
  return runner ? std::make_unique<Telling>(std::move(*runner)) : nullptr;
}

/// What a subject breaks first over the cases of a format, or nothing.
struct Judged {
  std::uint64_t asked = 0;
  laws::Verdict broken;
};

/// Puts every `stride`-th case of all domains of a format to all laws; the reference judges.
inline Judged judge_domains(Subject& subject, Format format, props::Level level,
                            std::uint64_t stride = 1) {
  const auto judge = make_reference_subject();
  Judged judged;
  std::uint64_t number = 0;
  for (const props::Domain& domain : props::exhaustive_domains()) {
    if (!domain.applies(format)) continue;
    domain.enumerate(format, level, 1, [&](const Case& asked) {
      const Request request = asked.request();
      if (number++ % stride != 0) return true;
      if (!subject.declares(asked.op, asked.format) || !subject.takes(request)) return true;
      const Outcome expected = judge->answer(request);
      const Outcome got = subject.answer(request);
      judged.broken = laws::judge({asked, subject, *judge, expected, got}, judged.asked++);
      return !judged.broken;
    });
    if (judged.broken) break;
  }
  return judged;
}

inline void expect_no_law_broken(Subject& subject, props::Level level, std::uint64_t stride,
                                 std::uint64_t at_least) {
  std::uint64_t asked = 0;
  for (const Format format : {Format::t2, Format::t2s, Format::pb16i}) {
    const Judged judged = judge_domains(subject, format, level, stride);
    EXPECT_FALSE(judged.broken) << judged.broken->law << ", " << judged.broken->where
                                << ": expected " << judged.broken->expected << ", got "
                                << judged.broken->got;
    asked += judged.asked;
  }
  EXPECT_GE(asked, at_least);
}

/// A tile of t2 or t2s: the same code byte everywhere, the same 16 bits as each scale or
/// multiplier.
inline Bytes tile_of(std::uint8_t codes, std::uint16_t scale) {
  Bytes tile(2048, codes);
  for (int i = 0; i < 64; ++i) {
    tile.push_back(static_cast<std::uint8_t>(scale));
    tile.push_back(static_cast<std::uint8_t>(scale >> 8));
  }
  return tile;
}

inline Case case_of(Op op, Format format, Bytes input, std::uint64_t m = 0,
                    spec::Geometry geometry = kTile) {
  return {"by hand", op, format, {}, geometry, m, std::move(input)};
}

/// Where a subject's answer differs first from the reference's; empty if it does not.
inline std::string first_difference(Subject& subject, const Case& asked) {
  const Outcome expected = make_reference_subject()->answer(asked.request());
  const auto finding = laws::agree(asked.request(), expected, subject.answer(asked.request()));
  return finding ? finding->where : "";
}

}  // namespace tritproof::hexagon
