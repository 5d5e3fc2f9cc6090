// SPDX-License-Identifier: Apache-2.0
#include "props/properties/templates.h"

#include <array>
#include <bit>
#include <set>

#include "codec/reference/numbers.h"
#include "props/domains/build.h"
#include "props/domains/payloads.h"
#include "props/properties/regions.h"

namespace tritproof::props {
namespace {

using spec::FieldKind;

// Scales of one binade, so that any format can pack them; pairs of 128 k share theirs.
std::uint16_t packable(std::uint64_t n, std::uint64_t k) {
  const std::uint64_t serial = n * 5 + k / 256;
  return static_cast<std::uint16_t>((serial % 2 << 15) | (0x3c00 + serial * 3 % 0x400));
}

Bytes numbers(spec::Geometry geometry) {
  Bytes input(4 * geometry.n * geometry.k);
  for (std::uint64_t i = 0; i < input.size() / 4; ++i) {
    const auto size = static_cast<float>(scatter(i) % 2000);
    laws::store_word(input, 4 * i, 4, std::bit_cast<std::uint32_t>((size - 1000.0f) / 512.0f));
  }
  return input;
}

Bytes good(spec::Op op, spec::Format format, spec::Geometry geometry, std::uint64_t m) {
  const spec::FormatRow& row = spec::row_of(format);
  if (op == spec::Op::quantise) return numbers(geometry);
  if (op == spec::Op::encode)
    return encode_payload(
        row, geometry, scattered_codes(geometry), [&](std::uint64_t n, std::uint64_t group) {
          return packable(n, group * (row.side_table ? spec::kScaleGroup : row.group));
        });
  const bool packed = op == spec::Op::convert && row.ternary;
  Bytes tensor = packed ? ternary_tensor(row, geometry, packable) : good_tensor(row, geometry);
  if (op != spec::Op::expand && op != spec::Op::replay) return tensor;
  tensor.resize(tensor.size() - side_bytes(row, geometry));
  Bytes input(m * geometry.k);
  for (std::uint64_t i = 0; i < input.size(); ++i)
    input[i] = static_cast<std::uint8_t>(scatter(i ^ 77));
  input.insert(input.end(), tensor.begin(), tensor.end());
  return input;
}

// The good template with one thing the same everywhere.
Bytes flattened(Bytes input, const std::vector<Region>& regions, Role role,
                std::uint8_t (*byte)(FieldKind)) {
  for (const Region& region : regions)
    for (std::uint64_t i = 0; region.role == role && i < region.bytes; ++i)
      input[region.offset + i] = byte(region.kind);
  return input;
}

Bytes zero_codes(spec::Op op, spec::Format format, spec::Geometry geometry, std::uint64_t m) {
  return flattened(good(op, format, geometry, m), regions_of(op, format, geometry, m), Role::codes,
                   [](FieldKind kind) { return equal_codes(kind, 0); });
}

Bytes zero_scales(spec::Op op, spec::Format format, spec::Geometry geometry, std::uint64_t m) {
  return flattened(good(op, format, geometry, m), regions_of(op, format, geometry, m), Role::scales,
                   [](FieldKind) { return std::uint8_t{0}; });
}

constexpr std::array<Template, 3> kTemplates{{
    {"good", "scattered valid codes under good scales", good},
    {"zero-codes", "codes all zero under good scales", zero_codes},
    {"zero-scales", "scales all zero: it hides faults, and is refused for it", zero_scales},
}};

bool good_pattern(FieldKind kind, std::uint16_t p) {
  if (kind == FieldKind::int16) return p != 0;
  if (kind == FieldKind::bf16)
    return reference::bf16_is_finite(p) && !reference::bf16_is_zero(p) &&
           !reference::bf16_is_subnormal(p);
  return reference::half_is_finite(p) && !reference::half_is_zero(p) &&
         !reference::half_is_subnormal(p);
}

}  // namespace

std::span<const Template> templates() { return kTemplates; }

const Template* template_named(std::string_view name) {
  for (const Template& row : kTemplates)
    if (row.name == name) return &row;
  return nullptr;
}

std::optional<std::string> unfit(const Template& from, spec::Op op, spec::Format format) {
  const spec::FormatRow& row = spec::row_of(format);
  const spec::Geometry geometry = grid(row, row.is_tile() ? 1 : 4, row.is_tile() ? 1 : 4);
  const std::uint64_t m = op == spec::Op::replay ? 1 : 0;
  const Bytes input = from.build(op, format, geometry, m);
  const auto regions = regions_of(op, format, geometry, m);
  if (input.size() != input_bytes(regions)) return "its size is not that of a whole input";
  std::set<std::pair<FieldKind, std::uint64_t>> different;
  std::uint64_t scales = 0;
  for (const Region& region : regions)
    for (std::uint64_t i = 0; region.role == Role::scales && i < region.bytes;
         i += region.width()) {
      const std::uint64_t word = laws::load_word(input, region.offset + i, region.width());
      ++scales;
      different.insert({region.kind, word});
      if (word == 0 ||
          (region.width() == 2 && !good_pattern(region.kind, static_cast<std::uint16_t>(word))))
        return "the scale at byte " + std::to_string(region.offset + i) + " is not good";
    }
  // A multiplier stands four times, and the groups of 256 k that a conversion merges are alike.
  if (8 * different.size() < scales) return "too many of its scales are alike";
  return {};
}

}  // namespace tritproof::props
