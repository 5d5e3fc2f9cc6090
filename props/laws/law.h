// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "props/laws/case.h"
#include "props/laws/finding.h"

namespace tritproof::laws {

/// One case put to a subject: what it answered, and what the judge answers.
struct Trial {
  const Case& asked;
  Subject& subject;
  Subject& judge;           ///< whose answers are right: the reference, or second for the reference
  const Outcome& expected;  ///< the judge's
  const Outcome& got;       ///< the subject's
};

/// A property of codecs. A law is a plain function: it knows no test framework and no generator, so
/// the same one serves properties, vectors, fuzzers and devices.
struct Law {
  std::string_view name;      ///< as in reports: "agreement"
  std::string_view sentence;  ///< what holds, in English
  std::uint32_t stride = 1;   ///< asked of every stride-th case: laws that ask again are dear
  bool (*applies)(const Trial& trial);
  Verdict (*holds)(const Trial& trial);
};

/// All laws, cheapest first. One case feeds all that apply.
std::span<const Law> laws();

/// Puts case number `index` to all laws that apply and are due; the first that is broken. Adds one
/// to `asked[i]` for each law i that was asked, if there is an `asked`.
Verdict judge(const Trial& trial, std::uint64_t index, std::span<std::uint64_t> asked = {});

}  // namespace tritproof::laws
