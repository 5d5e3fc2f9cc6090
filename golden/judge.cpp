// SPDX-License-Identifier: Apache-2.0
#include "golden/judge.h"

#include <fmt/format.h>

#include <algorithm>

#include "golden/hex.h"
#include "golden/judge_refusal.h"
#include "hw/host/sha256.h"
#include "hw/protocol/sizes.h"

namespace tritproof::golden {
namespace {

/// Bytes of one word of the answer, for messages and NaNs.
std::size_t word_bytes(const Question& question) {
  switch (question.op) {
    case spec::Op::decode: return question.options.bf16 ? 2 : 4;
    case spec::Op::validate: return 8;
    case spec::Op::replay: return question.options.mode == spec::ReplayMode::i64 ? 8 : 4;
    default: return 1;
  }
}

// HALF-6, on words of Width bytes.
template <std::size_t Width>
void canonise(std::span<std::uint8_t> answer) {
  constexpr std::uint32_t infinity = Width == 4 ? 0x7f800000u : 0x7f80u;
  constexpr std::uint32_t nan = Width == 4 ? 0x7fc00000u : 0x7fc0u;
  constexpr std::uint32_t magnitude = Width == 4 ? 0x7fffffffu : 0x7fffu;
  for (std::size_t at = 0; at + Width <= answer.size(); at += Width) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < Width; ++i) bits |= std::uint32_t{answer[at + i]} << (8 * i);
    if ((bits & magnitude) <= infinity) continue;
    for (std::size_t i = 0; i < Width; ++i)
      answer[at + i] = static_cast<std::uint8_t>(nan >> (8 * i));
  }
}

/// A little-endian word as a number.
std::string hex_word(std::span<const std::uint8_t> bytes, std::size_t at, std::size_t width) {
  Bytes word(bytes.begin() + static_cast<std::ptrdiff_t>(at),
             bytes.begin() + static_cast<std::ptrdiff_t>(std::min(at + width, bytes.size())));
  std::ranges::reverse(word);
  return "0x" + to_hex(word);
}

std::string first_difference(const Question& question, const Bytes& expected, const Bytes& got) {
  if (expected.size() != got.size())
    return fmt::format("expected {} bytes, got {}", expected.size(), got.size());
  const auto at =
      static_cast<std::size_t>(std::ranges::mismatch(expected, got).in1 - expected.begin());
  const std::size_t width = word_bytes(question);
  const std::size_t word = at / width * width;
  return fmt::format("word {} (byte {}): expected {}, got {}", word / width, word,
                     hex_word(expected, word, width), hex_word(got, word, width));
}

Judged judge_bytes(const Vector& vector, const Bytes& raw) {
  const Bytes got = canonical(vector.question, raw);
  Judged judged{Verdict::mismatch, {}, sha256_hex(got)};
  if (const auto* refusal = std::get_if<ExpectedRefusal>(&vector.expected)) {
    judged.what = fmt::format("expected the refusal {}, got {} bytes",
                              spec::row_of(refusal->name).name, got.size());
    return judged;
  }
  if (const auto* bytes = std::get_if<Bytes>(&vector.expected)) {
    if (*bytes != got) judged.what = first_difference(vector.question, *bytes, got);
  } else {
    const auto& digest = std::get<Digest>(vector.expected);
    if (digest.bytes != got.size())
      judged.what = fmt::format("expected {} bytes, got {}", digest.bytes, got.size());
    else if (judged.sha256 != digest.sha256)
      judged.what = fmt::format("expected sha256 {}, got {}", digest.sha256, judged.sha256);
  }
  if (judged.what.empty()) judged.verdict = Verdict::pass;
  return judged;
}

Judged judge_refused(const Vector& vector, const spec::Refusal& got) {
  Judged judged{Verdict::refused, {}, sha256_hex(spec::row_of(got.name).name)};
  const auto* expected = std::get_if<ExpectedRefusal>(&vector.expected);
  if (expected == nullptr) {
    judged.what =
        fmt::format("expected an answer, got the refusal {}", spec::row_of(got.name).name);
    return judged;
  }
  judged.what = refusal_difference(*expected, got);
  judged.verdict = judged.what.empty() ? Verdict::pass : Verdict::mismatch;
  return judged;
}

}  // namespace

std::string refusal_difference(const ExpectedRefusal& expected, const spec::Refusal& got) {
  if (expected.name != got.name)
    return fmt::format("expected the refusal {}, got {}", spec::row_of(expected.name).name,
                       spec::row_of(got.name).name);
  if (expected.count != 0 && got.count != 0 && expected.count != got.count)
    return fmt::format("{}: expected the count {}, got {}", spec::row_of(got.name).name,
                       expected.count, got.count);
  if (got.places.size() > spec::kMaxPlaces)
    return fmt::format("{}: at most {} places are named, got {}", spec::row_of(got.name).name,
                       spec::kMaxPlaces, got.places.size());
  if (!expected.place || got.places.empty() || *expected.place == got.places.front()) return {};
  const auto words = [](const spec::Place& place) {
    return fmt::format("byte {} bit {} n {} k {}", place.byte, place.bit, place.n, place.k);
  };
  return fmt::format("{}: expected the first place {}, got {}", spec::row_of(got.name).name,
                     words(*expected.place), words(got.places.front()));
}

Bytes canonical(const Question& question, Bytes answer) {
  if (question.op != spec::Op::decode) return answer;
  if (question.options.bf16)
    canonise<2>(answer);
  else
    canonise<4>(answer);
  return answer;
}

Judged judge_outcome(const Vector& vector, const Outcome& outcome) {
  if (const auto* bytes = std::get_if<Bytes>(&outcome)) return judge_bytes(vector, *bytes);
  if (const auto* refusal = std::get_if<spec::Refusal>(&outcome))
    return judge_refused(vector, *refusal);
  const auto& trouble = std::get<Trouble>(outcome);
  // A subject cannot pass by saying so.
  const bool passes = trouble.verdict == Verdict::pass;
  return {passes ? Verdict::protocol_error : trouble.verdict, trouble.what, {}};
}

Judged judge(const Vector& vector, std::span<const std::uint8_t> payload, Subject& subject) {
  const Bytes own(payload.begin(), payload.end());
  const Request request = vector.question.request(own);
  if (!subject.declares(request.op, request.format))
    return {Verdict::not_run, "the op is not declared", {}};
  if (!subject.takes(request)) return {Verdict::not_run, "the request is not taken", {}};
  const Outcome outcome = subject.answer(request);
  Judged judged = judge_outcome(vector, outcome);
  if (!std::ranges::equal(own, payload))
    return {Verdict::mismatch, "the input was changed", judged.sha256};
  const auto* bytes = std::get_if<Bytes>(&outcome);
  if (judged.verdict != Verdict::mismatch || bytes == nullptr) return judged;
  const std::uint64_t poison = protocol::poison_bytes(*bytes, request.poison);
  if (poison >= kPoisonLimit)
    judged.what += fmt::format("; {} bytes are as before the run: stale or partial", poison);
  return judged;
}

}  // namespace tritproof::golden
