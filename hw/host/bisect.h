// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace tritproof::host {

/// Whether an item crashes a new child that was asked these first; nothing if that cannot be found
/// out any more.
using CrashesAfter = std::function<std::optional<bool>(std::span<const std::size_t> before)>;

/// The one earlier item after which alone the crash comes, found by halving: at most
/// log2(history) + 2 trials, each of half the items of the one before. The error is a sentence.
[[nodiscard]] std::expected<std::size_t, std::string> find_culprit(
    std::span<const std::size_t> history, const CrashesAfter& crashes_after);

}  // namespace tritproof::host
