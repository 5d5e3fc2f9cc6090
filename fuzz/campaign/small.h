// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz/campaign/slice.h"

namespace tritproof::fuzz {

/// Makes a finding's input small with the target's own program, in `work`, and takes over the story
/// of the smaller one. The file to keep: `input` itself where nothing smaller ends in the same key.
std::filesystem::path make_small(Finding& finding, const std::filesystem::path& input,
                                 const Program& program, const std::filesystem::path& work);

/// Merges a corpus with the turn's engine, which keeps what still adds an edge: how often one was
/// passed would keep several times as much. The new folder, or
/// nothing if that failed.
std::optional<std::filesystem::path> merge(const Turn& turn, const std::filesystem::path& corpus,
                                           std::chrono::seconds time);

/// What this tool, without sanitizers and engine, makes of an input: "the same", "nothing wrong",
/// or the other key that it ends in.
std::string ask_plain(const Finding& finding, const std::filesystem::path& input,
                      const std::filesystem::path& tool, const std::filesystem::path& work);

}  // namespace tritproof::fuzz
