// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "props/mutants/model.h"

namespace tritproof::mutants {
namespace {

// One conversion: what was read of the source, in the form that all conversions share.
struct Conversion {
  const Model& model;
  const spec::FormatRow& to;
  const Tensor& source;
  bool asked;  ///< clamping
  bool keeps;  ///< multipliers go over as they are
  Notes notes;
  std::vector<std::int8_t> codes;     ///< row-major
  std::vector<std::uint16_t> scales;  ///< one per 128 k
  std::vector<std::int32_t> exponents;

  // The last one is short where a mutant lets such a row through.
  [[nodiscard]] std::uint64_t groups() const {
    return (source.whole.k + spec::kScaleGroup - 1) / spec::kScaleGroup;
  }

  [[nodiscard]] At source_at(std::uint64_t n, std::uint64_t k) const {
    const spec::FormatRow& from = *source.row;
    return {&from,
            Layout::standard,
            source.whole,
            n,
            k,
            static_cast<std::uint32_t>(n % from.rows),
            static_cast<std::uint32_t>(k % from.columns)};
  }

  // Where the stored scale that serves (n, k) stands.
  [[nodiscard]] Place scale_place(std::uint64_t n, std::uint64_t k) const {
    const At at = source_at(n, k / source.row->group * source.row->group);
    return {right::unit_offset(at) + right::scale_byte(at), 0, n, at.k};
  }

  void read_codes() {
    codes.resize(source.whole.n * source.whole.k);
    const bool digits = source.row->fields[0].kind == FieldKind::base3x5;
    for (std::uint64_t u = 0; u < source.units; ++u) {
      const At first = source.at(u);
      const std::uint64_t offset = model.unit_offset(first);
      for (std::uint32_t r = 0; r < source.row->rows; ++r)
        for (std::uint32_t c = 0; c < source.row->columns; ++c) {
          const At at = Tensor::inside(first, r, c);
          Site site;
          int code = model.clamp(*source.row, code_at(model, source, offset, at, &site), asked);
          if (!model.is_ternary(code)) {
            const Place place{site.byte, digits ? 0 : site.position, at.n, at.k};
            notes.add(model.code_refusal(*source.row), model.code_place(place, offset));
            code = 1;
          }
          codes[at.n * source.whole.k + at.k] = static_cast<std::int8_t>(code);
        }
    }
  }

  // One pattern for the 128 k from (n, k).
  std::uint16_t merged(std::uint64_t n, std::uint64_t k) {
    const std::uint32_t group = source.row->group;
    const std::uint64_t left = std::min<std::uint64_t>(spec::kScaleGroup, source.whole.k - k);
    const std::size_t many = std::max<std::uint64_t>(1, left / group);
    std::array<std::uint16_t, 4> found{};
    for (std::size_t s = 0; s < many; ++s)
      found[s] = pattern_at(model, source, source_at(n, k + s * group));
    for (std::size_t s = 1; s < many; ++s)
      if (model.compared(s) && !model.same(found[model.measure(s)], found[s]))
        notes.add(
            source.row->side_table ? RefusalName::UnequalMultipliers : RefusalName::UnequalScales,
            scale_place(n, k + s * group));
    if (!source.row->side_table || keeps) return model.moved(found[0]);
    const auto half_of = [&](std::uint16_t ms) {
      return model.half_of(static_cast<std::int16_t>(ms), source.exponents[n]);
    };
    for (std::size_t s = 0; s < many; ++s)
      if (!half_of(found[s]))
        notes.add(RefusalName::ScaleNotRepresentable, scale_place(n, k + s * group));
    return half_of(found[0]).value_or(0);
  }

  void read_scales() {
    check_side_table(model, source, notes);
    for (std::uint64_t n = 0; n < source.whole.n; ++n) {
      for (std::uint64_t g = 0; g < groups(); ++g) scales.push_back(merged(n, 128 * g));
      if (!to.side_table) continue;
      const auto row = std::span(scales).subspan(n * groups(), groups());
      exponents.push_back(keeps ? source.exponents[n]
                                : model.e_ref(row.first(model.exponent_groups(groups()))));
    }
  }

  // The stored scale of a group of the target.
  std::uint16_t pattern(std::uint64_t n, std::uint64_t k) {
    const std::uint16_t first = scales[n * groups() + k / spec::kScaleGroup];
    if (to.group > spec::kScaleGroup &&
        !model.same(first, scales[n * groups() + k / spec::kScaleGroup + 1]))
      notes.add(RefusalName::UnequalScales, scale_place(n, k + spec::kScaleGroup));
    if (!to.side_table || keeps) return first;
    const auto ms = model.finite(first) ? model.multiplier(first, exponents[n]) : std::nullopt;
    return static_cast<std::uint16_t>(ms.value_or(std::int16_t{0}));
  }

  // What the packing rule refuses, once for every scale that the source stores.
  void note_scales() {
    for (std::uint64_t n = 0; n < source.whole.n; ++n)
      for (std::uint64_t k = 0; k < source.whole.k; k += source.row->group) {
        const std::uint16_t half = pattern_at(model, source, source_at(n, k));
        const std::uint16_t serving = scales[n * groups() + k / spec::kScaleGroup];
        const bool finite = model.finite(half);
        const bool judged = half == 0x8000 || model.moved(half) == serving;
        if (finite && (!judged || model.multiplier(model.moved(half), exponents[n]))) continue;
        notes.add(finite ? RefusalName::ScaleNotRepresentable : model.non_finite_name,
                  scale_place(n, k));
      }
  }

