// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "props/support/oracle.h"

/// Steps that the exhaustive tests share.
namespace tritproof::test {

/// Asks every subject to decode; all must agree with the first. Returns the first's words with one
/// NaN, or nothing if it refused or somebody differed.
Bytes agreed_words(const Question& question);

/// Whether a decoded answer is what weight_in() says, over the whole tensor; one failure is told.
bool is_arithmetic(const Question& question, const Bytes& words);

/// e_ref of row n in a tensor's input.
std::int32_t exponent_at(const Question& question, std::uint64_t n);

/// Replaces 2-bit pattern 3 by 2 in the code bytes of a format where 3 is reserved.
void take_out_reserved(const spec::FormatRow& row, std::span<std::uint8_t> units);

}  // namespace tritproof::test
