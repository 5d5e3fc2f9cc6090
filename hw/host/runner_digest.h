// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <string>

#include "hw/host/command.h"

namespace tritproof::host {

/// What a run must not change behind our back: sha256 of the lines "program SHA256\n",
/// "argument SHA256\n" for each argument's text, and "file SHA256\n" for each word of an argument
/// that names a readable regular file. Libraries that the program loads are not in it.
/// The error is a sentence.
[[nodiscard]] std::expected<std::string, std::string> runner_digest(const Command& command);

}  // namespace tritproof::host
