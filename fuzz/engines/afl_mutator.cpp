// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <string>

#include "fuzz/target.h"

/// The same mutators for AFL++: AFL_CUSTOM_MUTATOR_LIBRARY names this library,
/// TRITPROOF_FUZZ_TARGET the target. Declared from AFL++'s description of custom mutators.
namespace {

struct State {
  const tritproof::fuzz::Target* target;
  std::uint64_t seed;
  tritproof::Bytes out;
};

}  // namespace

extern "C" {

// The library is compiled like the targets, and nobody looks at its coverage.
__attribute__((weak)) void __sanitizer_cov_trace_pc_guard(std::uint32_t*) {}
__attribute__((weak)) void __sanitizer_cov_trace_pc_guard_init(std::uint32_t*, std::uint32_t*) {}

void* afl_custom_init(void*, unsigned seed) {
  const char* const name = std::getenv("TRITPROOF_FUZZ_TARGET");
  const auto* target = name == nullptr ? nullptr : tritproof::fuzz::target_named(name);
  // AFL++ stops with a message of its own at null.
  return target == nullptr ? nullptr : new State{target, seed, {}};
}

std::size_t afl_custom_fuzz(void* data, const std::uint8_t* input, std::size_t size,
                            std::uint8_t** out, const std::uint8_t* other, std::size_t other_size,
                            std::size_t most) {
  State& state = *static_cast<State*>(data);
  ++state.seed;
  const std::size_t limit = std::min(most, state.target->most_bytes);
  if (other != nullptr && state.seed % 16 == 0) {
    state.out = state.target->cross({input, size}, {other, other_size}, limit, state.seed);
  } else {
    state.out.assign(input, input + size);
    state.target->mutate(state.out, limit, state.seed);
  }
  *out = state.out.data();
  return state.out.size();
}

void afl_custom_deinit(void* data) { delete static_cast<State*>(data); }
}
