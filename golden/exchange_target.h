// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "golden/exchange_plan.h"
#include "hw/protocol/hello.h"

namespace tritproof::golden {

/// Whether a target's hello says that it answers a request like this one: its op, options and
/// limits (FRAME-4, FRAME-10, FRAME-12).
bool target_takes(const protocol::Hello& hello, const Question& question);

/// "runner 1.0 on device", as the target says of itself.
std::string target_words(const protocol::Hello& hello);

}  // namespace tritproof::golden
