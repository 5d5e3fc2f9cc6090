// SPDX-License-Identifier: Apache-2.0
#include "props/laws/reading.h"

#include <algorithm>

#include "codec/reference/numbers.h"

namespace tritproof::laws {
namespace {

void fill_words(std::span<std::uint8_t> bytes, std::uint16_t word) {
  for (std::size_t at = 0; at < bytes.size(); at += 2) store_word(bytes, at, 2, word);
}

// The tensor with every scale 1 (and every exponent 0), its codes as they are.
Bytes with_unit_scales(const Units& units, std::span<const std::uint8_t> tensor) {
  Bytes plain(tensor.begin(), tensor.end());
  each_field(units, plain, [](const spec::Field& field, std::uint64_t, std::span<std::uint8_t> at) {
    if (field.kind == spec::FieldKind::f16) fill_words(at, 0x3c00);
    if (field.kind == spec::FieldKind::int16) fill_words(at, 1);
  });
  std::ranges::fill(std::span(plain).subspan(units.bytes()), std::uint8_t{0});
  return plain;
}

// The tensor with every code +1, its scales as they are; formats with a side table only.
Bytes with_unit_codes(const Units& units, std::span<const std::uint8_t> tensor) {
  Bytes plain(tensor.begin(), tensor.end());
  each_field(units, plain, [](const spec::Field& field, std::uint64_t, std::span<std::uint8_t> at) {
    if (field.kind == spec::FieldKind::code2) std::ranges::fill(at, std::uint8_t{0xaa});
    if (field.kind == spec::FieldKind::int4) std::ranges::fill(at, std::uint8_t{0x11});
  });
  return plain;
}

std::optional<Bytes> decoded(Subject& judge, const Units& units, const Bytes& tensor) {
  const Request request{spec::Op::decode, units.row.id, {}, units.geometry, 0, tensor, 0};
  auto answer = bytes_from(judge, request);
  if (answer && answer->size() != 4 * units.geometry.n * units.geometry.k) answer.reset();
  return answer;
}

// A reserved code decodes as 0 (T2-3), so it has to be counted.
bool holds_reserved(Subject& judge, const Units& units, const Bytes& tensor) {
  if (units.row.code3 != spec::Code3::reserved) return false;
  const Request request{spec::Op::validate, units.row.id, {}, units.geometry, 0, tensor, 0};
  const auto counts = counts_from(judge, request);
  return !counts || counts->reserved != 0;
}

// An f16 field holds its unit's groups row by row.
void stored_patterns(const Units& units, std::span<const std::uint8_t> tensor, Reading& out) {
  const std::uint64_t a_row = units.row.columns / units.row.group;
  each_field(units, tensor,
             [&](const spec::Field& field, std::uint64_t u, std::span<const std::uint8_t> at) {
               if (field.kind != spec::FieldKind::f16) return;
               const auto [n, k] = units.origin(u);
               for (std::size_t i = 0; i < at.size() / 2; ++i)
                 out.patterns[((n + i / a_row) * units.geometry.k + k) / out.group + i % a_row] =
                     static_cast<std::uint16_t>(load_word(at, 2 * i, 2));
             });
}

bool decoded_patterns(std::span<const std::uint8_t> scales, Reading& out) {
  for (std::uint64_t i = 0; i < out.codes.size(); ++i) {
    const std::uint16_t half = reference::float_to_half(float_at(scales, i));
    const std::uint64_t group = i / out.group;
    const bool same = i % out.group == 0 || out.patterns[group] == half;
    if (!same || reference::half_to_float(half) != float_at(scales, i)) return false;
    out.patterns[group] = half;
  }
  return true;
}

}  // namespace

std::optional<Reading> read(Subject& judge, spec::Format format, spec::Geometry geometry,
                            std::span<const std::uint8_t> tensor) {
  const Units units{spec::row_of(format), geometry};
  if (!units.row.ternary || !whole(units.row, geometry)) return {};
  if (tensor.size() != units.bytes() + units.ref_bytes()) return {};
  const Bytes plain = with_unit_scales(units, tensor);
  const auto codes = decoded(judge, units, plain);
  if (!codes || holds_reserved(judge, units, plain)) return {};
  const std::uint64_t elements = geometry.n * geometry.k;
  const std::uint32_t group = encode_group(units.row);
  Reading out{geometry, group, {}, {}};
  out.codes.resize(elements);
  out.patterns.resize(elements / group);
  for (std::uint64_t i = 0; i < elements; ++i)
    out.codes[i] = static_cast<std::int8_t>(float_at(*codes, i));
  if (!units.row.side_table) {
    stored_patterns(units, tensor, out);
    return out;
  }
  const auto scales = decoded(judge, units, with_unit_codes(units, tensor));
  if (!scales || !decoded_patterns(*scales, out)) return {};
  return out;
}

Verdict same_reading(const Reading& expected, const Reading& got) {
  const std::uint64_t columns = expected.geometry.k;
  for (std::uint64_t i = 0; i < expected.codes.size(); ++i)
    if (expected.codes[i] != got.codes[i])
      return Finding{{},
                     row_column(i / columns, i % columns),
                     "code " + std::to_string(expected.codes[i]),
                     "code " + std::to_string(got.codes[i])};
  const std::uint32_t step = std::min(expected.group, got.group);
  for (std::uint64_t i = 0; i < expected.codes.size(); i += step) {
    const std::uint64_t n = i / columns, k = i % columns;
    if (expected.pattern(n, k) != got.pattern(n, k))
      return Finding{{},
                     row_column(n, k),
                     "scale " + std::to_string(expected.pattern(n, k)),
                     "scale " + std::to_string(got.pattern(n, k))};
  }
  return {};
}

Bytes encode_input(const Reading& reading) {
  const std::size_t codes = reading.codes.size();
  Bytes input(codes + 2 * reading.patterns.size());
  for (std::size_t i = 0; i < codes; ++i) input[i] = static_cast<std::uint8_t>(reading.codes[i]);
  for (std::size_t i = 0; i < reading.patterns.size(); ++i)
    store_word(input, codes + 2 * i, 2, reading.patterns[i]);
  return input;
}

}  // namespace tritproof::laws
