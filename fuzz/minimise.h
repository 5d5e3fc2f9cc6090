// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <span>
#include <string>

#include "fuzz/target.h"

/// A finding's input made small: few bytes that differ from a sound question, or few bytes at all.
namespace tritproof::fuzz {

/// Puts an input to the target in a child process: the key of the finding in which it ends, a word
/// for any other death ("signal 11", "hang"), or nothing if the laws hold.
std::string key_of(const Target& target, std::span<const std::uint8_t> input);

/// The smallest input found within `time` that ends in the same key; `input` itself if none does.
Bytes minimise(const Target& target, Bytes input, std::chrono::milliseconds time);

}  // namespace tritproof::fuzz