  void pack(std::uint64_t n, std::uint64_t k, std::span<std::uint8_t> unit) {
    std::vector<std::int8_t> unit_codes(to.elements());
    std::vector<std::uint16_t> patterns(to.groups());
    for (std::uint32_t e = 0; e < to.elements(); ++e) {
      const std::uint64_t nn = n + e / to.columns;
      const std::uint64_t kk = k + e % to.columns;
      unit_codes[e] = codes[nn * source.whole.k + kk];
      if (e % to.group == 0) patterns[e / to.group] = pattern(nn, kk);
    }
    pack_unit(model, {&to, Layout::standard, source.whole, n, k, 0, 0}, unit_codes, patterns, unit);
  }

  // CONV-9: the source as it is, but for codes clamped.
  Outcome copy() {
    check_side_table(model, source, notes);
    if (model.copy_checks) read_codes();
    if (auto told = notes.verdict()) return *std::move(told);
    Bytes out(source.bytes.begin(), source.bytes.end());
    for (std::uint64_t u = 0; u < source.units; ++u)
      for (std::uint32_t c = 0; asked && c < source.row->columns; ++c) {
        const At at = source.at(u, 0, c);
        const std::uint64_t offset = model.unit_offset(at);
        Site site;
        const int code = code_at(model, source, offset, at, &site);
        const int wanted = model.clamp(*source.row, code, asked);
        if (code != wanted)
          out[offset + site.byte] = static_cast<std::uint8_t>(
              out[offset + site.byte] ^
              (static_cast<unsigned>(code + 1) ^ static_cast<unsigned>(wanted + 1))
                  << site.position);
      }
    return out;
  }

  Outcome run() {
    if (source.row == &to) return copy();
    read_codes();
    read_scales();
    if (to.side_table && !keeps) note_scales();
    const std::uint64_t across = source.whole.k / to.columns;
    const std::uint64_t unit_bytes = source.whole.n / to.rows * across * to.bytes;
    Bytes out(unit_bytes + 4 * exponents.size());
    for (std::uint64_t n = 0; n + to.rows <= source.whole.n; n += to.rows)
      for (std::uint64_t k = 0; k < across * to.columns; k += to.columns)
        pack(n, k,
             std::span(out).subspan((n / to.rows * across + k / to.columns) * to.bytes, to.bytes));
    for (std::uint64_t n = 0; n < exponents.size(); ++n)
      model.store32(out, unit_bytes + 4 * n, std::bit_cast<std::uint32_t>(exponents[n]));
    if (auto told = notes.verdict()) return *std::move(told);
    return out;
  }
};

void repack_unit(const Model& model, const Tensor& source, std::uint64_t u,
                 std::span<std::uint8_t> out) {
  const spec::FormatRow& to = spec::row_of(Format::q4_1);
  const std::uint64_t offset = model.unit_offset(source.at(u));
  const auto number = [&](std::uint32_t big, int level) {
    return model.bf16(model.load16(source.bytes, offset + big)) * static_cast<float>(level);
  };
  for (std::uint32_t e = 0; e < to.elements(); ++e) {
    const At from = source.at(u, e / 256, e % 256);
    At at = from;
    at.row = &to;
    const Site site = right::site(at);
    const auto code = static_cast<unsigned>(code_at(model, source, offset, from));
    out[site.byte] = static_cast<std::uint8_t>(out[site.byte] | code << site.position);
    if (at.c % 32 != 0) continue;
    const int scale = model.level(source.peek(offset + model.level_byte(from)));
    const int min = model.minimum(source.peek(offset + model.min_byte(from)));
    right::store16(out, right::scale_byte(at),
                   model.repacked(number(model.scale_byte(from), scale)));
    right::store16(out, right::addend_byte(at),
                   model.repacked(number(model.addend_byte(from), min)));
  }
}

Outcome repack(const Model& model, const Request& request) {
  if (request.format != Format::q4_1 && request.format != Format::q4_k)
    return refusal(RefusalName::NoSuchConversion);
  const spec::FormatRow& from = spec::row_of(request.format);
  const auto source = open(model, from, request.geometry, Layout::standard, request.input, false);
  if (!source) return source.error();
  if (request.format == Format::q4_1) return Bytes(request.input.begin(), request.input.end());
  const std::uint32_t bytes = spec::row_of(Format::q4_1).bytes;
  Bytes out(source->units * bytes);
  for (std::uint64_t u = 0; u < source->units; ++u)
    repack_unit(model, *source, u, std::span(out).subspan(u * bytes, bytes));
  return out;
}

}  // namespace

Outcome convert(const Model& model, const Request& request) {
  const spec::FormatRow& from = spec::row_of(request.format);
  const spec::FormatRow& to = spec::row_of(request.flags.target.value_or(request.format));
  if (to.id == Format::q4_1) return repack(model, request);
  if (!model.pair_exists(from, to)) return refusal(RefusalName::NoSuchConversion);
  const Geometry whole = request.geometry;
  const bool target_fits =
      right::whole_units(to, whole) && (&from == &to || whole.k % spec::kScaleGroup == 0);
  if (model.target_geometry && right::whole_units(from, whole) && !target_fits)
    return refusal(RefusalName::Geometry);
  const auto source = open(model, from, whole, Layout::standard, request.input, from.side_table);
  if (!source) return source.error();
  Conversion conversion{model,
                        to,
                        *source,
                        request.flags.clamp,
                        model.keeps_multipliers && from.side_table && to.side_table,
                        Notes(model),
                        {},
                        {},
                        {}};
  return conversion.run();
}

}  // namespace tritproof::mutants
