// SPDX-License-Identifier: Apache-2.0
#include "props/properties/quotas.h"

#include <algorithm>

namespace tritproof::props {
namespace {

using enum InputClass;
using List = std::vector<InputClass>;

void append(List& to, const List& from) { to.insert(to.end(), from.begin(), from.end()); }

List of_codes(const spec::FormatRow& row) {
  if (row.code3 == spec::Code3::reserved) return {reserved};
  if (row.code3 == spec::Code3::plus_two) return {code3};
  const bool base3 = spec::fields_of(row).front().kind == spec::FieldKind::base3x5;
  return base3 ? List{non_canonical} : List{};
}

List of_floats() {
  return {subnormal_scale, negative_scale, zero_scale, minus_zero_scale, infinite_scale, nan_scale};
}

List of_tensor(const spec::FormatRow& row, bool side) {
  List list = of_codes(row);
  if (row.id == spec::Format::pb16i) append(list, {not_ternary, unequal_multipliers});
  if (row.side_table) append(list, {negative_scale, zero_scale});
  if (row.side_table && side) append(list, {subnormal_scale, exponent_range});
  if (!row.side_table) append(list, of_floats());
  append(list, {zero_under_negative, first_element, last_element, tail_unit});
  return list;
}

}  // namespace

std::vector<InputClass> classes_to_show(spec::Op op, spec::Format format) {
  const spec::FormatRow& row = spec::row_of(format);
  List list{off_size, several_units};
  switch (op) {
    case spec::Op::encode:
      append(list, of_floats());
      append(list, {not_ternary, first_element, last_element});
      break;
    case spec::Op::quantise:
      append(list, {nan_number, infinite_number, first_element, last_element});
      break;
    case spec::Op::expand: append(list, of_tensor(row, false)); break;
    case spec::Op::replay:
      append(list, of_tensor(row, false));
      append(list, {extreme_activation});
      break;
    default: append(list, of_tensor(row, true));
  }
  const bool reads = op == spec::Op::decode || op == spec::Op::validate;
  if (reads && row.second_layout) append(list, {other_layout});
  return list;
}

std::vector<OpCases> shares(const Subject& subject, spec::Format format, std::uint64_t total) {
  constexpr std::array<std::uint64_t, 7> weights{1, 4, 1, 1, 3, 1, 1};  // in the order of the ops
  std::vector<OpCases> list;
  std::uint64_t sum = 0;
  for (std::uint16_t number = 1; number <= weights.size(); ++number) {
    const auto op = static_cast<spec::Op>(number);
    if (!spec::defined(op, format) || !subject.declares(op, format)) continue;
    list.push_back({op, weights[number - 1u]});
    sum += weights[number - 1u];
  }
  // So few as not to show each class would fail a subject for want of luck.
  constexpr std::uint64_t kLeast = 100;
  for (OpCases& share : list)
    share.cases = std::max(std::min(kLeast, total), (total * share.cases + sum - 1) / sum);
  return list;
}

}  // namespace tritproof::props
