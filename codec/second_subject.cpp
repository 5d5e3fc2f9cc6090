// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "codec/second/decoder.h"
#include "codec/subjects.h"

/// Puts the second decoder's answers into the shape of a subject. Nothing of it is judged here.
namespace tritproof {
namespace {

spec::Refusal refusal_of(const second::Refusal& from) {
  spec::Refusal to;
  to.name = spec::refusal_named(from.name).value_or(spec::RefusalName::NoSuchConversion);
  to.count = from.count;
  for (const second::Place& place : from.places)
    to.places.push_back({place.byte, place.bit, place.n, place.k});
  return to;
}

template <class T, class Then>
Outcome outcome_of(const second::Answer<T>& answer, Then then) {
  if (!answer) return refusal_of(answer.error());
  return then(*answer);
}

second::Mode mode_of(spec::ReplayMode mode) {
  switch (mode) {
    case spec::ReplayMode::i64: return second::Mode::i64;
    case spec::ReplayMode::wrap32: return second::Mode::wrap32;
    case spec::ReplayMode::sat32_step: return second::Mode::sat32_step;
    case spec::ReplayMode::sat32_end: return second::Mode::sat32_end;
  }
  std::unreachable();
}

second::Narrowing narrowing_of(spec::Narrowing narrowing) {
  switch (narrowing) {
    case spec::Narrowing::exact: return second::Narrowing::exact;
    case spec::Narrowing::wrap16: return second::Narrowing::wrap16;
    case spec::Narrowing::sat16: return second::Narrowing::sat16;
  }
  std::unreachable();
}

Bytes counts_of(const second::Counts& c) {
  return bytes_of_counts({c.reserved, c.code3, c.non_canonical, c.non_finite, c.zero, c.subnormal});
}

class SecondSubject : public Subject {
 public:
  std::string_view name() const override { return "second"; }

  bool declares(spec::Op op, spec::Format format) const override {
    using enum spec::Op;
    return spec::defined(op, format) &&
           (op == decode || op == validate || op == expand || op == replay);
  }

  Outcome answer(const Request& request) override {
    const std::string_view format = spec::row_of(request.format).name;
    const auto [n, k] = request.geometry;
    const bool other = request.flags.layout == spec::Layout::other;
    const auto words = [](const auto& w) { return bytes_of(w); };
    if (auto refusal = undefined_request(request)) return *std::move(refusal);
    if (!declares(request.op, request.format)) return undeclared(request.op);
    switch (request.op) {
      case spec::Op::decode:
        if (request.flags.bf16)
          return outcome_of(second::decode_bf16(format, n, k, request.input, other), words);
        return outcome_of(second::decode(format, n, k, request.input, other), words);
      case spec::Op::validate:
        return outcome_of(second::validate(format, n, k, request.input, other), counts_of);
      case spec::Op::expand:
        return outcome_of(second::expand(n, k, request.input), [](const Bytes& b) { return b; });
      case spec::Op::replay:
        return outcome_of(
            second::replay(format, n, k, request.m, request.input, mode_of(request.flags.mode),
                           narrowing_of(request.flags.narrowing)),
            [&](const auto& sums) { return bytes_of_sums(sums, request.flags.mode); });
      default: return undeclared(request.op);
    }
  }

 private:
  static spec::Refusal undeclared(spec::Op op) {
    return {spec::RefusalName::NoSuchConversion, 1, {}, {}, "an op that this subject declares",
            std::string(spec::name_of(op))};
  }
};

}  // namespace

std::unique_ptr<Subject> make_second_subject() { return std::make_unique<SecondSubject>(); }

}  // namespace tritproof
