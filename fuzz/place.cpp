// SPDX-License-Identifier: Apache-2.0
#include "fuzz/place.h"

#include <array>
#include <cstdio>

#include "codec/reference/numbers.h"
#include "codec/reference/unit.h"
#include "fuzz/question.h"
#include "props/domains/build.h"
#include "props/laws/ask.h"
#include "props/laws/words.h"

namespace tritproof::fuzz {
namespace {

using spec::FieldKind;
using spec::Op;

const spec::Field* field_at(const spec::FormatRow& row, std::uint32_t byte) {
  for (const spec::Field& field : spec::fields_of(row))
    if (byte >= field.offset && byte < field.offset + field.bytes) return &field;
  return nullptr;
}

/// One element's stored code and scale.
struct Element {
  reference::CodeAt code;
  std::optional<std::uint32_t> scale_byte;  ///< offset in the unit
};

Element element_at(const spec::FormatRow& row, reference::UnitBytes unit, spec::Layout layout,
                   std::uint32_t element) {
  const reference::UnitCodec& codec = reference::codec_of(row.id);
  Element found;
  codec.visit_codes(unit, layout, [&](const reference::CodeAt& code) {
    if (code.element == element) found.code = code;
  });
  codec.visit_scales(layout, [&](std::uint32_t byte, std::uint32_t group) {
    if (group == element / row.group && !found.scale_byte) found.scale_byte = byte;
  });
  return found;
}

PlaceClass class_of_code(const spec::FormatRow& row, reference::UnitBytes unit,
                         const Element& element) {
  const spec::Field* field = field_at(row, element.code.byte);
  if (field == nullptr) return {"codes", "plain"};
  if (field->kind == FieldKind::code2 && element.code.code == 2)
    return {"codes", row.code3 == spec::Code3::reserved ? "reserved" : "plus-two"};
  const bool base3 = field->kind == FieldKind::base3x5 || field->kind == FieldKind::base3x4;
  if (base3 && !canonical_base3(unit[element.code.byte], field->kind))
    return {std::string(field->name), "non-canonical"};
  return {"codes", "plain"};
}

PlaceClass class_of_element(const laws::Case& asked, spec::Geometry place) {
  const laws::Units units{spec::row_of(asked.format), asked.geometry};
  const spec::FormatRow& row = units.row;
  const std::uint64_t ahead = asked.op == Op::replay ? asked.m * asked.geometry.k : 0;
  const std::uint64_t index = place.n / row.rows * units.across() + place.k / row.columns;
  const auto unit = std::span(asked.input).subspan(ahead + index * row.bytes, row.bytes);
  const auto element =
      static_cast<std::uint32_t>(place.n % row.rows * row.columns + place.k % row.columns);
  const Element found = element_at(row, unit, asked.flags.layout, element);
  const PlaceClass code = class_of_code(row, unit, found);
  if (code.what != "plain" || !found.scale_byte) return code;
  const spec::Field* field = field_at(row, *found.scale_byte);
  const auto word = static_cast<std::uint16_t>(laws::load_word(unit, *found.scale_byte, 2));
  const std::string what = class_of_word(field->kind, word);
  return what == "normal" ? code : PlaceClass{std::string(field->name), what};
}

bool holds_tensor(Op op) { return op != Op::encode && op != Op::quantise; }

}  // namespace

bool canonical_base3(std::uint8_t byte, FieldKind kind) {
  const std::uint32_t digits = kind == FieldKind::base3x4 ? 4 : 5;
  for (std::uint32_t number = 0; number < (digits == 4 ? 81u : 243u); ++number)
    if (props::base3_byte(number, digits) == byte) return true;
  return false;
}

std::string class_of_word(FieldKind kind, std::uint16_t word) {
  if (kind == FieldKind::int16) {
    if (word == 0) return "zero";
    return word == 0x8000 ? "least" : word == 0x7fff ? "most" : "normal";
  }
  const std::uint32_t exponent = kind == FieldKind::bf16 ? 0x7f80 : 0x7c00;
  const std::uint32_t size = word & 0x7fffu;
  if (size > exponent) return "nan";
  if (size == exponent) return "inf";
  if (size == 0) return word == 0 ? "zero" : "minus-zero";
  const std::uint32_t mantissa = size & ~exponent;
  return mantissa == size ? "subnormal" : size == exponent - 1 ? "most" : "normal";
}

std::optional<spec::Geometry> place_of(const laws::Trial& trial, const laws::Finding& finding) {
  unsigned long long n = 0, k = 0;
  if (std::sscanf(finding.where.c_str(), "row %llu column %llu", &n, &k) == 2 &&
      trial.asked.op != Op::replay)
    return spec::Geometry{n, k};
  for (const Outcome* outcome : {&trial.expected, &trial.got})
    if (const auto* refusal = std::get_if<spec::Refusal>(outcome))
      if (!refusal->places.empty())
        return spec::Geometry{refusal->places.front().n, refusal->places.front().k};
  return {};
}

PlaceClass class_of(const laws::Case& asked, std::optional<spec::Geometry> place) {
  if (!laws::input_bytes(asked)) return {"input", "odd-shape"};
  if (!whole(asked)) return {"input", "cut"};
  if (!place || !holds_tensor(asked.op)) return {"input", "whole"};
  if (place->n >= asked.geometry.n || place->k >= asked.geometry.k) return {"input", "whole"};
  return class_of_element(asked, *place);
}

}  // namespace tritproof::fuzz
