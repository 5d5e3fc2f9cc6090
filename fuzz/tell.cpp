// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "fuzz/broken.h"

namespace tritproof::fuzz {

void tell(const Story& story) {
  std::fprintf(stderr, "tritproof-finding: %s\n%s\n", story.key.c_str(), story.text.c_str());
  std::fflush(stderr);
}

}  // namespace tritproof::fuzz
