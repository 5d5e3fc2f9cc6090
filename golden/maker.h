// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "golden/suite.h"

/// Makes the set anew from its groups: the stored files are its output, byte for byte.
namespace tritproof::golden {

/// A question on its way into the set.
struct Draft {
  Question question;
  Origin origin = Origin::agreed;
  /// by_hand: the refusal that follows from the rules. known: the published answer.
  std::optional<Expected> expected;
};
struct FileDraft {
  FileQuestion question;
  std::variant<Listing, ExpectedRefusal> expected;  ///< written by hand
};

/// Takes what a group asks.
class Collector {
 public:
  virtual ~Collector() = default;
  virtual void put(Draft draft) = 0;
  virtual void put(FileDraft draft) = 0;
  /// Keeps bytes as a blob and names it.
  virtual Blob keep(Bytes bytes) = 0;
};

/// Vectors that ask for one thing; one file in golden/groups/ each.
struct Group {
  std::string_view name;
  std::string_view sentence;  ///< what it goes through, and why
  void (*draft)(Collector& to);
};

/// In order; a new group is one file and one row.
std::span<const Group> groups();

/// Why no set was made: which group, which question, who disagreed.
struct Refused {
  std::string group;
  std::string why;   ///< the question's own sentence
  std::string what;  ///< "second and reference disagree", …
};

struct Made {
  Suite suite;
  std::vector<Bytes> blobs;
};

/// Drafts all groups and finds every answer by its origin. agreed: second, confirmed by the
/// reference; proved: see Origin; ggml and confirmation by ggml need that runner (`ggml` may be
/// null: then recorded answers are kept from `frozen`, and a draft without one is refused). `step`
/// is told how many are answered; false from it ends the making, refused as "interrupted".
std::expected<Made, Refused> make_suite(Subject* ggml, const Suite* frozen,
                                        const std::function<bool(std::uint64_t)>& step);

}  // namespace tritproof::golden
