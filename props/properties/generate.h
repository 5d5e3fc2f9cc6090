// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck/Gen.h>

#include "props/properties/edit.h"

/// Generators of sketches: a geometry, flags, and a handful of edits.
namespace tritproof::props {

/// Sketches of that op and format on a template; they shrink to fewer, simpler edits of one unit.
rc::Gen<Sketch> sketches(spec::Op op, spec::Format format, std::string from);

}  // namespace tritproof::props
