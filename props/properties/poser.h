// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <tuple>

#include "props/laws/put.h"
#include "props/properties/classify.h"
#include "props/properties/edit.h"

namespace tritproof::props {

/// A case as it is put: what it costs once, however many subjects are asked.
struct Posed {
  Posed(laws::Case what, std::span<Subject* const> judges);

  laws::Case asked;
  Classes classes;
  laws::Put put;  ///< of `asked`
};

/// Makes cases of sketches. Op, format and template of a run are always the same.
class Poser {
 public:
  /// `after_edits` may change the bytes of each case; it may be empty.
  Poser(std::vector<Subject*> judges, std::function<void(Bytes&)> after_edits);

  void begin(const Sketch& sketch);
  [[nodiscard]] const Sketch& sketch() const { return sketch_; }

  /// The case without what the subject does not take; null if it does not take the case at all.
  /// Holds until the next case.
  Posed* for_subject(const Subject& subject);

 private:
  std::vector<Subject*> judges_;
  std::function<void(Bytes&)> after_edits_;
  Sketch sketch_;
  laws::Case plain_;
  std::optional<Posed> posed_;
  std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, Bytes> templates_;
};

}  // namespace tritproof::props
