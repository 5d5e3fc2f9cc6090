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
#include "props/laws/ask.h"

/// The entry points of a user's own target.
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

constexpr Target kYours{"yours", "question",      96u << 10, run,
                        mutate,  cross_questions, nullptr,   nullptr};

}  // namespace
}  // namespace tritproof::fuzz

using tritproof::fuzz::kYours;

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  using namespace tritproof::fuzz;
  keep_memory();
  Panel::here().try_only(std::make_unique<UserSubject>(user_decoder()));
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  kYours.run({data, size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return tritproof::fuzz::mutate_in_place(kYours, {data, size}, most, seed);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* a, std::size_t a_size,
                                                 const std::uint8_t* b, std::size_t b_size,
                                                 std::uint8_t* out, std::size_t most,
                                                 unsigned seed) {
  return tritproof::fuzz::cross_into({out, most}, kYours, {a, a_size}, {b, b_size}, seed);
}
