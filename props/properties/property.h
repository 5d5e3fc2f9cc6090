// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "props/laws/law.h"
#include "props/laws/put.h"
#include "props/properties/classify.h"
#include "props/properties/edit.h"

/// Many cases of one op and format, put to all laws; a run that shows too little fails.
namespace tritproof::props {

struct PropertyOptions {
  std::uint64_t seed = 1;
  std::uint64_t cases = 10000;  ///< distinct ones
  std::string from = "good";    ///< the template's name
  /// What happens to the bytes after the edits; nothing but a test of this engine sets it.
  std::function<void(Bytes&)> after_edits = {};
  bool shrink = true;  ///< a case that breaks a law is made as small as it gets
  /// Asked between cases; true ends early, so that too few were asked.
  std::function<bool()> stop = [] { return false; };
};

/// The smallest case on which a law broke.
struct Failure {
  laws::Case minimal;
  laws::Finding finding;
  std::string replay_line;  ///< the case on one line, as parse_case reads it
  Sketch sketch;            ///< as write_case stores it
};

struct PropertyReport {
  std::uint64_t cases = 0;                          ///< put to the subject
  std::uint64_t distinct = 0;                       ///< among them, by hash of all that is asked
  std::vector<std::uint64_t> laws_asked;            ///< by law, in the order of laws()
  std::array<std::uint64_t, kInputClasses> seen{};  ///< cases of each class
  std::optional<Failure> failure;
  std::vector<std::string> shortfalls;  ///< why the run proves too little, one sentence each

  [[nodiscard]] bool passed() const { return !failure && shortfalls.empty(); }
};

/// Asks until there are as many distinct cases as wanted or a law breaks; then the case is shrunk.
/// Prints nothing and takes nothing from the environment: the seed decides all.
PropertyReport run_property(Subject& subject, Subject& judge, spec::Op op, spec::Format format,
                            const PropertyOptions& options);

/// The same for several subjects in step, a report for each: a case is made and classified once,
/// and a judge is asked it once. A subject that breaks a law is asked again alone, to shrink its
/// case.
std::vector<PropertyReport> run_properties(std::span<const laws::Pair> pairs, spec::Op op,
                                           spec::Format format, const PropertyOptions& options);

}  // namespace tritproof::props
