// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "props/laws/case.h"

namespace tritproof::laws {

/// Who is judged, and by whom.
struct Pair {
  Subject* subject = nullptr;
  Subject* judge = nullptr;
};

/// The judges among pairs, each once.
std::vector<Subject*> judges_of(std::span<const Pair> pairs);

/// A case on its way to several subjects. It is hashed once, and a judge is asked it once, though
/// it judge many and be judged itself.
class Put {
 public:
  /// Holds on to the case.
  Put(const Case& what, std::span<Subject* const> judges);
  /// For subjects that have one judge.
  Put(const Case& what, Subject& judge) : Put(what, std::array{&judge}) {}

  const Case& asked;
  const std::uint64_t hash;

  /// What the subject answers. A judge's answer stays, others until the next call.
  const Outcome& answer_of(Subject& subject);

 private:
  struct Kept {
    Subject* judge = nullptr;
    std::optional<Outcome> answer;
  };
  std::vector<Kept> kept_;
  std::optional<Outcome> last_;
};

}  // namespace tritproof::laws
