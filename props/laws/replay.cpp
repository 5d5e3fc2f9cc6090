// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>

#include "props/laws/ask.h"
#include "props/laws/families.h"

/// Laws of replay. Its sums are products with weights, which the judge decodes.
namespace tritproof::laws {
namespace {

using spec::Op;

bool replayed(const Trial& trial) {
  return trial.asked.op == Op::replay && well_answered(trial) && small(trial) &&
         trial.judge.declares(Op::decode, trial.asked.format);
}

bool exact(const Trial& trial) {
  return replayed(trial) && trial.asked.flags.mode == spec::ReplayMode::i64 &&
         trial.asked.flags.narrowing == spec::Narrowing::exact;
}

bool narrow(const Trial& trial) { return replayed(trial) && !exact(trial); }

// code * multiplier of every (n, k): the judge's weights under exponents of zero.
std::vector<std::int64_t> products(const Trial& trial) {
  const Units units{spec::row_of(trial.asked.format), trial.asked.geometry};
  const auto tiles = std::span(trial.asked.input).subspan(trial.asked.m * trial.asked.geometry.k);
  Bytes tensor(tiles.begin(), tiles.end());
  tensor.resize(units.bytes() + units.ref_bytes());
  const auto weights =
      bytes_from(trial.judge, request_for(trial.asked.request(), Op::decode, tensor));
  std::vector<std::int64_t> products;
  if (!weights || weights->size() != 4 * units.geometry.n * units.geometry.k) return products;
  for (std::size_t i = 0; i < weights->size() / 4; ++i)
    products.push_back(static_cast<std::int64_t>(float_at(*weights, i)));
  return products;
}

struct Sum {
  std::int64_t exact = 0;
  std::int64_t magnitude = 0;  ///< the sum of all magnitudes: no partial sum passes it
};

Sum sum_of(const Case& asked, const std::vector<std::int64_t>& products, std::uint64_t m,
           std::uint64_t n) {
  Sum sum;
  for (std::uint64_t k = 0; k < asked.geometry.k; ++k) {
    const auto activation = static_cast<std::int8_t>(asked.input[m * asked.geometry.k + k]);
    const std::int64_t term = activation * products[n * asked.geometry.k + k];
    sum.exact += term;
    sum.magnitude += std::abs(term);
  }
  return sum;
}

Finding wrong_sum(std::uint64_t m, std::uint64_t n, std::int64_t expected, std::int64_t got) {
  return {{}, row_column(m, n), std::to_string(expected), std::to_string(got)};
}

// REPLAY-1
Verdict linear(const Trial& trial) {
  const std::vector<std::int64_t> weights = products(trial);
  if (weights.empty()) return {};
  const std::uint64_t rows = trial.asked.geometry.n;
  for (std::uint64_t i = 0; i < answered(trial)->size() / 8; ++i) {
    const std::int64_t wanted = sum_of(trial.asked, weights, i / rows, i % rows).exact;
    const auto got = static_cast<std::int64_t>(load_word(*answered(trial), 8 * i, 8));
    if (wanted != got) return wrong_sum(i / rows, i % rows, wanted, got);
  }
  return {};
}

// REPLAY-2, REPLAY-4: modes can part only where a sum leaves int32, narrowings only in pb16i.
Verdict modes(const Trial& trial) {
  const spec::Flags& flags = trial.asked.flags;
  const bool wide = trial.asked.format == spec::Format::pb16i;
  if (wide && flags.narrowing != spec::Narrowing::exact) return {};
  const std::vector<std::int64_t> weights = products(trial);
  if (weights.empty()) return {};
  const std::uint64_t rows = trial.asked.geometry.n;
  const std::size_t width = word_bytes(trial.asked.request());
  for (std::uint64_t i = 0; i < answered(trial)->size() / width; ++i) {
    const Sum sum = sum_of(trial.asked, weights, i / rows, i % rows);
    const std::uint64_t word = load_word(*answered(trial), width * i, width);
    const std::int64_t got =
        width == 8 ? static_cast<std::int64_t>(word) : static_cast<std::int32_t>(word);
    const bool wraps = flags.mode == spec::ReplayMode::wrap32;
    if (!wraps && width == 4 && sum.magnitude > 0x7fffffff) continue;
    const std::int64_t wanted = width == 8 ? sum.exact : static_cast<std::int32_t>(sum.exact);
    if (wanted != got) return wrong_sum(i / rows, i % rows, wanted, got);
  }
  return {};
}

constexpr std::array<Law, 2> kReplayLaws{{
    {"linear", "exact sums are the activations times the decoded weights", 6, exact, linear},
    {"modes", "modes and narrowings agree where nothing can overflow", 5, narrow, modes},
}};

}  // namespace

std::span<const Law> replay_laws() { return kReplayLaws; }

}  // namespace tritproof::laws
