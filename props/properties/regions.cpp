// SPDX-License-Identifier: Apache-2.0
#include "props/properties/regions.h"

#include "props/domains/build.h"

namespace tritproof::props {
namespace {

/// Regions put one behind the other.
class List {
 public:
  void add(Role role, std::uint64_t bytes, spec::FieldKind kind = {}, std::uint64_t unit = 0) {
    if (bytes != 0) regions_.push_back({role, kind, unit, end_, bytes});
    end_ += bytes;
  }
  std::vector<Region> take() { return std::move(regions_); }

 private:
  std::vector<Region> regions_;
  std::uint64_t end_ = 0;
};

void add_units(List& list, const spec::FormatRow& row, spec::Geometry geometry) {
  for (std::uint64_t u = 0; u < units_in(row, geometry); ++u)
    for (const spec::Field& field : spec::fields_of(row))
      list.add(is_codes(field) ? Role::codes : Role::scales, field.bytes, field.kind, u);
}

}  // namespace

std::vector<Region> regions_of(spec::Op op, spec::Format format, spec::Geometry geometry,
                               std::uint64_t m) {
  const spec::FormatRow& row = spec::row_of(format);
  const std::uint64_t elements = geometry.n * geometry.k;
  List list;
  switch (op) {
    case spec::Op::encode:
      list.add(Role::ternary, elements);
      list.add(Role::scales, elements / (row.side_table ? spec::kScaleGroup : row.group) * 2,
               spec::FieldKind::f16);
      break;
    case spec::Op::quantise: list.add(Role::numbers, 4 * elements); break;
    case spec::Op::replay:
      list.add(Role::activations, m * geometry.k);
      add_units(list, row, geometry);
      break;
    case spec::Op::expand: add_units(list, row, geometry); break;
    default: add_units(list, row, geometry); list.add(Role::exponents, side_bytes(row, geometry));
  }
  return list.take();
}

std::uint64_t input_bytes(const std::vector<Region>& regions) {
  return regions.empty() ? 0 : regions.back().offset + regions.back().bytes;
}

}  // namespace tritproof::props
