// SPDX-License-Identifier: Apache-2.0
#include "fuzz/engine.h"

/// A program of one target; TRITPROOF_FUZZ_TARGET is its name.
namespace tritproof::fuzz {

extern const Target TRITPROOF_FUZZ_TARGET;

const Target& program_target() { return TRITPROOF_FUZZ_TARGET; }

}  // namespace tritproof::fuzz
