// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <functional>
#include <string>
#include <vector>

#include "codec/subject.h"

/// Who is judged, and by whom.
namespace tritproof::cli {

struct SubjectSource {
  std::string name;
  bool piped = false;
  std::function<std::expected<std::unique_ptr<Subject>, Trouble>()> make;
};

/// Why the run cannot be: a sentence and the exit code.
struct NoSubjects {
  std::string what;
  int exit = 0;
};

/// The named subjects and the programs; with neither, all in-process ones and ggml, which must be
/// there. A name that nobody has is usage (2), an absent runner is exit 3 with what brings it.
std::expected<std::vector<SubjectSource>, NoSubjects> find_subjects(
    const std::vector<std::string>& names, const std::vector<std::string>& execs);

/// Says goodbye to a piped subject; what it did wrong in the end, if anything.
std::optional<Trouble> close_subject(Subject& subject);

}  // namespace tritproof::cli
