// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bench/data.h"
#include "bench/job.h"
#include "codec/reference/tensor.h"

namespace tritproof::bench {
namespace {

constexpr spec::Geometry kBand{32, 5120};
constexpr std::uint64_t kBands = 64;
constexpr std::uint64_t kRows = 16;  // of activations

struct Replaying {
  Banded input;
  std::vector<std::int8_t> activations;
  std::vector<std::int64_t> sums;
};

void replay_band(Replaying& state, const fast::Target& target, std::uint64_t i) {
  std::ranges::fill(state.sums, 0);
  target.replay(state.input.band(i), {state.activations.data(), kRows, kBand.k},
                spec::ReplayMode::i64, spec::Narrowing::exact, state.sums.data(), kBand.n);
}

std::unique_ptr<Work> replaying(spec::Format format, const fast::Target& target) {
  auto state = std::make_shared<Replaying>();
  state->input = banded(format, kBand, kBands, 16);
  for (const std::uint8_t byte : random_bytes(kRows * kBand.k, 9))
    state->activations.push_back(static_cast<std::int8_t>(byte));
  state->sums.resize(kRows * kBand.n);
  auto work = std::make_unique<Work>();
  work->once = [state, &target] {
    for (std::uint64_t i = 0; i < kBands; ++i) replay_band(*state, target, i);
  };
  work->right = [state, &target] {
    Bytes payload(state->activations.begin(), state->activations.end());
    const std::uint8_t* units = state->input.band(0).units;
    payload.insert(payload.end(), units, units + unit_bytes(state->input.format, kBand));
    const auto expected = reference::replay(state->input.format, kBand, kRows, payload,
                                            spec::ReplayMode::i64, spec::Narrowing::exact);
    replay_band(*state, target, 0);
    return expected && *expected == state->sums;
  };
  work->weights = kBands * kBand.n * kBand.k * kRows;
  work->bytes_in = state->input.bytes.size();
  work->bytes_out = kBands * state->sums.size() * 8;
  work->limit_bytes = work->weights;
  return work;
}

}  // namespace

void add_replays(const Settings&, Jobs& jobs) {
  for (const spec::Format format : {spec::Format::t2s, spec::Format::pb16i})
    for (const fast::Target& target : fast::targets())
      jobs.push_back(
          {"replay/" + std::string(spec::row_of(format).name) + "/fast-" + std::string(target.name),
           "limit/multiply/" + std::string(target.name),
           [format, &target] { return replaying(format, target); }, in_small(target.name)});
}

}  // namespace tritproof::bench
