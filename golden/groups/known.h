// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>

#include "golden/groups/topic.h"

/// Answers written down by hand.
namespace tritproof::golden {

/// Hex digits, spaces between them as one likes.
Bytes from_text(std::string_view digits);
/// f32 words: `all` but for some.
Bytes floats(std::size_t count, const std::map<std::size_t, float>& others, float all = 0.0f);
/// The six words of validate.
Bytes counted(std::array<std::uint64_t, 6> counts);

}  // namespace tritproof::golden
