// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz/campaign/campaign.h"

/// A campaign as text: for people, for pull requests and for programs.
namespace tritproof::fuzz {

/// One line while it runs.
std::string text_of(const Status& status);

/// The table of targets, what fell short, and each finding on a line with its case and command.
std::string text_of(const Outcomes& outcomes);

/// The same in Markdown; what targets printed is in code blocks.
std::string markdown_of(const Outcomes& outcomes);

/// One object: clean, seconds, stopped, targets, findings, samples, shortfalls.
std::string json_of(const Outcomes& outcomes);

}  // namespace tritproof::fuzz
