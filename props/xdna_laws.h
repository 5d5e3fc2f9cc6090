// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "props/domain.h"
#include "props/laws/law.h"
#include "props/xdna_fixture.h"

namespace tritproof::xdna {

/// Cases put to all laws, and findings.
struct Tally {
  std::uint64_t asked = 0;
  std::uint64_t broken = 0;
};

inline Tally put(const props::Domain& domain, spec::Format format, props::Level level,
                 host::PipedSubject& subject) {
  const auto judge = make_subject("reference");
  Tally tally;
  domain.enumerate(format, level, 1, [&](const laws::Case& asked) {
    if (!subject.declares(asked.op, asked.format) || !subject.takes(asked.request())) return true;
    const Outcome right = judge->answer(asked.request());
    const Outcome got = subject.answer(asked.request());
    const auto finding = laws::judge({asked, subject, *judge, right, got}, tally.asked++);
    if (!finding) return true;
    ADD_FAILURE() << domain.name << ", " << spec::name_of(asked.op) << " of " << asked.why << ": "
                  << finding->law << " at " << finding->where << ": expected " << finding->expected
                  << ", got " << finding->got;
    return ++tally.broken < 3;
  });
  return tally;
}

/// All exhaustive domains of the formats that a core reads; how many cases.
inline std::uint64_t put_all(host::PipedSubject& subject, props::Level level) {
  std::uint64_t asked = 0;
  for (const props::Domain& domain : props::exhaustive_domains())
    for (const spec::Format format : {spec::Format::t2s, spec::Format::pb16i})
      if (domain.applies(format)) asked += put(domain, format, level, subject).asked;
  return asked;
}

}  // namespace tritproof::xdna
