// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz/campaign/finding.h"

namespace tritproof::fuzz {

/// Makes a finding's input small with the target's own program, in `work`, and takes over the story
/// of the smaller one. The file to keep: `input` itself where nothing smaller ends in the same key.
std::filesystem::path make_small(Finding& finding, const std::filesystem::path& input,
                                 const std::filesystem::path& program,
                                 const std::filesystem::path& work);

}  // namespace tritproof::fuzz
