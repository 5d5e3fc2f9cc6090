// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "golden/certificate/ask.h"

/// What people read of vectors that did not pass.
namespace tritproof::cli {

/// The vector, its rule, why it is asked, what was expected and what came, with the place; several
/// lines. The subject is not asked again.
std::string failure_text(const golden::Failure& failure);

/// A waiver and what it covers, one line.
std::string waiver_text(const golden::Waived& waived);

/// "other-suite: certificate.json: expected …, got …", safe for a terminal.
std::string fault_text(const golden::Fault& fault);

}  // namespace tritproof::cli
