// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "codec/container/io.h"

namespace tritproof::container {

/// "WHAT PATH: the system's words for errno", taken before anything else can change errno.
CannotRun errno_text(const std::string& what, const std::string& path);

}  // namespace tritproof::container
