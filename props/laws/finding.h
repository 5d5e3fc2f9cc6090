// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

/// What a law returns when it is broken.
namespace tritproof::laws {

struct Finding {
  std::string law;    ///< the law's name, as in "agreement"
  std::string where;  ///< place in the answer: row, column, byte
  std::string expected;
  std::string got;
};

/// A law holds, or says where it is broken first.
using Verdict = std::optional<Finding>;

}  // namespace tritproof::laws
