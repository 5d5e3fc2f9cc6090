// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "props/mutants/model.h"

namespace tritproof::mutants {

spec::Refusal refusal(RefusalName name) {
  return {name, 1, {}, {}, std::string(spec::row_of(name).sentence), {}};
}

std::optional<spec::Refusal> Notes::verdict() const {
  const Note* first = nullptr;
  for (const Note& note : notes_)
    if (first == nullptr || model_.rank(note.name) < model_.rank(first->name)) first = &note;
  if (first == nullptr) return std::nullopt;
  spec::Refusal told = refusal(first->name);
  for (const Note& note : notes_)
    if (note.name == first->name) told.places.push_back(note.place);
  told.count = model_.total(told.places.size());
  const std::size_t named = std::min(told.places.size(), model_.most_places);
  std::partial_sort(told.places.begin(), told.places.begin() + static_cast<std::ptrdiff_t>(named),
                    told.places.end(), model_.earlier);
  told.places.resize(named);
  return told;
}

spec::Result<Tensor> open(const Model& model, const spec::FormatRow& row, Geometry whole,
                          Layout layout, Input input, bool with_ref) {
  if (!model.has_layout(row, layout))
    return std::unexpected(refusal(RefusalName::NoSuchConversion));
  Tensor tensor{&row, layout, whole, 0, 0, 0, input, {}};
  const std::uint64_t ref_bytes = with_ref ? 4 * whole.n : 0;
  const std::uint64_t by_weight = whole.n * whole.k / row.columns / row.rows * row.bytes;
  if (model.size_first && !model.fits(by_weight + ref_bytes, input.size()))
    return std::unexpected(refusal(RefusalName::Size));
  if (!model.whole_units(row, whole)) return std::unexpected(refusal(RefusalName::Geometry));
  tensor.across = whole.k / row.columns;
  tensor.units = whole.n / row.rows * tensor.across;
  tensor.unit_bytes = tensor.units * row.bytes;
  if (whole.k != 0 && tensor.across != 0 && !model.countable(row, whole))
    return std::unexpected(refusal(RefusalName::Size));
  if (!model.fits(tensor.unit_bytes + ref_bytes, input.size()))
    return std::unexpected(refusal(RefusalName::Size));
  if (tensor.units > input.size()) {  // a size that wrapped: there is no unit to go through
    tensor.units = tensor.across = tensor.unit_bytes = 0;
    tensor.whole = {0, 0};
    return tensor;
  }
  if (!with_ref) return tensor;
  tensor.exponents.resize(whole.n);
  for (std::uint64_t n = 0; n < whole.n; ++n)
    tensor.exponents[n] =
        std::bit_cast<std::int32_t>(model.load32(input, tensor.unit_bytes + 4 * n));
  return tensor;
}

int code_at(const Model& model, const Tensor& tensor, std::uint64_t offset, const At& at,
            Site* found) {
  const Site site = model.site(at);
  if (found != nullptr) *found = site;
  return model.code(model.kind(at, site.byte), tensor.peek(offset + site.byte), site.position);
}

std::uint16_t pattern_at(const Model& model, const Tensor& tensor, const At& at) {
  return model.load16(tensor.bytes, scale_offset(model, at) + model.scale_byte(at));
}

std::int32_t exponent_at(const Model& model, const Tensor& tensor, const At& at) {
  const std::uint64_t n = model.feature(at);
  return n < tensor.exponents.size() ? tensor.exponents[n] : 0;
}

void check_side_table(const Model& model, const Tensor& tensor, Notes& notes) {
  if (!model.ref_checked || !tensor.row->side_table) return;
  std::vector<bool> refused(tensor.whole.n);
  for (std::uint64_t u = 0; u < tensor.units; ++u)
    for (const ScaleAt& scale : right::stored_scales(*tensor.row, tensor.layout)) {
      const At at = tensor.at(u, scale.r, scale.c);
      const auto ms = static_cast<std::int16_t>(pattern_at(model, tensor, at));
      if (!model.ref_looks_at(at) || model.exact_power(ms, exponent_at(model, tensor, at)))
        continue;
      if (refused[at.n] && model.ref_counts_features) continue;
      refused[at.n] = true;
      notes.add(RefusalName::SideTable, {model.ref_byte(tensor.unit_bytes, at.n), 0, at.n, 0});
    }
}

void note_reserved(const Model& model, const Tensor& tensor, std::uint64_t base, Notes& notes) {
  for (std::uint64_t u = 0; u < tensor.units; ++u) {
    const At first = tensor.at(u);
    const std::uint64_t offset = model.unit_offset(first);
    for (std::uint32_t r = 0; r < tensor.row->rows; ++r)
      for (std::uint32_t c = 0; c < tensor.row->columns; ++c) {
        const At at = Tensor::inside(first, r, c);
        Site site;
        if (!model.is_three(at, code_at(model, tensor, offset, at, &site))) continue;
        notes.add(RefusalName::ReservedCode,
                  model.code_place({site.byte, site.position, at.n, at.k}, base + offset));
      }
  }
}

namespace {

Weight two_level_weight(const Model& model, const Tensor& tensor, std::uint64_t offset,
                        const At& at, int code) {
  const float big_scale = model.bf16(model.load16(tensor.bytes, offset + model.scale_byte(at)));
  const float big_min = model.bf16(model.load16(tensor.bytes, offset + model.addend_byte(at)));
  const int scale = model.level(tensor.peek(offset + model.level_byte(at)));
  const int min = model.minimum(tensor.peek(offset + model.min_byte(at)));
  return {model.two_level({big_scale, scale, big_min, min, code}), code, big_scale};
}

float scale_number(const Model& model, const Tensor& tensor, const At& at, std::uint16_t pattern) {
  if (at.row->side_table)
    return model.power(static_cast<std::int16_t>(pattern), exponent_at(model, tensor, at));
  return at.row->ternary ? model.half(pattern) : model.bf16(pattern);
}

}  // namespace

Weight weight_at(const Model& model, const Tensor& tensor, std::uint64_t offset, const At& at) {
  const int code = code_at(model, tensor, offset, at);
  if (at.row->id == Format::q4_k) return two_level_weight(model, tensor, offset, at, code);
  const std::uint64_t from = model.scale_unit == nullptr ? offset : model.scale_unit(at);
  const std::uint16_t pattern = model.load16(tensor.bytes, from + model.scale_byte(at));
  const float scale = scale_number(model, tensor, at, pattern);
  if (at.row->id == Format::q4_1) {
    const float zero = model.bf16(model.load16(tensor.bytes, offset + model.addend_byte(at)));
    return {model.affine(code, scale, zero), code, scale};
  }
  const bool reserved = at.row->code3 == spec::Code3::reserved && code == 2;
  return {reserved ? model.reserved(scale) : model.times(code, scale), code, scale};
}

void pack_unit(const Model& model, const At& first, std::span<const std::int8_t> codes,
               std::span<const std::uint16_t> patterns, std::span<std::uint8_t> unit) {
  const spec::FormatRow& row = *first.row;
  const bool base3 = row.fields[0].kind == FieldKind::base3x5;
  std::vector<std::array<unsigned, 5>> digits(base3 ? row.bytes : 0);
  for (std::uint32_t e = 0; e < row.elements(); ++e) {
    At at = first;
    at.r = e / row.columns;
    at.c = e % row.columns;
    at.n += at.r;
    at.k += at.c;
    const Site site = model.site(at);
    const FieldKind kind = model.kind(at, site.byte);
    const unsigned bits = model.code_bits(kind, codes[e]);
    if (base3)
      digits[site.byte][site.position] = bits;
    else
      unit[site.byte] = static_cast<std::uint8_t>(unit[site.byte] | bits << site.position);
    if (at.c % row.group != 0 || !model.packs_scale(at)) continue;
    model.store16(unit, model.scale_byte(at), patterns[e / row.group]);
  }
  for (const spec::Field& field : spec::fields_of(row)) {
    if (field.kind != FieldKind::base3x5 && field.kind != FieldKind::base3x4) continue;
    for (std::uint32_t byte = field.offset; byte < field.offset + field.bytes; ++byte)
      unit[byte] =
          model.base3_byte(model.base3_number(digits[byte], spec::codes_per_byte(field.kind)));
  }
}

Outcome answer(const Model& model, const Request& request) {
  switch (request.op) {
    case Op::decode: return decode(model, request);
    case Op::validate: return validate(model, request);
    case Op::encode: return encode(model, request);
    case Op::quantise: return quantise(model, request);
    case Op::expand: return expand(model, request);
    case Op::convert: return convert(model, request);
    case Op::replay: return replay(model, request);
  }
  return refusal(RefusalName::NoSuchConversion);
}

}  // namespace tritproof::mutants
