// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "codec/reference/numbers.h"
#include "props/laws/families.h"
#include "props/laws/reading.h"

/// Laws of encode and quantise. The judge reads the bytes, so it need not encode itself.
namespace tritproof::laws {
namespace {

using spec::Op;

bool judge_reads(const Trial& trial) {
  return trial.judge.declares(Op::decode, trial.asked.format) &&
         trial.judge.declares(Op::validate, trial.asked.format);
}

bool encoded(const Trial& trial) {
  return trial.asked.op == Op::encode && well_answered(trial) && judge_reads(trial);
}

// What an encode request asks for, as a reading of its payload.
Reading wanted(const Case& asked) {
  const std::uint64_t elements = asked.geometry.n * asked.geometry.k;
  const std::uint32_t group = encode_group(spec::row_of(asked.format));
  Reading reading{asked.geometry, group, {}, {}};
  for (std::uint64_t i = 0; i < elements; ++i)
    reading.codes.push_back(static_cast<std::int8_t>(asked.input[i]));
  for (std::uint64_t i = 0; i < elements / group; ++i)
    reading.patterns.push_back(
        static_cast<std::uint16_t>(load_word(asked.input, elements + 2 * i, 2)));
  return reading;
}

// TQ1_0-3: nothing that an encoder writes is counted.
Verdict canonical_bytes(Subject& judge, const Request& request, const Bytes& tensor) {
  const auto counts = counts_from(judge, request_for(request, Op::validate, tensor));
  const std::uint64_t wrong = counts ? counts->reserved + counts->code3 + counts->non_canonical : 1;
  if (wrong == 0) return {};
  return Finding{{},
                 "validate's counts",
                 "no reserved code, no +2, no non-canonical byte",
                 std::to_string(wrong)};
}

Verdict decode_of_encode(const Trial& trial) {
  const auto reading =
      read(trial.judge, trial.asked.format, trial.asked.geometry, *answered(trial));
  if (!reading) return Finding{{}, "the whole answer", "codes and scales that can be read", "none"};
  if (auto finding = same_reading(wanted(trial.asked), *reading)) return finding;
  return canonical_bytes(trial.judge, trial.asked.request(), *answered(trial));
}

bool packed(const Trial& trial) {
  return trial.asked.op == Op::encode && well_answered(trial) &&
         spec::row_of(trial.asked.format).side_table;
}

// PB16I-7: an exponent is the largest if some multiplier under it is odd, or if all are zero.
Verdict exponent(const Trial& trial) {
  const Units units{spec::row_of(trial.asked.format), trial.asked.geometry};
  const Bytes& answer = *answered(trial);
  if (answer.size() != units.bytes() + units.ref_bytes()) return {};
  std::vector<std::uint16_t> bits(units.geometry.n);
  each_field(units, answer,
             [&](const spec::Field& field, std::uint64_t u, std::span<const std::uint8_t> at) {
               if (field.kind != spec::FieldKind::int16) return;
               const std::size_t slots = at.size() / 2;
               for (std::size_t i = 0; i < slots; ++i)  // T2S-2, PB16I-2
                 bits[units.origin(u).n + i / (slots / 2) * 16 + i % 16] |=
                     static_cast<std::uint16_t>(load_word(at, 2 * i, 2));
             });
  for (std::uint64_t n = 0; n < bits.size(); ++n) {
    const std::uint64_t e_ref = load_word(answer, units.bytes() + 4 * n, 4);
    if (bits[n] % 2 == 1 || (bits[n] == 0 && e_ref == 0)) continue;
    return Finding{{},
                   "the exponent of row " + std::to_string(n),
                   "the largest",
                   std::to_string(static_cast<std::int32_t>(e_ref))};
  }
  return {};
}

bool can_repeat(const Trial& trial) {
  return (trial.asked.op == Op::decode || trial.asked.op == Op::validate) && well_answered(trial) &&
         spec::row_of(trial.asked.format).ternary && small(trial) && judge_reads(trial) &&
         trial.subject.declares(Op::encode, trial.asked.format);
}

bool ternary(const Reading& reading) {
  return std::ranges::none_of(reading.codes,
                              [](std::int8_t code) { return code < -1 || code > 1; });
}

// Encoding what was read gives the same tensor, and the same bytes if they were canonical. The
// exponents of a side table need not be the largest, so there only the reading is the same.
Verdict projection(const Trial& trial) {
  const auto& [why, op, format, flags, geometry, m, input] = trial.asked;
  const auto before = read(trial.judge, format, geometry, input);
  if (!before || !ternary(*before)) return {};
  const Bytes payload = encode_input(*before);
  const Request request = request_for(trial.asked.request(), Op::encode, payload);
  const auto after = bytes_from(trial.subject, request);
  if (!after && spec::row_of(format).side_table) return {};  // PB16I-8 refuses some scales
  if (!after) return Finding{{}, "encode", "bytes", "none"};
  const auto counts =
      counts_from(trial.judge, request_for(trial.asked.request(), Op::validate, input));
  const bool fixed = counts && counts->non_canonical == 0 && !spec::row_of(format).side_table;
  if (fixed) return same_bytes(input, *after);
  const auto reading = read(trial.judge, format, geometry, *after);
  if (!reading) return Finding{{}, "encode", "codes and scales that can be read", "none"};
  if (auto finding = same_reading(*before, *reading)) return finding;
  return canonical_bytes(trial.judge, trial.asked.request(), *after);
}

bool quantised(const Trial& trial) {
  return trial.asked.op == Op::quantise && well_answered(trial) &&
         trial.subject.declares(Op::encode, trial.asked.format);
}

// QUANT-1: codes and scale of one block.
void quantise_block(std::span<const std::uint8_t> numbers, std::uint32_t length, Reading& out) {
  float most = 0.0f;
  for (std::uint32_t i = 0; i < length; ++i) most = std::max(most, std::fabs(float_at(numbers, i)));
  const float inverse = most == 0.0f ? 0.0f : 1.0f / most;
  for (std::uint32_t i = 0; i < length; ++i) {
    const float digit = std::round(float_at(numbers, i) * inverse);
    out.codes.push_back(std::fabs(digit) <= 1.0f ? static_cast<std::int8_t>(digit) : 2);
  }
  out.patterns.push_back(reference::float_to_half(most));
}

Verdict digits(const Trial& trial) {
  const spec::FormatRow& row = spec::row_of(trial.asked.format);
  Reading reading{trial.asked.geometry, row.group, {}, {}};
  for (std::size_t at = 0; at < trial.asked.input.size(); at += 4 * row.columns)
    quantise_block(std::span(trial.asked.input).subspan(at), row.columns, reading);
  const Bytes payload = encode_input(reading);
  const auto bytes =
      bytes_from(trial.subject, request_for(trial.asked.request(), Op::encode, payload));
  if (!bytes) return Finding{{}, "encode", "the rounded codes encoded", "no bytes"};
  return same_bytes(*bytes, *answered(trial));
}

constexpr std::array<Law, 4> kEncodeLaws{{
    {"decode of encode", "what encode writes decodes to its codes and scale bits, canonically", 1,
     encoded, decode_of_encode},
    {"exponent", "a packed row has the largest exponent that is exact", 1, packed, exponent},
    {"digits", "quantise writes the encoding of x * (1 / amax) rounded away from zero", 1,
     quantised, digits},
    {"projection", "encoding what was decoded changes only bytes that are not canonical", 37,
     can_repeat, projection},
}};

}  // namespace

std::span<const Law> encode_laws() { return kEncodeLaws; }

}  // namespace tritproof::laws
