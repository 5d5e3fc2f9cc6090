// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/job.h"

/// How much is worked on at a time: within the first cache, and far beyond the last.
namespace tritproof::bench {

inline constexpr std::uint64_t kKiB = 1024;
inline constexpr std::uint64_t kMiB = 1024 * kKiB;

/// Bytes of f32 output.
inline std::vector<std::uint64_t> output_sizes(const Settings& settings) {
  if (settings.small) return {64 * kKiB};
  return {32 * kKiB, 64 * kKiB, 512 * kMiB};
}

/// Bytes that conversions and counts move.
inline std::vector<std::uint64_t> copy_sizes(const Settings& settings) {
  if (settings.small) return {64 * kMiB};
  return {64 * kKiB, 256 * kMiB};
}

}  // namespace tritproof::bench
