// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/choices.h"

#include <array>
#include <bit>
#include <cmath>

#include "codec/reference/numbers.h"
#include "codec/reference/tensor.h"
#include "codec/reference/unit.h"
#include "codec/subjects.h"
#include "golden/judge.h"

namespace tritproof::golden {
namespace {

using reference::UnitCodec;
using Payload = std::span<const std::uint8_t>;

/// One weight with the code (pattern 3 is 2) and the f16 scale that it is made of.
struct Weight {
  int code = 0;
  std::uint16_t scale = 0;
  float value = 0.0f;
};
using Choose = float (*)(const spec::FormatRow& row, const Weight& weight);

/// Decodes a tensor of f16 scales with another choice at each weight. Nothing if the choice makes
/// no difference.
std::optional<Bytes> decode_otherwise(const Question& question, Payload payload, Choose choose) {
  const spec::FormatRow& row = spec::row_of(question.format);
  if (question.op != spec::Op::decode || !row.ternary || row.side_table) return std::nullopt;
  const auto tensor =
      reference::view(question.format, question.geometry, question.options.layout, payload);
  if (!tensor) return std::nullopt;
  const UnitCodec& codec = reference::codec_of(row.id);
  const std::uint32_t groups = row.columns / row.group;
  std::vector<std::int8_t> codes(row.elements());
  std::vector<std::uint16_t> scales(row.groups());
  std::vector<std::uint32_t> words(question.geometry.n * question.geometry.k);
  bool differs = false;
  for (std::uint64_t unit = 0; unit < tensor->grid.units; ++unit) {
    codec.codes(tensor->unit(unit), tensor->layout, codes);
    codec.patterns(tensor->unit(unit), tensor->layout, scales);
    const spec::Geometry first = tensor->grid.origin(row, unit);
    for (std::uint32_t e = 0; e < row.elements(); ++e) {
      const std::uint32_t r = e / row.columns;
      const std::uint32_t c = e % row.columns;
      Weight weight{codes[e], scales[r * groups + c / row.group], 0.0f};
      const bool reserved = row.code3 == spec::Code3::reserved && weight.code == 2;  // T2-3
      if (!reserved)
        weight.value = static_cast<float>(weight.code) * reference::half_to_float(weight.scale);
      const float chosen = choose(row, weight);
      const std::uint32_t word = reference::canonical_word(chosen);
      differs |= word != reference::canonical_word(weight.value);
      words[(first.n + r) * question.geometry.k + first.k + c] = word;
    }
  }
  if (!differs) return std::nullopt;
  if (!question.options.bf16) return bytes_of(words);
  std::vector<std::uint16_t> narrow(words.size());
  for (std::size_t i = 0; i < words.size(); ++i)
    narrow[i] = reference::float_to_bf16(std::bit_cast<float>(words[i]));
  return bytes_of(narrow);
}

float scaled(int code, const Weight& weight) {
  return static_cast<float>(code) * reference::half_to_float(weight.scale);
}

std::optional<Bytes> reserved_plus_two(const Question& question, Payload payload) {
  return decode_otherwise(question, payload, [](const spec::FormatRow&, const Weight& weight) {
    return weight.code == 2 ? scaled(2, weight) : weight.value;
  });
}

std::optional<Bytes> reserved_signed_zero(const Question& question, Payload payload) {
  return decode_otherwise(question, payload, [](const spec::FormatRow& row, const Weight& weight) {
    return row.code3 == spec::Code3::reserved && weight.code == 2 ? scaled(0, weight)
                                                                  : weight.value;
  });
}

std::optional<Bytes> code3_zero(const Question& question, Payload payload) {
  return decode_otherwise(question, payload, [](const spec::FormatRow& row, const Weight& weight) {
    return row.code3 == spec::Code3::plus_two && weight.code == 2 ? 0.0f : weight.value;
  });
}

std::optional<Bytes> subnormal_flushed(const Question& question, Payload payload) {
  return decode_otherwise(question, payload, [](const spec::FormatRow&, const Weight& weight) {
    return reference::half_is_subnormal(weight.scale) ? std::copysign(0.0f, weight.value)
                                                      : weight.value;
  });
}

std::optional<Bytes> negative_zero_lost(const Question& question, Payload payload) {
  return decode_otherwise(question, payload, [](const spec::FormatRow&, const Weight& weight) {
    return weight.value == 0.0f ? 0.0f : weight.value;
  });
}

/// T2S-4 without its refusal: what (v - 1) mod 16 makes of 3.
std::optional<Bytes> expand_raw(const Question& question, Payload payload) {
  const spec::FormatRow& row = spec::row_of(question.format);
  if (question.op != spec::Op::expand) return std::nullopt;
  const std::uint32_t codes = spec::fields_of(row)[0].bytes;
  Bytes out;
  bool differs = false;
  for (std::size_t at = 0; at + row.bytes <= payload.size(); at += row.bytes)
    for (const std::uint8_t byte : payload.subspan(at, codes))
      for (unsigned pair = 0; pair < 8; pair += 4) {
        const unsigned low = byte >> pair & 3;
        const unsigned high = byte >> (pair + 2) & 3;
        differs |= low == 3 || high == 3;
        out.push_back(static_cast<std::uint8_t>(((low - 1) & 15) | ((high - 1) & 15) << 4));
      }
  return differs ? std::optional(std::move(out)) : std::nullopt;
}

constexpr std::array<ChoiceRow, 6> kChoices{{
    {"reserved", "plus2", reserved_plus_two},
    {"reserved", "signed-zero", reserved_signed_zero},
    {"code3", "zero", code3_zero},
    {"subnormal", "flushed", subnormal_flushed},
    {"negzero", "lost", negative_zero_lost},
    {"expand", "plus2", expand_raw},
}};

}  // namespace

std::span<const ChoiceRow> choices() { return kChoices; }

const ChoiceRow* choice_of(const Question& question, std::span<const std::uint8_t> payload,
                           const Bytes& answer) {
  const Bytes given = canonical(question, answer);
  for (const ChoiceRow& row : kChoices) {
    const auto other = row.answer(question, payload);
    if (other && canonical(question, *other) == given) return &row;
  }
  return nullptr;
}

}  // namespace tritproof::golden
