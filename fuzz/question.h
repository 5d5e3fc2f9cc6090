// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "props/laws/case.h"

/// The bytes of codec targets: one question to a codec, as a flat record.
///
///     0   u8   op, 1 to 7
///     1   u8   format, 1 to 11
///     2   u8   flags: bit 0 bf16, bit 1 clamp +2, bit 2 the other layout
///     3   u8   target format of convert; 0 for every other op
///     4   u8   replay mode in bits 0-3, narrowing in bits 4-7
///     5   u8   turn: which of the laws that ask again are due, and which of the fast subjects
///     6   u16  M; 0 for every op but replay
///     8   u64  N
///     16  u64  K
///     24       the input, as the op's request has it behind N, K, M (FRAME-5)
namespace tritproof::fuzz {

inline constexpr std::size_t kQuestionHead = 24;  ///< bytes before the input

/// A case, and the turn by which laws::judge picks the laws with a stride: 0 picks them all, 1
/// none.
struct Question {
  laws::Case asked;
  std::uint8_t turn = 1;
};

/// Reads a question. Nothing for bytes that end within the head or hold a number without a meaning:
/// they are rejected, never filled up, since what is filled in hides faults.
std::optional<Question> parse_question(std::span<const std::uint8_t> bytes);

/// The record of a question; M is cut to 16 bits.
Bytes write_question(const Question& question);

/// Whether the input is exactly what op, N, K and M ask for.
bool whole(const laws::Case& asked);

}  // namespace tritproof::fuzz
