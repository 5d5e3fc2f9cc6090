// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "hw/xdna/device.h"

namespace tritproof::xdna {

/// What the command line says.
struct Options {
  std::vector<std::filesystem::path> maps;
  unsigned device = 0;
  std::chrono::milliseconds setup = Budgets{}.setup;
  std::optional<std::chrono::milliseconds> run;  ///< default: 10 s, or twice the driver's timeout
};

/// Answers frames from stdin until bye. What anybody prints on stdout from now on goes to stderr.
/// The device is opened when the host's hello comes, so that what is wrong with it is an answer.
/// The exit status: 0; 1 for a broken frame or pipe, and after any Failure, which ends the process
/// here without a destructor being run.
int serve(const Options& options);

}  // namespace tritproof::xdna
