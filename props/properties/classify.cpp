// SPDX-License-Identifier: Apache-2.0
#include "props/properties/classify.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "codec/reference/numbers.h"
#include "codec/reference/unit.h"
#include "props/laws/ask.h"
#include "props/properties/regions.h"

namespace tritproof::props {
namespace {

using enum InputClass;

constexpr std::array<std::string_view, kInputClasses> kNames{"reserved code",
                                                             "code 3",
                                                             "non-canonical byte",
                                                             "not ternary",
                                                             "subnormal scale",
                                                             "negative scale",
                                                             "zero scale",
                                                             "minus zero scale",
                                                             "infinite scale",
                                                             "NaN scale",
                                                             "zero under negative scale",
                                                             "unequal multipliers",
                                                             "exponent range",
                                                             "first element",
                                                             "last element",
                                                             "tail unit",
                                                             "several units",
                                                             "off size",
                                                             "NaN number",
                                                             "infinite number",
                                                             "extreme activation",
                                                             "other layout"};

void mark(Classes& classes, InputClass what, bool holds = true) {
  if (holds) classes.set(static_cast<std::size_t>(what));
}

// The classes of one scale, as the float that it stands for.
Classes scale_classes(float scale) {
  Classes classes;
  switch (std::fpclassify(scale)) {
    case FP_ZERO: mark(classes, std::signbit(scale) ? minus_zero_scale : zero_scale); break;
    case FP_SUBNORMAL: mark(classes, subnormal_scale); break;
    case FP_INFINITE: mark(classes, infinite_scale); break;
    case FP_NAN: mark(classes, nan_scale); break;
    default: break;
  }
  mark(classes, negative_scale, std::signbit(scale) && !std::isnan(scale) && scale != 0);
  return classes;
}

Classes stored_classes(spec::FieldKind kind, std::uint16_t pattern, std::int32_t e_ref) {
  if (kind == spec::FieldKind::bf16) return scale_classes(reference::bf16_to_float(pattern));
  if (kind == spec::FieldKind::int16) {
    const auto ms = std::bit_cast<std::int16_t>(pattern);
    if (!reference::power_scale_is_exact(ms, e_ref)) {
      Classes classes;
      mark(classes, exponent_range);
      return classes;
    }
    return scale_classes(reference::scale_by_power(ms, e_ref));
  }
  Classes classes = scale_classes(reference::half_to_float(pattern));
  mark(classes, subnormal_scale, reference::half_is_subnormal(pattern));
  return classes;
}

// A negative scale is common and makes no element special.
bool special(Classes classes) {
  classes.reset(static_cast<std::size_t>(negative_scale));
  return classes.any();
}

/// Reads the units of one tensor.
class TensorClasses {
 public:
  TensorClasses(const laws::Case& asked, std::uint64_t skip)
      : asked_(asked),
        units_{spec::row_of(asked.format), asked.geometry},
        tensor_(std::span(asked.input).subspan(skip)),
        codec_(reference::codec_of(asked.format)) {
    codes_.resize(units_.row.elements());
    patterns_.resize(reference::stored_scales(units_.row));
    scales_.resize(patterns_.size());
  }

  Classes all() {
    Classes classes;
    for (std::uint64_t u = 0; u < units_.count(); ++u) {
      const bool last = u + 1 == units_.count();
      const Classes unit = unit_classes(u);
      classes |= unit;
      mark(classes, first_element, u == 0 && special(at_element(0)));
      mark(classes, last_element, last && special(at_element(codes_.size() - 1)));
      mark(classes, tail_unit, last && u != 0 && special(unit));
    }
    mark(classes, several_units, units_.count() > 1);
    return classes;
  }

 private:
  Classes code_classes(int code) const {
    Classes classes;
    const spec::FormatRow& row = units_.row;
    mark(classes, reserved, row.code3 == spec::Code3::reserved && code == 2);
    mark(classes, code3, row.code3 == spec::Code3::plus_two && code == 2);
    mark(classes, not_ternary, row.id == spec::Format::pb16i && (code < -1 || code > 1));
    return classes;
  }

  // The stored scale that serves an element; q4_k's S is a row's.
  std::size_t scale_of(std::size_t element) const {
    const bool rows = units_.row.id == spec::Format::q4_k;
    return element / (rows ? units_.row.columns : units_.row.group);
  }

  Classes at_element(std::size_t element) const {
    return code_classes(codes_[element]) | scales_[scale_of(element)];
  }

  std::int32_t exponent(std::uint64_t n) const {
    const std::uint64_t at = units_.bytes() + 4 * n;
    if (!units_.row.side_table || tensor_.size() < at + 4) return 0;
    return static_cast<std::int32_t>(laws::load_word(tensor_, at, 4));
  }

  spec::FieldKind scale_kind() const {
    for (const spec::Field& field : spec::fields_of(units_.row))
      if (!laws::holds_codes(field) && field.kind != spec::FieldKind::uint8) return field.kind;
    return {};
  }

