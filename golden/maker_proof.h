// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <string>

#include "golden/vector.h"

/// Proofs of answers that only the reference gives: the second decoder reads the bytes back to the
/// codes that were asked for, and the bits of each scale stand where the page says.
namespace tritproof::golden {

/// What is wrong with an answer, in words; nothing if the proof holds.
using Proof = std::expected<void, std::string>;

/// REF-7, PB16I-7, TQ1_0-3: the payload of an encode request against its answer.
Proof prove_encode(const Question& question, std::span<const std::uint8_t> payload,
                   std::span<const std::uint8_t> answer, Subject& second);

/// CONV-1, CONV-2, CONV-6, CONV-8, CONV-9, CONV-10: a source against its conversion.
Proof prove_convert(const Question& question, std::span<const std::uint8_t> source,
                    std::span<const std::uint8_t> answer, Subject& second);

/// QUANT-1 to QUANT-4, element by element.
Proof prove_quantise(const Question& question, std::span<const std::uint8_t> numbers,
                     std::span<const std::uint8_t> answer, Subject& second);

}  // namespace tritproof::golden
