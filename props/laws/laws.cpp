// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "props/laws/families.h"

namespace tritproof::laws {

std::span<const Law> laws() {
  static const std::vector<Law> all = [] {
    std::vector<Law> list;
    for (const auto family :
         {answer_laws, content_laws, decode_laws, encode_laws, convert_laws, replay_laws})
      for (const Law& law : family()) list.push_back(law);
    return list;
  }();
  return all;
}

Verdict judge(const Trial& trial, std::uint64_t index, std::span<std::uint64_t> asked) {
  for (std::size_t i = 0; i < laws().size(); ++i) {
    const Law& law = laws()[i];
    if (index % law.stride != 0 || !law.applies(trial)) continue;
    if (i < asked.size()) ++asked[i];
    Verdict verdict = law.holds(trial);
    if (!verdict) continue;
    verdict->law = law.name;
    return verdict;
  }
  return {};
}

}  // namespace tritproof::laws
