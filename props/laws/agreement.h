// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "codec/subject.h"
#include "props/laws/finding.h"

namespace tritproof::laws {

/// Two outcomes of one request are the same: answers bit for bit after NaNs were made canonical
/// (HALF-6, HALF-7), refusals by name, and by count and places where both name some (REF-3).
/// A subject that did not answer at all never agrees.
Verdict agree(const Request& request, const Outcome& expected, const Outcome& got);

/// The answer's bytes with every f32 or bf16 NaN replaced by the canonical one; only decode answers
/// floats, other ops' bytes come back as they are.
Bytes canonical(const Request& request, Bytes answer);

}  // namespace tritproof::laws
