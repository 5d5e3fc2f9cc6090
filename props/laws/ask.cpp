// SPDX-License-Identifier: Apache-2.0
#include "props/laws/ask.h"

#include <algorithm>

namespace tritproof::laws {

std::optional<Bytes> bytes_from(Subject& subject, const Request& request) {
  Outcome outcome = subject.answer(request);
  if (auto* bytes = std::get_if<Bytes>(&outcome)) return std::move(*bytes);
  return {};
}

spec::Counts counts_of(std::span<const std::uint8_t> answer) {
  const auto word = [&](std::size_t i) { return load_word(answer, 8 * i, 8); };
  return {word(0), word(1), word(2), word(3), word(4), word(5)};
}

std::optional<spec::Counts> counts_from(Subject& subject, const Request& request) {
  const auto bytes = bytes_from(subject, request);
  if (!bytes || bytes->size() != 48) return {};
  return counts_of(*bytes);
}

Request request_for(const Request& request, spec::Op op, std::span<const std::uint8_t> input) {
  Request other{op, request.format, {}, request.geometry, 0, input, request.poison};
  other.flags.layout = request.flags.layout;
  return other;
}

namespace {

std::uint64_t tensor_bytes(spec::Format format, spec::Geometry geometry) {
  const Units units{spec::row_of(format), geometry};
  return units.bytes() + units.ref_bytes();
}

}  // namespace

std::optional<std::uint64_t> input_bytes(const Case& asked) {
  const spec::FormatRow& row = spec::row_of(asked.format);
  const std::uint64_t elements = asked.geometry.n * asked.geometry.k;
  if (!whole(row, asked.geometry)) return {};
  const Units units{row, asked.geometry};
  switch (asked.op) {
    case spec::Op::encode:
      return elements + elements / (row.side_table ? spec::kScaleGroup : row.group) * 2;
    case spec::Op::quantise: return 4 * elements;
    case spec::Op::expand: return units.bytes();
    case spec::Op::replay:
      if (asked.m == 0 || asked.m > 1u << 28) return {};
      return asked.m * asked.geometry.k + units.bytes();
    case spec::Op::convert:
      if (!whole(spec::row_of(asked.flags.target.value_or(asked.format)), asked.geometry))
        return {};
      break;
    default: break;
  }
  return units.bytes() + units.ref_bytes();
}

std::uint64_t answer_bytes(const Case& asked) {
  const auto [n, k] = asked.geometry;
  switch (asked.op) {
    case spec::Op::decode: return n * k * (asked.flags.bf16 ? 2 : 4);
    case spec::Op::validate: return 48;
    case spec::Op::encode:
    case spec::Op::quantise: return tensor_bytes(asked.format, asked.geometry);
    case spec::Op::expand: return n * k / 2;
    case spec::Op::convert:
      return tensor_bytes(asked.flags.target.value_or(asked.format), asked.geometry);
    case spec::Op::replay: return asked.m * n * (asked.flags.mode == spec::ReplayMode::i64 ? 8 : 4);
  }
  return 0;
}

bool well_answered(const Trial& trial) {
  const Bytes* answer = answered(trial);
  return answer != nullptr && input_bytes(trial.asked) == trial.asked.input.size() &&
         answer->size() == answer_bytes(trial.asked);
}

std::string row_column(std::uint64_t n, std::uint64_t k) {
  return "row " + std::to_string(n) + " column " + std::to_string(k);
}

Verdict same_bytes(std::span<const std::uint8_t> expected, std::span<const std::uint8_t> got) {
  if (expected.size() != got.size())
    return Finding{{},
                   "the whole answer",
                   std::to_string(expected.size()) + " bytes",
                   std::to_string(got.size()) + " bytes"};
  const auto [left, right] = std::ranges::mismatch(expected, got);
  if (left == expected.end()) return {};
  const auto at = static_cast<std::size_t>(left - expected.begin());
  return Finding{{}, "byte " + std::to_string(at), hex_word(expected, at, 1), hex_word(got, at, 1)};
}

}  // namespace tritproof::laws
