// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "props/gate/result.h"

namespace tritproof::gate {

/// Fills in the rule, the explanation and the lookalike of a broken law. The subject is asked once
/// more, and mutants of the same op and format are asked whether they answer alike.
void explain(Broken& broken, Subject& subject, Subject& judge);

/// The rule that a case of this op and format is about when nothing more is known of the fault.
std::string_view rule_of(spec::Op op, spec::Format format);

}  // namespace tritproof::gate
