// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include "spec/refusals.h"

/// File names made from names that a file gave.
namespace tritproof::container {

inline constexpr std::size_t kMaxEncodedName = 200;  ///< bytes

/// The name with every byte but [A-Za-z0-9._-], and a leading dot, as %XX: it cannot leave a folder
/// or hide in it. Header if it is empty or longer than 200 bytes when encoded.
spec::Result<std::string> percent_encode(std::string_view name);

/// The names given out for one folder.
class OutputNames {
 public:
  /// percent_encode(name) + suffix. Header if that is refused, or if it differs from an earlier one
  /// only in the case of letters, as some file systems would then keep only one of the two.
  spec::Result<std::string> add(std::string_view name, std::string_view suffix);

 private:
  std::set<std::string, std::less<>> taken_;  ///< in lower case
};

}  // namespace tritproof::container
