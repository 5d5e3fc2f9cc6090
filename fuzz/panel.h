// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "codec/subject.h"
#include "props/laws/case.h"

/// Who answers the questions of this process, and who judges whom.
namespace tritproof::fuzz {

class Panel {
 public:
  /// The process's panel: all in-process subjects, the reference judged by second and the others by
  /// the reference.
  static Panel& here();

  /// From now on this subject alone is judged, by the reference.
  void try_only(std::unique_ptr<Subject> subject);

  /// One more that is judged by the reference, in its turn like the fast ones.
  void join(std::unique_ptr<Subject> subject);

  /// Puts a case to those who answer such a question, and each answer to the laws that are due. The
  /// turn picks one fast subject, 0 all of them. Returns if they hold; a broken law ends the
  /// process in broken().
  void put(const laws::Case& asked, std::uint8_t turn);

 private:
  Panel();
  void judge_one(std::size_t index, const laws::Case& asked, std::uint8_t turn);
  const Outcome& answer_of(std::size_t index, const laws::Case& asked);

  struct Seat {
    std::unique_ptr<Subject> subject;
    bool judged = true;
    std::size_t judge = 0;          ///< the seat whose answers are right for this one
    std::optional<Outcome> answer;  ///< to the present case
  };
  std::vector<Seat> seats_;  ///< the reference, then second or the one that is tried, then the fast
};

}  // namespace tritproof::fuzz
