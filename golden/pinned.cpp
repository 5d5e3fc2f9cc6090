// SPDX-License-Identifier: Apache-2.0
#include "golden/suite.h"

namespace tritproof::golden {

// What `golden make` prints; it changes together with kSuiteVersion only.
const std::string_view kSuiteSha256 =
    "6fb6402d89e70c68e992535c9892915574c17a1f915ea5339c6cf64c8b5d0374";

}  // namespace tritproof::golden
