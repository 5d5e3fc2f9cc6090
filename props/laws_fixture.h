// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "codec/subjects.h"
#include "props/domains/payloads.h"
#include "props/laws/law.h"
#include "props/laws/words.h"

/// Subjects that lie once, and what the laws make of them.
namespace tritproof::laws {

using spec::Format;
using spec::Op;

/// The reference, which declares only some ops: a judge that cannot judge all.
class Partial : public Subject {
 public:
  explicit Partial(std::set<Op> without) : without_(std::move(without)) {}
  std::string_view name() const override { return "partial"; }
  bool declares(Op op, Format format) const override {
    return !without_.contains(op) && reference_->declares(op, format);
  }
  Outcome answer(const Request& request) override { return reference_->answer(request); }

 private:
  std::set<Op> without_;
  std::unique_ptr<Subject> reference_ = make_reference_subject();
};

using Lie = std::function<Outcome(Subject& honest, const Request&)>;

/// The reference with one lie.
class Liar : public Subject {
 public:
  explicit Liar(Lie lie) : lie_(std::move(lie)) {}
  std::string_view name() const override { return "liar"; }
  bool declares(Op op, Format format) const override { return honest_->declares(op, format); }
  Outcome answer(const Request& request) override { return lie_(*honest_, request); }

 private:
  Lie lie_;
  std::unique_ptr<Subject> honest_ = make_reference_subject();
};

inline Outcome honest(Subject& subject, const Request& request) { return subject.answer(request); }

/// The honest answer to that op, changed by `change`; other ops are answered honestly.
inline Lie changed(Op op, std::function<void(const Request&, Bytes&)> change) {
  return [op, change](Subject& subject, const Request& request) {
    Outcome outcome = subject.answer(request);
    auto* bytes = std::get_if<Bytes>(&outcome);
    if (request.op == op && bytes != nullptr) change(request, *bytes);
    return outcome;
  };
}

inline Lie miscounted(Op op) {
  return [op](Subject& subject, const Request& request) {
    Outcome outcome = subject.answer(request);
    auto* refusal = std::get_if<spec::Refusal>(&outcome);
    if (request.op == op && refusal != nullptr) ++refusal->count;
    return outcome;
  };
}

inline Case case_for(Op op, Format format, spec::Geometry geometry, Bytes input,
                     spec::Flags flags = {}, std::uint64_t m = 0) {
  return {"test", op, format, flags, geometry, m, std::move(input)};
}

inline Bytes good(Format format, spec::Geometry geometry) {
  return props::good_tensor(spec::row_of(format), geometry);
}

inline std::uint16_t one_binade(std::uint64_t n, std::uint64_t) {
  return static_cast<std::uint16_t>(0x3c00 + n * 3);
}

inline Bytes ternary(Format format, spec::Geometry geometry) {
  return props::ternary_tensor(spec::row_of(format), geometry, one_binade);
}

inline Case conversion(Format from, Format to, spec::Geometry geometry, Bytes input) {
  spec::Flags flags;
  flags.target = to;
  return case_for(Op::convert, from, geometry, std::move(input), flags);
}

inline Case encode_case(Format format, spec::Geometry geometry) {
  return case_for(Op::encode, format, geometry,
                  props::encode_payload(spec::row_of(format), geometry,
                                        props::scattered_codes(geometry), one_binade));
}

/// The names of all laws that a subject breaks on a case.
inline std::set<std::string> broken(const Case& asked, Subject& subject, Subject& judge) {
  std::set<std::string> names;
  for (const Law& law : laws()) {
    const Outcome expected = judge.answer(asked.request());
    const Outcome got = subject.answer(asked.request());
    const Trial trial{asked, subject, judge, expected, got};
    if (law.applies(trial) && law.holds(trial)) names.emplace(law.name);
  }
  return names;
}

/// The law catches the lie, no other does, and an honest subject breaks none.
inline void expect_alone(const std::string& law, const Case& asked, const Lie& lie,
                         std::set<Op> without) {
  SCOPED_TRACE(law);
  Partial judge(std::move(without));
  Liar truthful(honest);
  EXPECT_EQ(broken(asked, truthful, judge), std::set<std::string>{});
  Liar liar(lie);
  EXPECT_EQ(broken(asked, liar, judge), std::set<std::string>{law});
}

inline constexpr spec::Geometry kTile{32, 256};

}  // namespace tritproof::laws
