// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "golden/suite.h"

/// What a subject makes of a vector.
namespace tritproof::golden {

/// So many bytes of poison at the end of an answer mean that it was not written (FRAME-9).
inline constexpr std::uint64_t kPoisonLimit = 64;

struct Judged {
  Verdict verdict = Verdict::not_run;
  std::string what;    ///< for people, empty on a pass: expected and got
  std::string sha256;  ///< of the canonical answer, or of the refusal's name; empty without one
};

/// Compares an outcome with what the vector expects: bits as bits, NaNs canonical (HALF-6). Only
/// pass is a pass; trouble keeps its own verdict; a refusal where an answer was due is `refused`.
Judged judge_outcome(const Vector& vector, const Outcome& outcome);

/// Asks the subject and judges. not_run if it does not declare the op or does not take the request;
/// mismatch if it changed its input.
Judged judge(const Vector& vector, std::span<const std::uint8_t> payload, Subject& subject);

/// NaNs of a decode's answer replaced (HALF-6), f32 or bf16 as asked; other answers as they are.
Bytes canonical(const Question& question, Bytes answer);

/// What our readers say of a container file.
using FileOutcome = std::variant<Listing, spec::Refusal, Trouble>;

/// Reads a file in memory: gguf, safetensors, q4nx, or by the name of a format without side table a
/// raw one. A line of the listing is "name type N K offset bytes", and the name of the tensor's own
/// refusal if it has one; in name and type every byte but [!-~] without % is %XX.
FileOutcome read_container(const FileQuestion& question, std::span<const std::uint8_t> file);

/// Reads the file of a container vector and compares what it lists.
Judged judge_file(const FileVector& vector, std::span<const std::uint8_t> file);

}  // namespace tritproof::golden