  Classes unit_classes(std::uint64_t u) {
    const auto unit = tensor_.subspan(u * units_.row.bytes, units_.row.bytes);
    codec_.codes(unit, asked_.flags.layout, codes_);
    codec_.patterns(unit, asked_.flags.layout, patterns_);
    Classes classes;
    const std::size_t a_row = units_.row.columns / units_.row.group;
    for (std::size_t i = 0; i < patterns_.size(); ++i) {
      const std::int32_t e_ref = exponent(units_.origin(u).n + i / a_row);
      scales_[i] = stored_classes(scale_kind(), patterns_[i], e_ref);
      classes |= scales_[i];
      const bool four = units_.row.id == spec::Format::pb16i && i % 4 != 0;
      mark(classes, unequal_multipliers, four && patterns_[i] != patterns_[i / 4 * 4]);
    }
    for (std::size_t i = 0; i < patterns_.size(); ++i) classes |= group_classes(i);
    mark(classes, non_canonical, codec_.non_canonical(unit) != 0);
    return classes;
  }

  // The codes under scale i: the ends of their range, and a zero if the scale is negative.
  Classes group_classes(std::size_t i) const {
    const bool rows = units_.row.id == spec::Format::q4_k;
    const std::size_t length = rows ? units_.row.columns : units_.row.group;
    if (i * length >= codes_.size()) return {};  // q4_k's M serves no code
    const auto codes = std::span(codes_).subspan(i * length, length);
    const auto [least, most] = std::ranges::minmax(codes);
    Classes classes = code_classes(least) | code_classes(most);
    const bool negative = scales_[i].test(static_cast<std::size_t>(negative_scale));
    mark(classes, zero_under_negative, negative && std::ranges::find(codes, 0) != codes.end());
    return classes;
  }

  const laws::Case& asked_;
  laws::Units units_;
  std::span<const std::uint8_t> tensor_;
  const reference::UnitCodec& codec_;
  std::vector<std::int8_t> codes_;
  std::vector<std::uint16_t> patterns_;
  std::vector<Classes> scales_;
};

Classes encode_classes(const laws::Case& asked) {
  const std::uint64_t elements = asked.geometry.n * asked.geometry.k;
  const auto codes = std::span(asked.input).first(elements);
  const auto wrong = [](std::uint8_t byte) { return byte != 0 && byte != 1 && byte != 0xff; };
  Classes classes;
  mark(classes, not_ternary, std::ranges::any_of(codes, wrong));
  mark(classes, first_element, wrong(codes.front()));
  mark(classes, last_element, wrong(codes.back()));
  for (std::uint64_t at = elements; at < asked.input.size(); at += 2) {
    const auto pattern = static_cast<std::uint16_t>(laws::load_word(asked.input, at, 2));
    const Classes scale = stored_classes(spec::FieldKind::f16, pattern, 0);
    classes |= scale;
    mark(classes, first_element, at == elements && special(scale));
    mark(classes, last_element, at + 2 == asked.input.size() && special(scale));
  }
  return classes;
}

Classes number_classes(const laws::Case& asked) {
  Classes classes;
  const std::uint64_t count = asked.input.size() / 4;
  for (std::uint64_t i = 0; i < count; ++i) {
    const float x = laws::float_at(asked.input, i);
    mark(classes, nan_number, std::isnan(x));
    mark(classes, infinite_number, std::isinf(x));
    mark(classes, first_element, i == 0 && !std::isfinite(x));
    mark(classes, last_element, i + 1 == count && !std::isfinite(x));
  }
  return classes;
}

}  // namespace

std::string_view name_of(InputClass what) { return kNames[static_cast<std::size_t>(what)]; }

Classes classify(const laws::Case& asked) {
  Classes classes;
  const auto regions = regions_of(asked.op, asked.format, asked.geometry, asked.m);
  if (asked.input.size() != input_bytes(regions)) {
    mark(classes, off_size);
    return classes;
  }
  const std::uint64_t skip = asked.op == spec::Op::replay ? asked.m * asked.geometry.k : 0;
  if (asked.op == spec::Op::encode)
    classes = encode_classes(asked);
  else if (asked.op == spec::Op::quantise)
    classes = number_classes(asked);
  else
    classes = TensorClasses(asked, skip).all();
  const spec::FormatRow& row = spec::row_of(asked.format);
  mark(classes, several_units, asked.geometry != spec::Geometry{row.rows, row.columns});
  mark(classes, other_layout, asked.flags.layout == spec::Layout::other);
  mark(classes, extreme_activation,
       std::ranges::any_of(std::span(asked.input).first(skip),
                           [](std::uint8_t byte) { return byte == 0x80 || byte == 0x7f; }));
  return classes;
}

}  // namespace tritproof::props
