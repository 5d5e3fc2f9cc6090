// SPDX-License-Identifier: Apache-2.0
#include "hw/ggml/serve.h"

#include <cmath>
#include <cstdint>
#include <string>

#include "hw/protocol/runner.hpp"

namespace tritproof::ggml {
namespace {

constexpr float kSmallestReciprocable = 0x1p-128f;

reply refuse_at(const char* name, std::uint64_t element, std::uint64_t k, std::uint64_t count,
                const char* of) {
  return refuse(name, std::to_string(count) + " " + of + ", first at n " +
                          std::to_string(element / k) + ", k " + std::to_string(element % k));
}

/// Numbers that are infinite or not numbers.
reply check_finite(const request& q, const float* x) {
  std::uint64_t count = 0;
  std::uint64_t first = 0;
  for (std::uint64_t i = 0; i < q.n * q.k; ++i)
    if (!std::isfinite(x[i]) && count++ == 0) first = i;
  return count == 0 ? reply{} : refuse_at("NonFiniteInput", first, q.k, count, "numbers");
}

/// Blocks whose largest magnitude has no finite reciprocal.
reply check_scales(const request& q, const float* x, std::uint64_t block) {
  std::uint64_t count = 0;
  std::uint64_t first = 0;
  for (std::uint64_t start = 0; start < q.n * q.k; start += block) {
    float amax = 0.0f;
    for (std::uint64_t i = start; i < start + block; ++i) amax = std::fmax(amax, std::fabs(x[i]));
    if (amax > 0.0f && amax <= kSmallestReciprocable && count++ == 0) first = start;
  }
  return count == 0 ? reply{} : refuse_at("ScaleUnderflow", first, q.k, count, "blocks");
}

}  // namespace

int serve(const Api& api) {
  runner r("ggml", std::string(api.version()) + " " + api.commit());
  r.set("policies", "code3:+2");
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    const Type& type = kTypes[i];
    const std::string name(type.name);
    const auto dequantize = api.dequantize[i];
    const auto quantize = api.quantize[i];
    r.decode(name, [dequantize](const request& q, float* out) {
      dequantize(q.data, out, static_cast<std::int64_t>(q.n * q.k));
    });
    r.quantise(name, [quantize, &type](const request& q, const float* x, std::uint8_t* out) {
      reply bad = check_finite(q, x);
      if (bad.refusal.empty()) bad = check_scales(q, x, type.elements);
      if (bad.refusal.empty()) quantize(x, out, static_cast<std::int64_t>(q.n * q.k));
      return bad;
    });
  }
  return r.serve();
}

}  // namespace tritproof::ggml
