// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "props/mutants/model.h"

/// The ops that read tensors: decode, validate, expand.
namespace tritproof::mutants {

Outcome decode(const Model& model, const Request& request) {
  const spec::FormatRow& row = spec::row_of(request.format);
  const auto tensor =
      open(model, row, request.geometry, request.flags.layout, request.input, row.side_table);
  if (!tensor) return tensor.error();
  Notes notes(model);
  check_side_table(model, *tensor, notes);
  if (model.refuses_threes(Op::decode, row.id)) note_reserved(model, *tensor, 0, notes);
  if (auto told = notes.verdict()) return *std::move(told);

  const std::size_t width = request.flags.bf16 ? 2 : 4;
  Bytes out(request.geometry.n * request.geometry.k * width);
  for (std::uint64_t u = 0; u < tensor->units; ++u) {
    const At first = tensor->at(u);
    const std::uint64_t offset = model.unit_offset(first);
    for (std::uint32_t r = 0; r < row.rows; ++r)
      for (std::uint32_t c = 0; c < row.columns; ++c) {
        const At at = Tensor::inside(first, r, c);
        if (!model.written(at)) continue;
        const Weight weight = weight_at(model, *tensor, offset, at);
        const std::uint64_t to = (at.n * request.geometry.k + at.k) * width;
        if (request.flags.bf16)
          right::store16(out, to, model.bf16_word(weight));
        else
          right::store32(out, to, std::bit_cast<std::uint32_t>(weight.value));
      }
  }
  return out;
}

namespace {

class Tally {
 public:
  explicit Tally(const Model& model) : model_(model) {}

  void add(Counter counter) {
    std::uint64_t& word = words_[static_cast<std::size_t>(counter)];
    word = model_.count_on(counter, word);
  }

  void add(Classes classes) {
    if (classes.non_finite) add(Counter::non_finite);
    if (classes.zero) add(Counter::zero);
    if (classes.subnormal) add(Counter::subnormal);
  }

  [[nodiscard]] Bytes bytes() const {
    Bytes out(48);
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t b = 0; b < 8; ++b)
        out[8 * i + b] = static_cast<std::uint8_t>(words_[i] >> (8 * b));
    return out;
  }

 private:
  const Model& model_;
  std::array<std::uint64_t, 6> words_{};
};

void count_codes(const Model& model, const Tensor& tensor, std::uint64_t u, Tally& tally) {
  const spec::FormatRow& row = *tensor.row;
  const At first = tensor.at(u);
  const std::uint64_t offset = model.unit_offset(first);
  for (const spec::Field& field : spec::fields_of(row)) {
    if (field.kind != FieldKind::base3x5 && field.kind != FieldKind::base3x4) continue;
    for (std::uint32_t byte = field.offset; byte < field.offset + field.bytes; ++byte)
      if (!model.encoder_writes(field.kind, tensor.peek(offset + byte)))
        for (unsigned i = 0; i < model.non_canonical_step; ++i) tally.add(Counter::non_canonical);
  }
  if (row.code3 == spec::Code3::none) return;
  for (std::uint32_t r = 0; r < row.rows; ++r)
    for (std::uint32_t c = 0; c < row.columns; ++c) {
      const At at = Tensor::inside(first, r, c);
      if (model.is_three(at, code_at(model, tensor, offset, at)))
        tally.add(model.three_counter(row));
    }
}

Classes classes_of(const Model& model, const Tensor& tensor, const At& at, std::uint16_t pattern) {
  if (at.row->side_table)
    return model.power_classes(static_cast<std::int16_t>(pattern), exponent_at(model, tensor, at));
  return at.row->ternary ? model.half_classes(pattern) : model.bf16_classes(pattern);
}

}  // namespace

Outcome validate(const Model& model, const Request& request) {
  const spec::FormatRow& row = spec::row_of(request.format);
  const auto tensor =
      open(model, row, request.geometry, request.flags.layout, request.input, row.side_table);
  if (!tensor) return tensor.error();
  Notes notes(model);
  check_side_table(model, *tensor, notes);
  if (model.refuses_threes(Op::validate, row.id)) note_reserved(model, *tensor, 0, notes);
  const std::vector<ScaleAt> scales = model.stored_scales(row, request.flags.layout);
  Tally tally(model);
  for (std::uint64_t u = 0; u < tensor->units; ++u) {
    count_codes(model, *tensor, u, tally);
    for (const ScaleAt& scale : scales) {
      const At at = tensor->at(u, scale.r, scale.c);
      const std::uint64_t byte = model.unit_offset(at) + scale.byte;
      const Classes classes = classes_of(model, *tensor, at, model.load16(tensor->bytes, byte));
      tally.add(classes);
      if (classes.non_finite && model.validate_refuses_non_finite)
        notes.add(RefusalName::NonFiniteScale, {byte, 0, at.n, at.k});
    }
  }
  if (auto told = notes.verdict()) return *std::move(told);
  return tally.bytes();
}

Outcome expand(const Model& model, const Request& request) {
  const spec::FormatRow& row = spec::row_of(Format::t2s);
  const auto tensor = open(model, row, request.geometry, Layout::standard, request.input, false);
  if (!tensor) return tensor.error();
  Notes notes(model);
  if (model.refuses_threes(Op::expand, row.id)) note_reserved(model, *tensor, 0, notes);
  if (auto told = notes.verdict()) return *std::move(told);

  constexpr std::uint64_t code_bytes = 2048;
  Bytes out(tensor->units * code_bytes * 2);
  for (std::uint64_t u = 0; u < tensor->units; ++u)
    for (std::uint64_t i = 0; i < code_bytes; ++i) {
      const std::uint64_t wire = u * code_bytes + i;
      if (!model.expanded(wire, tensor->units)) continue;
      const std::uint8_t byte = tensor->peek(model.unit_offset(tensor->at(u)) + i);
      for (unsigned half = 0; half < 2; ++half)
        out[model.wide_byte(wire, half)] =
            model.nibbles(model.widen(model.wire_code(byte, 2 * half)),
                          model.widen(model.wire_code(byte, 2 * half + 1)));
    }
  return out;
}

}  // namespace tritproof::mutants
