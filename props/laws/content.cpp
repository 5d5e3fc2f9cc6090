// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "props/laws/ask.h"
#include "props/laws/families.h"
#include "props/laws/reading.h"

/// What must be refused is refused: REF-5, REF-7, CONV-4, CONV-5, QUANT-5.
namespace tritproof::laws {
namespace {

using spec::Op;
using spec::RefusalName;

std::string name_of(RefusalName name) { return std::string(spec::row_of(name).name); }

// A refusal is due; if it has the content's name it has the content's count.
Verdict due(const Trial& trial, RefusalName name, std::uint64_t count) {
  const auto* refusal = std::get_if<spec::Refusal>(&trial.got);
  const std::string wanted = name_of(name) + ", count " + std::to_string(count);
  if (refusal == nullptr) return Finding{{}, "the whole answer", wanted, "an answer"};
  if (refusal->name != name || refusal->count == count || refusal->count == 0) return {};
  return Finding{{},
                 "the refusal",
                 wanted,
                 name_of(refusal->name) + ", count " + std::to_string(refusal->count)};
}

bool sized(const Case& asked, std::uint64_t bytes) {
  return whole(spec::row_of(asked.format), asked.geometry) && asked.input.size() == bytes;
}

std::uint64_t elements(const Case& asked) { return asked.geometry.n * asked.geometry.k; }

bool can_encode(const Trial& trial) {
  const std::uint64_t codes = elements(trial.asked);
  return trial.asked.op == Op::encode &&
         sized(trial.asked, codes + codes / encode_group(spec::row_of(trial.asked.format)) * 2);
}

Verdict not_ternary(const Trial& trial) {
  const auto codes = std::span(trial.asked.input).first(elements(trial.asked));
  const auto wrong = std::ranges::count_if(
      codes, [](std::uint8_t byte) { return byte != 0xff && byte != 0 && byte != 1; });
  if (wrong == 0) return {};
  return due(trial, RefusalName::NotTernary, static_cast<std::uint64_t>(wrong));
}

bool can_quantise(const Trial& trial) {
  return trial.asked.op == Op::quantise && sized(trial.asked, 4 * elements(trial.asked));
}

Verdict not_finite(const Trial& trial) {
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < elements(trial.asked); ++i)
    wrong += std::isfinite(float_at(trial.asked.input, i)) ? 0 : 1;
  if (wrong == 0) return {};
  return due(trial, RefusalName::NonFiniteInput, wrong);
}

// The units of a request, after the activations of replay; its side table or one of zeros.
Bytes tensor_of(const Case& asked, const Units& units) {
  const std::uint64_t skip = asked.op == Op::replay ? asked.m * asked.geometry.k : 0;
  Bytes tensor;
  if (asked.m > 65536 || asked.input.size() < skip) return tensor;
  const bool side = asked.op == Op::convert;
  const std::uint64_t ref = units.ref_bytes();
  if (asked.input.size() != skip + units.bytes() + (side ? ref : 0)) return tensor;
  tensor.assign(asked.input.begin() + static_cast<std::ptrdiff_t>(skip), asked.input.end());
  tensor.resize(units.bytes() + ref);
  return tensor;
}

bool reads_codes(const Trial& trial) {
  const Op op = trial.asked.op;
  const spec::FormatRow& row = spec::row_of(trial.asked.format);
  return (op == Op::expand || op == Op::replay || op == Op::convert) &&
         row.code3 != spec::Code3::none && whole(row, trial.asked.geometry) &&
         trial.judge.declares(Op::validate, row.id);
}

Verdict third_code(const Trial& trial) {
  const Units units{spec::row_of(trial.asked.format), trial.asked.geometry};
  const Bytes tensor = tensor_of(trial.asked, units);
  if (tensor.empty()) return {};
  const Request request = request_for(trial.asked.request(), Op::validate, tensor);
  const auto counts = counts_from(trial.judge, request);
  if (!counts) return {};
  if (counts->reserved != 0) return due(trial, RefusalName::ReservedCode, counts->reserved);
  if (counts->code3 == 0 || trial.asked.flags.clamp) return {};
  return due(trial, RefusalName::PlusTwo, counts->code3);
}

constexpr std::array<Law, 3> kContentLaws{{
    {"not ternary", "encode refuses every code but -1, 0 and +1 and counts them", 1, can_encode,
     not_ternary},
    {"not finite", "quantise refuses NaN and infinities and counts them", 1, can_quantise,
     not_finite},
    {"third code", "a reserved code, or +2 unless clamped, stops what would pass it on", 7,
     reads_codes, third_code},
}};

}  // namespace

std::span<const Law> content_laws() { return kContentLaws; }

}  // namespace tritproof::laws
