// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "props/gate/result.h"

/// Failures that somebody answers for until a day.
namespace tritproof::cli {

struct Known {
  std::string rule;  ///< a rule's id, or the name of a law
  spec::Format format = spec::Format::t2;
  std::string owner;
  std::string expires;  ///< YYYY-MM-DD, the last day on which it counts
};

/// Reads {"known": [{"rule", "format", "owner", "expires"}, …]}; unknown or missing keys, unknown
/// names and malformed dates are errors that name the entry.
std::expected<std::vector<Known>, std::string> read_known(const std::filesystem::path& path);

/// Turns failures that are listed and not expired into `known`. An entry whose format was judged
/// and that no failure matches is a shortfall: the list must shrink when the code mends.
void apply_known(const std::vector<Known>& known, std::string_view today, gate::Result& result);

/// Today in UTC as YYYY-MM-DD.
std::string today();

}  // namespace tritproof::cli
