// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "golden/certificate/certificate.h"

/// Somebody else's tests beside ours: "greedy text of three prompts" by a command of theirs.
namespace tritproof::golden {

/// NAME=COMMAND or NAME=n/a:REASON. The error is a sentence: no name, no command, no reason.
std::expected<Row, std::string> parse_row(std::string_view text);

/// Runs the row's command by sh in the caller's folder, for ten minutes at most; keeps its exit
/// code and the digest of what it printed. A row that is not applicable stays as it is.
Row run_row(Row row);

}  // namespace tritproof::golden
