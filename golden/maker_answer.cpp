// SPDX-License-Identifier: Apache-2.0
#include "golden/maker_answer.h"

#include <algorithm>

#include "golden/judge.h"
#include "golden/maker_layout.h"
#include "golden/maker_proof.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {
namespace {

using spec::Format;
using spec::Op;
using Given = std::span<const std::uint8_t>;
using Answer = std::expected<Bytes, std::string>;

std::string words_of(const Outcome& outcome) {
  if (const auto* bytes = std::get_if<Bytes>(&outcome))
    return "answers " + std::to_string(bytes->size()) + " bytes";
  if (const auto* trouble = std::get_if<Trouble>(&outcome))
    return std::string(name_of(trouble->verdict)) + ", " + trouble->what;
  const auto& refusal = std::get<spec::Refusal>(outcome);
  std::string words = "refuses " + std::string(spec::row_of(refusal.name).name) + ", count " +
                      std::to_string(refusal.count);
  if (!refusal.places.empty())
    words += ", first at byte " + std::to_string(refusal.places[0].byte) + ", bit " +
             std::to_string(refusal.places[0].bit);
  return words;
}

std::string said(const Subject& subject, const Outcome& outcome) {
  return std::string(subject.name()) + " " + words_of(outcome);
}

Outcome ask(Subject& subject, const Question& question, Given payload) {
  Outcome outcome = subject.answer(question.request(payload));
  if (auto* bytes = std::get_if<Bytes>(&outcome)) *bytes = canonical(question, std::move(*bytes));
  return outcome;
}

bool alike(const Outcome& a, const Outcome& b) {
  if (a.index() != b.index()) return false;
  if (const auto* bytes = std::get_if<Bytes>(&a)) return *bytes == std::get<Bytes>(b);
  if (std::holds_alternative<Trouble>(a)) return false;
  const auto &x = std::get<spec::Refusal>(a), &y = std::get<spec::Refusal>(b);
  return x.name == y.name && x.count == y.count && x.places == y.places;
}

bool is_answered_by(const Subject* subject, const Question& question, Given payload) {
  return subject != nullptr && subject->declares(question.op, question.format) &&
         subject->takes(question.request(payload));
}

// The reference's outcome, which second and ggml, where they answer such questions, confirm.
std::expected<Outcome, std::string> confirmed(const Question& question, Given payload,
                                              const Oracles& oracles) {
  Outcome first = ask(*oracles.reference, question, payload);
  if (is_answered_by(oracles.second, question, payload))
    if (const Outcome other = ask(*oracles.second, question, payload); !alike(first, other))
      return std::unexpected("second and reference disagree: " + said(*oracles.second, other) +
                             ", " + said(*oracles.reference, first));
  if (std::holds_alternative<Bytes>(first) && is_answered_by(oracles.ggml, question, payload))
    if (const Outcome other = ask(*oracles.ggml, question, payload); !alike(first, other))
      return std::unexpected("ggml and reference disagree: " + said(*oracles.ggml, other) + ", " +
                             said(*oracles.reference, first));
  return first;
}

// The bytes that all who answer such questions agree on.
Answer agreed_bytes(const Question& question, Given payload, const Oracles& oracles) {
  auto outcome = confirmed(question, payload, oracles);
  if (!outcome) return std::unexpected(outcome.error());
  if (auto* bytes = std::get_if<Bytes>(&*outcome)) return std::move(*bytes);
  return std::unexpected("an answer is due: " + said(*oracles.reference, *outcome));
}

Expected stored(Bytes answer) {
  if (answer.size() <= kMostInlineBytes) return answer;
  return Digest{sha256_hex(answer), answer.size()};
}

Answer proved_bytes(const Question& question, Given payload, const Oracles& oracles) {
  auto answer = agreed_bytes(question, payload, oracles);
  if (!answer) return answer;
  Proof proof;
  switch (question.op) {
    case Op::encode: proof = prove_encode(question, payload, *answer, *oracles.second); break;
    case Op::convert: proof = prove_convert(question, payload, *answer, *oracles.second); break;
    case Op::quantise: proof = prove_quantise(question, payload, *answer, *oracles.second); break;
    default: proof = std::unexpected("an op that has no proof"); break;
  }
  if (!proof) return std::unexpected("the reference's answer is not proved: " + proof.error());
  return answer;
}

// What ggml itself answers: asked now, or recorded when it was.
Answer recorded_bytes(const Question& question, Given payload, const Oracles& oracles) {
  auto answer = proved_bytes(question, payload, oracles);
  if (!answer || is_answered_by(oracles.ggml, question, payload)) return answer;
  if (oracles.recorded == nullptr) return std::unexpected("ggml is not here to answer");
  const auto found = oracles.recorded->find(id_of(question));
  if (found == oracles.recorded->end())
    return std::unexpected("ggml is not here, and no answer of it is recorded");
  if (found->second != stored(*answer))
    return std::unexpected("ggml's recorded answer and reference disagree");
  return answer;
}

bool meets(const ExpectedRefusal& due, const Outcome& outcome) {
  const auto* refusal = std::get_if<spec::Refusal>(&outcome);
  if (refusal == nullptr || refusal->name != due.name) return false;
  if (due.count != 0 && refusal->count != due.count) return false;
  return !due.place || (!refusal->places.empty() && refusal->places[0] == *due.place);
}

std::expected<Answered, std::string> refused_by_hand(const Draft& draft, Given payload,
                                                     const Oracles& oracles) {
  const auto* due = draft.expected ? std::get_if<ExpectedRefusal>(&*draft.expected) : nullptr;
  if (due == nullptr) return std::unexpected("a draft by hand states its refusal");
  const auto outcome = confirmed(draft.question, payload, oracles);
  if (!outcome) return std::unexpected(outcome.error());
  if (!meets(*due, *outcome))
    return std::unexpected("the refusal by hand is " + std::string(spec::row_of(due->name).name) +
                           ", count " + std::to_string(due->count) + ": " +
                           said(*oracles.reference, *outcome));
  return Answered{*due, Sign::refused};
}

// Something that validate counts: in the source, or in what an encoder made.
std::expected<Sign, std::string> sign_of(const Question& question, Given payload,
                                         const Bytes& answer, Subject& second) {
  const bool made = question.op == Op::encode || question.op == Op::quantise;
  if (question.op == Op::expand || question.op == Op::replay) return Sign::valid;
  Request request;
  request.op = Op::validate;
  request.format = question.format;
  request.flags.layout = question.options.layout;
  request.geometry = question.geometry;
  request.input = made ? Given(answer) : payload;
  const Outcome outcome = second.answer(request);
  const auto* counts = std::get_if<Bytes>(&outcome);
  if (counts == nullptr) return std::unexpected("second does not validate: " + words_of(outcome));
  const auto wrong = std::span(*counts).first(32);  // REF-6: all but zero and subnormal scales
  const bool clean = std::ranges::all_of(wrong, [](std::uint8_t byte) { return byte == 0; });
  return clean ? Sign::valid : Sign::defect;
}

Answer bytes_by_origin(const Draft& draft, Given payload, const Oracles& oracles) {
  switch (draft.origin) {
    case Origin::agreed:
      if (!is_answered_by(oracles.second, draft.question, payload))
        return std::unexpected("second does not answer what is to be agreed");
      return agreed_bytes(draft.question, payload, oracles);
    case Origin::proved:
    case Origin::defined: return proved_bytes(draft.question, payload, oracles);
    case Origin::ggml: return recorded_bytes(draft.question, payload, oracles);
    case Origin::known: return agreed_bytes(draft.question, payload, oracles);
    case Origin::by_hand: break;
  }
  return std::unexpected("no such origin");
}

}  // namespace

std::expected<Answered, std::string> answer_of(const Draft& draft, Given payload,
                                               const Oracles& oracles) {
  if (draft.origin == Origin::by_hand) return refused_by_hand(draft, payload, oracles);
  const auto answer = bytes_by_origin(draft, payload, oracles);
  if (!answer) return std::unexpected(answer.error());
  if (draft.expected && *draft.expected != Expected(*answer))
    return std::unexpected("the published answer and the decoders' disagree");
  const auto sign = sign_of(draft.question, payload, *answer, *oracles.second);
  if (!sign) return std::unexpected(sign.error());
  return Answered{stored(*answer), *sign};
}

}  // namespace tritproof::golden
