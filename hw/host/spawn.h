// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <expected>
#include <string>

#include "hw/host/command.h"
#include "hw/host/handles.h"

namespace tritproof::host {

/// A program that has been started: leader of a session and process group of its own, killed by
/// the system when the thread that started it ends.
struct Spawned {
  pid_t pid = -1;
  Fd input;            ///< we write; does not block
  Fd output;           ///< we read; does not block
  Fd errors;           ///< we read; does not block
  bool hides = false;  ///< the folders to hide are hidden from it
};

/// Starts `command` in `folder` with an environment of PATH, LANG=C, TMPDIR and TRITPROOF_CHILD
/// (`token`, by which what it starts is known), default signals, no core file and no descriptor
/// beyond the three pipes. The error is a sentence.
[[nodiscard]] std::expected<Spawned, std::string> spawn(const Command& command,
                                                        const std::string& folder,
                                                        const std::string& token);

}  // namespace tritproof::host
