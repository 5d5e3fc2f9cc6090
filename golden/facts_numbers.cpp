// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>

#include "codec/reference/numbers.h"
#include "codec/reference/refuse.h"
#include "codec/reference/tensor.h"
#include "golden/facts_tensor.h"

namespace tritproof::golden {
namespace {

float number_at(std::span<const std::uint8_t> payload, std::uint64_t index) {
  return std::bit_cast<float>(reference::load32(payload, 4 * index));
}

void see_amax(float amax, QuantiseFacts& facts) {
  const std::uint16_t half = reference::float_to_half(amax);
  facts.zero_block |= amax == 0.0f;
  facts.tiny |= amax > 0.0f && amax <= 0x1p-128f;
  facts.underflowing |= amax > 0x1p-128f && amax <= 0x1p-25f;
  facts.subnormal |= reference::half_is_subnormal(half);
  facts.overflowing |= amax >= 65520.0f;
  facts.rounded |= amax < 65520.0f && reference::half_to_float(half) != amax;
}

void see_block(std::span<const float> block, QuantiseFacts& facts) {
  float amax = 0.0f;
  for (const float x : block) {
    facts.nonfinite |= !std::isfinite(x);
    amax = std::max(amax, std::fabs(x));
  }
  if (!std::isfinite(amax)) return;
  see_amax(amax, facts);
  std::size_t largest = 0;
  for (const float x : block) {
    largest += std::fabs(x) == amax ? 1 : 0;
    facts.negative |= amax != 0.0f && x == -amax;
    if (amax <= 0x1p-128f) continue;
    const float ratio = std::fabs(x * (1.0f / amax));  // QUANT-1
    facts.tie |= ratio == 0.5f;
    facts.vanishing_half |= std::fabs(x) == amax / 2 && ratio < 0.5f;
  }
  facts.at_edge |= amax != 0.0f && largest == 1 &&
                   (std::fabs(block.front()) == amax || std::fabs(block.back()) == amax);
}

}  // namespace

void read_quantise(std::span<const std::uint8_t> payload, Facts& facts) {
  std::vector<float> block(facts.row->columns);
  for (std::uint64_t first = 0; first < payload.size() / 4; first += block.size()) {
    for (std::size_t i = 0; i < block.size(); ++i) block[i] = number_at(payload, first + i);
    see_block(block, facts.quantise);
  }
}

void read_bf16(std::span<const std::uint8_t> tensor, Facts& facts) {
  const Question& question = *facts.question;
  const auto weights =
      reference::decode(question.format, question.geometry, question.options.layout, tensor);
  if (!weights) return;
  for (const float weight : *weights) {
    const auto bits = std::bit_cast<std::uint32_t>(weight);
    facts.bf16.nan |= std::isnan(weight);
    facts.bf16.tie |= std::isfinite(weight) && (bits & 0xffff) == 0x8000;
    facts.bf16.to_infinity |= std::isfinite(weight) && (bits & 0x7fffffff) >= 0x7f7f8000;
  }
}

void read_replay(std::span<const std::uint8_t> payload, Facts& facts) {
  const Question& question = *facts.question;
  const std::uint64_t activations = question.m * question.geometry.k;
  for (const std::uint8_t a : payload.first(activations)) {
    facts.replay.least_activation |= a == 0x80;
    facts.replay.most_activation |= a == 0x7f;
  }
  read_tensor(payload.subspan(activations), false, facts);
  const auto sums = [&](spec::ReplayMode mode, spec::Narrowing narrowing) {
    return reference::replay(question.format, question.geometry, question.m, payload, mode,
                             narrowing);
  };
  using enum spec::ReplayMode;
  const auto exact = sums(i64, spec::Narrowing::exact);
  if (!exact) return;
  for (const std::int64_t sum : *exact)
    facts.replay.past_int32 |= sum != static_cast<std::int32_t>(sum);
  facts.replay.narrowed = *exact != *sums(i64, spec::Narrowing::wrap16);
  facts.replay.step_differs =
      *sums(sat32_step, spec::Narrowing::exact) != *sums(sat32_end, spec::Narrowing::exact);
}

}  // namespace tritproof::golden
