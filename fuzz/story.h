// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "fuzz/broken.h"
#include "props/laws/law.h"

namespace tritproof::fuzz {

/// What a broken law means: the key by which findings of one root cause are one, and the lines for
/// people: who, what was asked, where, what was expected and got, and the case as edits of a
/// template where they are few.
Story story_of(const laws::Trial& trial, const laws::Finding& finding);

/// "value", "size", "refuses-NAME", "answers-NAME", "NAME-for-NAME", "count", "place", or a
/// verdict: how the subject's outcome differs from the judge's.
std::string error_of(const Outcome& expected, const Outcome& got);

/// The case as a one-line case file, if it is at most `most` byte edits of the good template.
std::optional<std::string> case_line(const laws::Case& asked, std::size_t most = 64);

}  // namespace tritproof::fuzz
