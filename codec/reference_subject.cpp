// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "codec/convert/convert.h"
#include "codec/reference/numbers.h"
#include "codec/reference/tensor.h"
#include "codec/subjects.h"

namespace tritproof {
namespace {

Bytes float_bytes(std::span<const float> weights, bool bf16) {
  if (bf16) {
    std::vector<std::uint16_t> words(weights.size());
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = reference::float_to_bf16(weights[i]);
    return bytes_of(words);
  }
  std::vector<std::uint32_t> words(weights.size());
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = std::bit_cast<std::uint32_t>(weights[i]);
  return bytes_of(words);
}

template <class T, class Then>
Outcome outcome_of(spec::Result<T> result, Then then) {
  if (!result) return std::move(result.error());
  return then(*std::move(result));
}

Outcome convert_answer(const Request& request) {
  const spec::Format target = request.flags.target.value_or(request.format);
  if (target == spec::Format::q4_1)
    return outcome_of(convert::repack_q4_1(request.format, request.geometry, request.input),
                      [](convert::Repacked repacked) { return std::move(repacked.tiles); });
  return outcome_of(convert::convert_bytes(request.format, request.geometry, request.input, target,
                                           {request.flags.clamp}),
                    [](Bytes bytes) { return bytes; });
}

class ReferenceSubject : public Subject {
 public:
  std::string_view name() const override { return "reference"; }

  bool declares(spec::Op op, spec::Format format) const override {
    return spec::defined(op, format);
  }

  Outcome answer(const Request& request) override {
    const auto& [op, format, flags, geometry, m, input, poison] = request;
    const auto same = [](Bytes bytes) { return bytes; };
    if (auto refusal = undefined_request(request)) return *std::move(refusal);
    switch (op) {
      case spec::Op::decode:
        return outcome_of(
            reference::decode(format, geometry, flags.layout, input),
            [&flags](const std::vector<float>& w) { return float_bytes(w, flags.bf16); });
      case spec::Op::validate:
        return outcome_of(reference::validate(format, geometry, flags.layout, input),
                          bytes_of_counts);
      case spec::Op::encode: return outcome_of(reference::encode(format, geometry, input), same);
      case spec::Op::quantise:
        return outcome_of(reference::quantise(format, geometry, input), same);
      case spec::Op::expand:
        if (!declares(op, format)) break;
        return outcome_of(reference::expand(geometry, input), same);
      case spec::Op::convert: return convert_answer(request);
      case spec::Op::replay:
        return outcome_of(
            reference::replay(format, geometry, m, input, flags.mode, flags.narrowing),
            [&flags](const std::vector<std::int64_t>& s) { return bytes_of_sums(s, flags.mode); });
    }
    return spec::Refusal{spec::RefusalName::NoSuchConversion, 1, {}, {}, "an op of this format",
                         std::string(spec::name_of(op))};
  }
};

}  // namespace

std::unique_ptr<Subject> make_reference_subject() { return std::make_unique<ReferenceSubject>(); }

}  // namespace tritproof
