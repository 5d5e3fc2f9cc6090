// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "hw/host/command.h"
#include "hw/host/piped_subject.h"

/// The runners that are known by name. A new one is one row in runners.cpp.
namespace tritproof::hw {

/// Why a runner cannot be started, and the command that changes that.
struct Absent {
  std::string why;
  std::string bring;  ///< one line to paste, from the root of the project
};

/// What the user gives a runner: `--KEY`, then its value, and so on.
using Given = std::span<const std::string>;

struct RunnerRow {
  std::string_view name;
  std::string_view what;     ///< one line for people
  std::string_view options;  ///< the keys that it takes, parted by spaces
  host::Timeouts timeouts;   ///< where the user names none
  std::expected<host::Command, Absent> (*finder)(Given given);

  /// The command, with what is given at its end.
  [[nodiscard]] std::expected<host::Command, Absent> find(Given given = {}) const;
  [[nodiscard]] bool takes(std::string_view option) const;
};

[[nodiscard]] std::span<const RunnerRow> runners();

/// The row of that name, or null: a name is never guessed.
[[nodiscard]] const RunnerRow* runner_named(std::string_view name);

/// ggml's library: TRITPROOF_GGML_LIB if set, else where npm puts it in the build or source tree.
[[nodiscard]] std::expected<std::string, Absent> ggml_library();

}  // namespace tritproof::hw
