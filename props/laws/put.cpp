// SPDX-License-Identifier: Apache-2.0
#include "props/laws/put.h"

#include <algorithm>

namespace tritproof::laws {

std::vector<Subject*> judges_of(std::span<const Pair> pairs) {
  std::vector<Subject*> judges;
  for (const Pair& pair : pairs)
    if (std::ranges::find(judges, pair.judge) == judges.end()) judges.push_back(pair.judge);
  return judges;
}

Put::Put(const Case& what, std::span<Subject* const> judges) : asked(what), hash(hash_of(what)) {
  for (Subject* judge : judges) kept_.push_back({judge, {}});
}

const Outcome& Put::answer_of(Subject& subject) {
  const auto kept = std::ranges::find(kept_, &subject, &Kept::judge);
  std::optional<Outcome>& answer = kept == kept_.end() ? last_ : kept->answer;
  if (kept == kept_.end() || !answer) answer = subject.answer(asked.request());
  return *answer;
}

}  // namespace tritproof::laws
