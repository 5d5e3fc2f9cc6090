// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>

#include "codec/fast/kernels.h"

namespace tritproof::fast {
namespace {

// Whether this machine has all that the compiler was told to use for a target.
#if HWY_ARCH_X86
bool runs_SSSE3() { return __builtin_cpu_supports("ssse3"); }
bool runs_SSE4() {
  return runs_SSSE3() && __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2") &&
         __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("aes");
}
bool runs_AVX2() {
  return runs_SSE4() && __builtin_cpu_supports("avx") && __builtin_cpu_supports("avx2") &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c");
}
bool runs_AVX3() {
  return runs_AVX2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
}
bool runs_AVX3_DL() {
  return runs_AVX3() && __builtin_cpu_supports("vpclmulqdq") &&
         __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
         __builtin_cpu_supports("vaes") && __builtin_cpu_supports("avxvnni") &&
         __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512vpopcntdq");
}
#endif
#if HWY_ARCH_ARM
bool runs_NEON() { return true; }
#endif
bool runs_EMU128() { return true; }

struct Candidate {
  bool (*runs)();
  std::size_t (*width)();
  Target target;
};

#define TRITPROOF_FAST_CANDIDATE(NAME)                                                   \
  {runs_##NAME,                                                                          \
   N_##NAME::VectorBytes,                                                                \
   {#NAME, 0, N_##NAME::DecodeFloats, N_##NAME::DecodeBfloats, N_##NAME::Count,          \
    N_##NAME::SeeMagnitudes, N_##NAME::Halves, N_##NAME::Expand, N_##NAME::SeeExponents, \
    N_##NAME::Convert, N_##NAME::Compare, N_##NAME::Replay}},

constexpr Candidate kCandidates[] = {TRITPROOF_FAST_EACH_TARGET(TRITPROOF_FAST_CANDIDATE)};

// hwy's names in lower case.
constexpr std::string_view lower_case(std::string_view name) {
  constexpr std::array<std::array<std::string_view, 2>, 7> names{{{"AVX3_DL", "avx3_dl"},
                                                                  {"AVX3", "avx3"},
                                                                  {"AVX2", "avx2"},
                                                                  {"SSE4", "sse4"},
                                                                  {"SSSE3", "ssse3"},
                                                                  {"NEON", "neon"},
                                                                  {"EMU128", "emu128"}}};
  for (const auto& [upper, lower] : names)
    if (upper == name) return lower;
  return {};
}

struct Present {
  std::array<Target, std::size(kCandidates)> targets{};
  std::size_t count = 0;

  Present() {
    for (const Candidate& candidate : kCandidates) {
      if (!candidate.runs()) continue;
      Target& target = targets[count++];
      target = candidate.target;
      target.name = lower_case(candidate.target.name);
      target.width = candidate.width();
    }
  }
};

}  // namespace

std::span<const Target> targets() {
  static const Present present;
  return std::span(present.targets).first(present.count);
}

const Target* target_named(std::string_view name) {
  const auto found = std::ranges::find(targets(), name, &Target::name);
  return found == targets().end() ? nullptr : &*found;
}

bool exponent_fits(std::uint16_t magnitudes, std::int32_t e_ref) {
  if (magnitudes == 0) return true;
  // The lowest and the highest bit of any multiplier are those of all of them together.
  const std::int64_t low = std::int64_t{std::countr_zero(magnitudes)} + e_ref;
  const std::int64_t high = std::int64_t{std::bit_width(magnitudes)} - 1 + e_ref;
  return low >= -149 && high <= 127;
}

}  // namespace tritproof::fast
