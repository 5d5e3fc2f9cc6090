// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "props/mutants/model.h"

/// The ops that write tensors: encode, quantise.
namespace tritproof::mutants {
namespace {

// Measures what comes without units of its own: `needed` bytes for the geometry.
std::optional<spec::Refusal> frame(const Model& model, const spec::FormatRow& row, Geometry whole,
                                   std::uint64_t needed, std::uint64_t got) {
  if (model.size_first && !model.fits(needed, got)) return refusal(RefusalName::Size);
  if (!model.whole_units(row, whole)) return refusal(RefusalName::Geometry);
  if (whole.k >= row.columns && !model.countable(row, whole)) return refusal(RefusalName::Size);
  if (!model.fits(needed, got)) return refusal(RefusalName::Size);
  return std::nullopt;
}

// An encode request: codes, then one pattern for each `group` k.
struct Given {
  const Model& model;
  const spec::FormatRow& row;
  Geometry whole;
  std::uint32_t group = 0;
  std::uint64_t codes = 0;
  Input input;

  [[nodiscard]] At at(std::uint64_t n, std::uint64_t k) const {
    return {&row,
            Layout::standard,
            whole,
            n,
            k,
            static_cast<std::uint32_t>(n % row.rows),
            static_cast<std::uint32_t>(k % row.columns)};
  }
  [[nodiscard]] int code(std::uint64_t i) const {
    return i < input.size() ? static_cast<std::int8_t>(input[i]) : 0;
  }
  [[nodiscard]] std::uint16_t pattern(std::uint64_t n, std::uint64_t k) const {
    return model.load16(input, codes + 2 * model.pattern_index(at(n, k), group));
  }
};

void check_codes(const Given& given, Notes& notes) {
  for (std::uint64_t i = 0; i < given.codes; ++i)
    if (!given.model.is_ternary(given.code(i)))
      notes.add(RefusalName::NotTernary, {i, 0, i / given.whole.k, i % given.whole.k});
}

// The exponents by PB16I-7, or none; what the rules refuse of scales is noted.
std::vector<std::int32_t> check_scales(const Given& given, Notes& notes) {
  const Model& model = given.model;
  const bool packs = given.row.side_table;
  std::vector<std::int32_t> exponents;
  for (std::uint64_t n = 0; n < given.whole.n; ++n) {
    std::vector<std::uint16_t> halves;
    for (std::uint64_t k = 0; k < given.whole.k; k += given.group)
      halves.push_back(given.pattern(n, k));
    const auto seen = static_cast<std::size_t>(model.exponent_groups(halves.size()));
    if (packs) exponents.push_back(model.e_ref(std::span(halves).first(seen)));
    for (std::uint64_t g = 0; g < halves.size(); ++g) {
      const Place place{given.codes + 2 * (n * halves.size() + g), 0, n, g * given.group};
      if (!model.finite(halves[g])) {
        if (packs || model.encode_refuses_non_finite) notes.add(model.non_finite_name, place);
      } else if (packs && !model.multiplier(halves[g], exponents[n])) {
        notes.add(RefusalName::ScaleNotRepresentable, place);
      }
    }
  }
  return exponents;
}

void pack(const Given& given, std::span<const std::int32_t> exponents, std::uint64_t n,
          std::uint64_t k, std::span<std::uint8_t> unit) {
  const spec::FormatRow& row = given.row;
  std::vector<std::int8_t> codes(row.elements());
  std::vector<std::uint16_t> patterns(row.groups());
  for (std::uint32_t e = 0; e < row.elements(); ++e) {
    const std::uint64_t nn = n + e / row.columns;
    const std::uint64_t kk = k + e % row.columns;
    codes[e] = static_cast<std::int8_t>(given.code(nn * given.whole.k + kk));
    if (e % row.group != 0) continue;
    const std::uint16_t half = given.pattern(nn, kk);
    patterns[e / row.group] =
        row.side_table
            ? static_cast<std::uint16_t>(given.model.multiplier(half, exponents[nn]).value_or(0))
            : given.model.stored(half);
  }
  pack_unit(given.model, given.at(n, k), codes, patterns, unit);
}

}  // namespace

Outcome encode(const Model& model, const Request& request) {
  const spec::FormatRow& row = spec::row_of(request.format);
  const Geometry whole = request.geometry;
  const std::uint32_t group = row.side_table ? spec::kScaleGroup : row.group;
  const std::uint64_t codes = whole.n * whole.k;
  if (auto told = frame(model, row, whole, codes + codes / group * 2, request.input.size()))
    return *std::move(told);
  const Given given{model, row, whole, group, codes, request.input};
  Notes notes(model);
  check_codes(given, notes);
  const std::vector<std::int32_t> exponents = check_scales(given, notes);
  if (auto told = notes.verdict()) return *std::move(told);

  const std::uint64_t across = whole.k / row.columns;
  const std::uint64_t unit_bytes = whole.n / row.rows * across * row.bytes;
  Bytes out(unit_bytes + 4 * exponents.size());
  for (std::uint64_t n = 0; n < whole.n; n += row.rows)
    for (std::uint64_t k = 0; k < across * row.columns; k += row.columns)
      pack(given, exponents, n, k,
           std::span(out).subspan(model.unit_offset(given.at(n, k)), row.bytes));
  for (std::uint64_t n = 0; n < exponents.size(); ++n)
    model.store32(out, unit_bytes + 4 * n, std::bit_cast<std::uint32_t>(exponents[n]));
  return out;
}

namespace {

float number_at(const Model& model, Input input, std::uint64_t index) {
  return std::bit_cast<float>(model.load32(input, 4 * index));
}

// The largest magnitude of the span that block `first` belongs to; non-finite input is noted.
float largest(const Model& model, const Request& request, std::uint64_t first, std::uint64_t length,
              Notes* notes) {
  float most = 0.0f;
  for (std::uint64_t i = first; i < first + length; ++i) {
    const float x = number_at(model, request.input, i);
    if (model.finite_input(x))
      most = model.larger(most, x);
    else if (notes != nullptr)
      notes->add(RefusalName::NonFiniteInput,
                 {4 * i, 0, i / request.geometry.k, i % request.geometry.k});
  }
  return most;
}

}  // namespace

Outcome quantise(const Model& model, const Request& request) {
  const spec::FormatRow& row = spec::row_of(request.format);
  const Geometry whole = request.geometry;
  const std::uint64_t numbers = whole.n * whole.k;
  if (auto told = frame(model, row, whole, 4 * numbers, request.input.size()))
    return *std::move(told);
  Notes notes(model);
  const std::uint64_t units = numbers / row.columns;
  for (std::uint64_t u = 0; u < units; ++u) {
    const std::uint64_t first = u * row.columns;
    if (model.underflows(largest(model, request, first, row.columns, &notes)))
      notes.add(RefusalName::ScaleUnderflow, {4 * first, 0, first / whole.k, first % whole.k});
  }
  if (auto told = notes.verdict()) return *std::move(told);

  Bytes out(units * row.bytes);
  std::vector<std::int8_t> codes(row.columns);
  for (std::uint64_t u = 0; u < units; ++u) {
    const std::uint64_t first = u * row.columns;
    const std::uint64_t length = model.amax_length(row, whole);
    const float amax = largest(model, request, first / length * length, length, nullptr);
    const std::array<std::uint16_t, 1> d{model.d(amax)};
    for (std::uint64_t i = 0; i < row.columns; ++i) {
      const float x = number_at(model, request.input, first + i);
      codes[i] = static_cast<std::int8_t>(
          model.round(model.ratio({x, amax, model.inverse(amax), right::half(d[0])})));
    }
    const At at{&row, Layout::standard, whole, first / whole.k, first % whole.k, 0, 0};
    pack_unit(model, at, codes, d, std::span(out).subspan(u * row.bytes, row.bytes));
  }
  return out;
}

}  // namespace tritproof::mutants
