// SPDX-License-Identifier: Apache-2.0
#include "golden/facts.h"

#include "codec/reference/refuse.h"
#include "codec/reference/tensor.h"
#include "codec/subjects.h"
#include "golden/facts_tensor.h"

namespace tritproof::golden {
namespace {

/// Bytes that the op's payload takes; the grid's numbers fit, so these do for all but huge M.
std::uint64_t needed_bytes(const Question& question, const reference::Grid& grid) {
  const auto [n, k] = question.geometry;
  const spec::FormatRow& row = row_of(question.format);
  const std::uint32_t group = row.side_table ? spec::kScaleGroup : row.group;
  switch (question.op) {
    case spec::Op::decode:
    case spec::Op::validate:
    case spec::Op::convert: return grid.unit_bytes + grid.ref_bytes;
    case spec::Op::expand: return grid.unit_bytes;
    case spec::Op::encode: return n * k + n * k / group * 2;
    case spec::Op::quantise: return 4 * n * k;
    case spec::Op::replay: return question.m * k + grid.unit_bytes;
  }
  return 0;
}

void read_shape(std::span<const std::uint8_t> payload, Facts& facts) {
  const Question& question = *facts.question;
  const auto [n, k] = question.geometry;
  facts.nothing = n == 0 || k == 0 || (facts.is(spec::Op::replay) && question.m == 0);
  facts.whole = reference::check_geometry(question.format, question.geometry).has_value();
  const auto grid = reference::grid_of(question.format, question.geometry);
  constexpr std::uint64_t most = std::uint64_t{1} << 40;
  facts.countable = grid && n * k < most && question.m < most / k;
  if (!facts.countable) return;
  facts.unit_columns = grid->units_a_row;
  facts.unit_rows = grid->units / grid->units_a_row;
  facts.surplus = static_cast<std::int64_t>(payload.size()) -
                  static_cast<std::int64_t>(needed_bytes(question, *grid));
}

// decode and validate refuse a tensor's frame, and t2s its reserved codes: no weight is needed.
std::optional<spec::Refusal> refusal_of_reading(const Request& request) {
  if (auto undefined = undefined_request(request)) return undefined;
  const auto tensor =
      reference::view(request.format, request.geometry, request.flags.layout, request.input);
  if (!tensor) return tensor.error();
  if (request.op == spec::Op::validate || request.format != spec::Format::t2s) return std::nullopt;
  const auto clean = reference::refuse_reserved(*tensor, 0);  // T2S-3
  return clean ? std::nullopt : std::optional(clean.error());
}

std::optional<spec::Refusal> refusal_of_answer(const Request& request) {
  static const auto reference = make_reference_subject();
  const Outcome outcome = reference->answer(request);
  const auto* refusal = std::get_if<spec::Refusal>(&outcome);
  return refusal == nullptr ? std::nullopt : std::optional(*refusal);
}

void read_refusal(std::span<const std::uint8_t> payload, Facts& facts) {
  const Request request = facts.question->request(payload);
  const bool reads = facts.is(spec::Op::decode) || facts.is(spec::Op::validate);
  const auto refusal = reads ? refusal_of_reading(request) : refusal_of_answer(request);
  if (!refusal) return;
  facts.refusal = refusal->name;
  facts.refused = refusal->count;
}

void read_content(std::span<const std::uint8_t> payload, Facts& facts) {
  switch (facts.question->op) {
    case spec::Op::decode:
      read_tensor(payload, true, facts);
      if (facts.question->options.bf16) read_bf16(payload, facts);
      return;
    case spec::Op::validate:
    case spec::Op::convert: return read_tensor(payload, true, facts);
    case spec::Op::expand: return read_tensor(payload, false, facts);
    case spec::Op::encode: return read_encode(payload, facts);
    case spec::Op::quantise: return read_quantise(payload, facts);
    case spec::Op::replay: return read_replay(payload, facts);
  }
}

/// Whether the rules define what is asked, so that its payload has a meaning.
bool meaningful(const Facts& facts) {
  const Question& question = *facts.question;
  return spec::defined(question.op, question.format) &&
         (question.options.layout == spec::Layout::standard || facts.row->second_layout);
}

}  // namespace

Facts facts_of(const Question& question, std::span<const std::uint8_t> payload) {
  Facts facts;
  facts.question = &question;
  facts.row = &row_of(question.format);
  read_shape(payload, facts);
  if (payload.size() > kMostWalkedBytes) return facts;
  read_refusal(payload, facts);
  facts.walked = facts.countable && !facts.nothing && facts.surplus == 0 && meaningful(facts);
  if (facts.walked) read_content(payload, facts);
  return facts;
}

}  // namespace tritproof::golden
