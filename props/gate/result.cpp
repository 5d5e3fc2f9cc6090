// SPDX-License-Identifier: Apache-2.0
#include "props/gate/result.h"

#include <algorithm>

namespace tritproof::gate {

bool Bench::passed() const {
  return shortfalls.empty() && std::ranges::none_of(laws, [](const LawTally& tally) {
           return tally.standing == Standing::fail;
         });
}

bool Result::passed() const {
  return shortfalls.empty() && !benches.empty() && std::ranges::all_of(benches, &Bench::passed);
}

}  // namespace tritproof::gate
