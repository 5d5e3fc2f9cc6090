// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "codec/subjects.h"
#include "fuzz/targets/codec.h"
#include "hw/ggml/library.h"
#include "props/laws/ask.h"

/// ggml's own decoders, in process: the library of the ggml runner, found by its digest. It is a
/// program apart, since it needs that library: TRITPROOF_GGML_LIBRARY names the file.
namespace tritproof::fuzz {
namespace {

using spec::Format;
using spec::Op;

constexpr auto kGgml = std::to_array<Choice>(
    {{Op::decode, Format::tq1_0}, {Op::decode, Format::tq2_0}, {Op::decode, Format::q2_0}});

class GgmlSubject : public Subject {
 public:
  explicit GgmlSubject(const ggml::Api& api) : api_(api) {}

  std::string_view name() const override { return "ggml"; }

  bool declares(Op op, Format format) const override {
    return op == Op::decode && ggml::type_named(spec::row_of(format).name).has_value();
  }

  // ggml checks neither sizes nor shapes.
  bool takes(const Request& request) const override {
    const laws::Case asked{{}, request.op, request.format, {}, request.geometry, 0, {}};
    return laws_bytes(asked) == request.input.size() && !request.flags.bf16 &&
           request.flags.layout == spec::Layout::standard;
  }

  Outcome answer(const Request& request) override {
    if (!declares(request.op, request.format) || !takes(request))
      return spec::Refusal{
          spec::RefusalName::NoSuchConversion, 1, {}, {}, "whole blocks", "others"};
    const std::size_t elements = request.geometry.n * request.geometry.k;
    // Its blocks are structs with 16-bit members.
    std::vector<std::uint16_t> blocks((request.input.size() + 1) / 2);
    std::memcpy(blocks.data(), request.input.data(), request.input.size());
    std::vector<float> out(elements);
    const auto type = *ggml::type_named(spec::row_of(request.format).name);
    api_.dequantize[type](blocks.data(), out.data(), static_cast<std::int64_t>(elements));
    std::vector<std::uint32_t> words(elements);
    std::memcpy(words.data(), out.data(), 4 * elements);
    return bytes_of(std::span<const std::uint32_t>(words));
  }

 private:
  static std::uint64_t laws_bytes(const laws::Case& asked) {
    return laws::input_bytes(asked).value_or(~std::uint64_t{0});
  }

  ggml::Api api_;
};

void prepare() {
  const char* const path = std::getenv("TRITPROOF_GGML_LIBRARY");
  const auto api = ggml::load(path != nullptr ? path : TRITPROOF_GGML_DEFAULT);
  if (!api) {
    std::fprintf(stderr, "fuzz_decode_ggml: %s; ./tritproof installs it\n", api.error().c_str());
    std::exit(3);
  }
  Panel::here().try_only(std::make_unique<GgmlSubject>(*api));
}

constexpr Target with_prepare(Target target) {
  target.prepare = prepare;
  return target;
}

}  // namespace

extern constexpr Target fuzz_decode_ggml = with_prepare(codec_target<kGgml>("fuzz_decode_ggml"));

}  // namespace tritproof::fuzz
