// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/subject.h"

/// What is timed, and against which limit of the machine.
namespace tritproof::bench {

/// Work that is repeated while it is timed. `once` is one repetition, on data that moves on from
/// one to the next, so that no predictor learns it.
struct Work {
  std::function<void()> once;
  std::function<bool()> right;    ///< whether the answer is right: asked before any timing
  std::uint64_t weights = 0;      ///< of one repetition; 0 for limits
  std::uint64_t bytes_in = 0;     ///< of one repetition
  std::uint64_t bytes_out = 0;    ///< of one repetition
  std::uint64_t limit_bytes = 0;  ///< bytes, or products, held against the limit's a second
  bool counted = false;           ///< whether repetitions a second are of interest
};

/// A benchmark. Its data are made when it runs first and freed when the next one runs.
struct Job {
  std::string name;   ///< "decode/t2/fast-avx2/64KiB"
  std::string limit;  ///< name of the job that it is held against; empty for limits
  std::function<std::unique_ptr<Work>()> make;
  bool small = true;  ///< part of --small
};

using Jobs = std::vector<Job>;

/// What the jobs need to know.
struct Settings {
  bool small = false;
  std::string ggml;         ///< ggml's library; empty: none
  std::string ggml_native;  ///< the same sources built for this machine; empty: none
  std::string folder;       ///< for files that are read
};

// One family a file; each gives its jobs in the order in which they are printed.
void add_limits(const Settings& settings, Jobs& jobs);
void add_decodes(const Settings& settings, Jobs& jobs);
void add_conversions(const Settings& settings, Jobs& jobs);
void add_replays(const Settings& settings, Jobs& jobs);
void add_verifies(const Settings& settings, Jobs& jobs);
void add_inner(const Settings& settings, Jobs& jobs);

/// Whether --small times this instruction set: the machine's best, and AVX2 as most machines have
/// it.
bool in_small(std::string_view target);

/// "32KiB", "512MiB".
std::string size_name(std::uint64_t bytes);

/// The kernels whose stores are the limit for a subject: its own, or the best of the machine.
std::string store_limit(std::string_view target, std::uint64_t bytes);

}  // namespace tritproof::bench
