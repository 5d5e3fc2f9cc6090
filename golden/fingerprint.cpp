// SPDX-License-Identifier: Apache-2.0
#include "golden/fingerprint.h"

#include <algorithm>

namespace tritproof::golden {
namespace {

constexpr std::string_view kUnasked = "unasked";

const Policy kPolicies[] = {
    {{}, "order", "ok", true, "codes and scales are where the rules put them"},
    {{},
     "order",
     "differs",
     false,
     "some weight is another's: an order, a stride or a scale index"},
    {{}, "subnormal", "exact", true, "subnormal scales keep their value (HALF-2)"},
    {{}, "subnormal", "flushed", false, "subnormal scales become 0: small weights vanish"},
    {{}, "negzero", "kept", true, "a zero has the sign of the product (HALF-7)"},
    {{}, "negzero", "lost", false, "zeros are positive whatever the scale"},
    {{}, "counted", "yes", true, "validate counts them (REF-6)"},
    {{}, "counted", "no", false, "validate does not count them"},
    {{}, "reserved", "zero", true, "a reserved code is +0.0 (T2-3)"},
    {{},
     "reserved",
     "plus2",
     false,
     "a reserved code is +2 times the scale, as the first decoder had it"},
    {{}, "reserved", "plus1", false, "a reserved code is +1 times the scale"},
    {{}, "reserved", "minus1", false, "a reserved code is -1 times the scale"},
    {{}, "reserved", "signed-zero", false, "a reserved code is 0 times the scale: -0 under some"},
    {{}, "reserved", "refused", false, "decode refuses what it should count (REF-5)"},
    {spec::Format::t2s, "reserved", "refused", true,
     "a stream with a reserved code is refused (T2S-3)"},
    {spec::Format::t2s, "reserved", "zero", false, "a reserved code of a stream decodes as 0"},
    {{}, "expand", "refused", true, "a reserved code is refused (T2S-3)"},
    {{}, "expand", "plus2", false, "raw expansion: 3 - 1 = +2 reaches the core"},
    {{}, "expand", "zero", false, "a reserved code is widened to 0"},
    {{}, "code3", "plus2", true, "code 3 of a 2-bit type is +2, as in ggml (TQ2_0-2)"},
    {{}, "code3", "zero", false, "code 3 is taken for 0"},
    {{}, "code3", "plus1", false, "code 3 is clamped to +1"},
    {{}, "code3", "refused", false, "decode refuses what it should count (REF-5)"},
    {{},
     "noncanonical",
     "decoded",
     true,
     "a byte that no encoder writes decodes by the formula (TQ1_0-4)"},
    {{}, "noncanonical", "refused", false, "a byte that no encoder writes is refused"},
    {{}, "noncanonical", "zeros", false, "a byte that no encoder writes decodes as zeros"},
    {{}, "wide", "kept", true, "int4 codes beyond one keep their value (PB16I-1)"},
    {{}, "wide", "clamped", false, "int4 codes beyond one are clamped to ternary"},
    {{}, "steps", "two", true, "product and sum are rounded apart (Q4_1-3)"},
    {{}, "steps", "fused", false, "product and sum are fused"},
    {{}, "products", "scale-first", true, "S * scale comes first (Q4_K-4)"},
    {{}, "products", "code-first", false, "scale * code comes first"},
    {{}, "replay", "exact", true, "sums are exact (REPLAY-1)"},
};

std::string value_of(const Probe& probe, const std::optional<Outcome>& answer) {
  if (!answer) return std::string(kUnasked);
  if (std::holds_alternative<spec::Refusal>(*answer)) return "refused";
  if (const auto* trouble = std::get_if<Trouble>(&*answer))
    return std::string(name_of(trouble->verdict));
  return probe.value(std::get<Bytes>(*answer));
}

}  // namespace

std::span<const Policy> policies() { return kPolicies; }

const Policy* policy_of(spec::Format format, std::string_view key, std::string_view value) {
  const Policy* found = nullptr;
  for (const Policy& row : kPolicies) {
    if (row.key != key || row.value != value) continue;
    if (row.format == format) return &row;
    if (!row.format) found = &row;
  }
  return found;
}

std::string Fingerprint::line() const {
  std::string text(spec::row_of(format).name);
  text += ":";
  for (const Trait& trait : traits) text += " " + trait.key + "=" + trait.value;
  return text;
}

bool Fingerprint::conforms() const {
  bool asked = false;
  for (const Trait& trait : traits) {
    if (trait.value == kUnasked) continue;
    if (trait.policy == nullptr || !trait.policy->conforming) return false;
    asked = true;
  }
  return asked;
}

Fingerprint fingerprint_of(spec::Format format, std::span<const std::optional<Outcome>> answers) {
  Fingerprint fingerprint{format, {}};
  const std::vector<Probe> probes = probes_of(format);
  for (std::size_t i = 0; i < probes.size(); ++i) {
    const std::string value = i < answers.size() ? value_of(probes[i], answers[i]) : "unasked";
    fingerprint.traits.push_back({probes[i].key, value, policy_of(format, probes[i].key, value)});
  }
  return fingerprint;
}

Fingerprint fingerprint(Subject& subject, spec::Format format) {
  std::vector<std::optional<Outcome>> answers;
  for (const Probe& probe : probes_of(format)) {
    const Request request = probe.question.request(probe.payload);
    const bool asked = subject.declares(request.op, request.format) && subject.takes(request);
    answers.push_back(asked ? std::optional(subject.answer(request)) : std::nullopt);
  }
  return fingerprint_of(format, answers);
}

}  // namespace tritproof::golden
