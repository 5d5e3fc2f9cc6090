// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "golden/vector.h"

/// Questions that nobody can have prepared for: derived from a number that somebody else chose.
namespace tritproof::golden {

/// Digits of a challenge: at least 8 bytes, at most 64.
inline constexpr std::size_t kLeastChallengeDigits = 16;
inline constexpr std::size_t kMostChallengeDigits = 128;

/// Whether the text is an even number of lower-case hex digits within the bounds.
bool is_challenge(std::string_view hex);

/// Vectors of every op that the rules define for the formats, over tensors that `hex` seeds:
/// arbitrary bytes and valid tensors. Their ids end in "-challenge-" and a number; their answers
/// are second's, confirmed by the reference, or the reference's where second does not answer. The
/// error: the two disagree, which is a fault of this tool.
std::expected<std::vector<Vector>, std::string> challenge_vectors(
    std::string_view hex, std::span<const spec::Format> formats);

}  // namespace tritproof::golden
