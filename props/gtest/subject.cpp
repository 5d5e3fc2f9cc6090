// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "codec/reference/tensor.h"
#include "codec/subjects.h"
#include "props/gtest/conformance.h"

namespace tritproof {
namespace {

// No weight: an element that the decoder leaves alone is seen.
constexpr float kUnwritten = std::bit_cast<float>(0xdeadbeefu);

class DecoderSubject final : public Subject {
 public:
  DecoderSubject(std::string name, spec::Format format, Decoder decode)
      : name_(std::move(name)), format_(format), decode_(std::move(decode)) {}

  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] bool declares(spec::Op op, spec::Format format) const override {
    return op == spec::Op::decode && format == format_;
  }
  [[nodiscard]] bool takes(const Request& request) const override {
    return !request.flags.bf16 && request.flags.layout == spec::Layout::standard;
  }

  [[nodiscard]] Outcome answer(const Request& request) override {
    if (auto refusal = undefined_request(request)) return *std::move(refusal);
    const auto view =
        reference::view(format_, request.geometry, request.flags.layout, request.input);
    if (!view) return view.error();
    if (auto refusal = reserved(request)) return *std::move(refusal);
    std::vector<float> out(request.geometry.n * request.geometry.k, kUnwritten);
    decode_({view->units, view->exponents, request.geometry.n, request.geometry.k}, out.data());
    std::vector<std::uint32_t> words(out.size());
    for (std::size_t i = 0; i < out.size(); ++i) words[i] = std::bit_cast<std::uint32_t>(out[i]);
    return bytes_of(words);
  }

 private:
  // T2S-3: the op refuses; what is asked here are the weights.
  std::optional<spec::Refusal> reserved(const Request& request) const {
    if (format_ != spec::Format::t2s) return std::nullopt;
    auto decoded =
        reference::decode(format_, request.geometry, request.flags.layout, request.input);
    if (decoded) return std::nullopt;
    return decoded.error();
  }

  std::string name_;
  spec::Format format_;
  Decoder decode_;
};

}  // namespace

std::unique_ptr<Subject> subject_of(std::string name, spec::Format format, Decoder decode) {
  return std::make_unique<DecoderSubject>(std::move(name), format, std::move(decode));
}

}  // namespace tritproof
