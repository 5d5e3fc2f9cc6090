// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "cli/console.h"
#include "cli/gate_subjects.h"
#include "cli/vectors.h"
#include "props/domain.h"

namespace tritproof::cli {

struct JudgeOptions {
  props::Level level = props::Level::core;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::vector<laws::Case> stored;  ///< asked first
};

/// Fills the result's benches, by source, then format. Subjects of this process go in
/// step, a format at a time; a piped one goes alone, its formats one after the other.
/// Without vectors theirs is no line. A subject that cannot be made is a shortfall of its benches;
/// so is an interruption of those that it leaves unfinished.
void judge_all(std::span<const SubjectSource> sources, std::span<const spec::Format> formats,
               const JudgeOptions& options, const StoredVectors* vectors, Progress& progress,
               gate::Result& result);

}  // namespace tritproof::cli
