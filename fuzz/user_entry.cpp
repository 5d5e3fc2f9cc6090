// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "codec/subjects.h"
#include "fuzz/engine.h"
#include "fuzz/fuzz.h"
#include "fuzz/mutators/question_mutator.h"
#include "fuzz/panel.h"
#include "fuzz/simplify.h"
#include "props/laws/ask.h"

/// The target of a user's own decoder.
namespace tritproof::fuzz {
namespace {

/// A user's function as a subject.
class UserSubject : public Subject {
 public:
  explicit UserSubject(const UserDecoder& user) : user_(user) {}

  std::string_view name() const override { return "yours"; }

  bool declares(spec::Op op, spec::Format format) const override {
    return op == spec::Op::decode && format == user_.format;
  }

  bool takes(const Request& request) const override {
    const laws::Case asked{{}, request.op, request.format, {}, request.geometry, 0, {}};
    return laws::input_bytes(asked) == request.input.size() && !request.flags.bf16 &&
           request.flags.layout == spec::Layout::standard;
  }

  Outcome answer(const Request& request) override {
    if (!declares(request.op, request.format) || !takes(request))
      return spec::Refusal{
          spec::RefusalName::NoSuchConversion, 1, {}, {}, "a sound job", "another"};
    const laws::Units units{spec::row_of(request.format), request.geometry};
    std::vector<float> out(request.geometry.n * request.geometry.k,
                           std::numeric_limits<float>::quiet_NaN());
    const DecodeJob job{request.format, request.geometry, request.input.first(units.bytes()),
                        request.input.subspan(units.bytes()), out};
    if (const Answer refused = user_.decode(job)) return spec::Refusal{*refused, 0, {}, {}, {}, {}};
    std::vector<std::uint32_t> words(out.size());
    std::memcpy(words.data(), out.data(), 4 * out.size());
    return bytes_of(std::span<const std::uint32_t>(words));
  }

 private:
  UserDecoder user_;
};

Choice choice() { return {spec::Op::decode, user_decoder().format}; }

std::span<const Choice> menu() {
  static const Choice only = choice();
  return {&only, 1};
}

void run(std::span<const std::uint8_t> input) {
  const auto question = parse_question(input);
  if (!question || Choice{question->asked.op, question->asked.format} != choice()) return;
  Panel::here().put(question->asked, question->turn);
}

void mutate(Bytes& input, std::size_t most, std::uint64_t seed) {
  mutate_question(input, most, seed, menu());
}

std::vector<Seed> seeds() {
  return {{"decode-" + std::string(spec::row_of(user_decoder().format).name),
           write_question(seed_question(choice()))}};
}

constexpr Target kYours{"yours", "question", 96u << 10,        run, mutate, cross_questions,
                        seeds,   nullptr,    simplify_question};

}  // namespace

const Target& program_target() {
  static const bool seated = [] {
    Panel::here().try_only(std::make_unique<UserSubject>(user_decoder()));
    return true;
  }();
  static_cast<void>(seated);
  return kYours;
}

}  // namespace tritproof::fuzz
