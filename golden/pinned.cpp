// SPDX-License-Identifier: Apache-2.0
#include "golden/suite.h"

namespace tritproof::golden {

// What `golden make` prints; it changes together with kSuiteVersion only.
const std::string_view kSuiteSha256 =
    "56c0b709f9ab668d3f983287e3eb39f30903b59d596c77b73c6f806b04a53bdf";

}  // namespace tritproof::golden
