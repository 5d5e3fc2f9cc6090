// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/elements.h"

#include "codec/reference/unit.h"

namespace tritproof::reference {

std::size_t Elements::load(std::uint64_t n, std::uint64_t k) {
  const spec::FormatRow& row = *tensor_.row;
  const std::uint64_t unit = n / row.rows * tensor_.grid.units_a_row + k / row.columns;
  if (loaded_ != unit) {
    codes_.resize(row.elements());
    scales_.resize(row.groups());
    addends_.resize(row.groups());
    codec_of(row.id).codes(tensor_.unit(unit), tensor_.layout, codes_);
    codec_of(row.id).scales(tensor_.unit(unit), tensor_.layout, tensor_.exponents_of(unit), scales_,
                            addends_);
    loaded_ = unit;
  }
  return n % row.rows * row.columns + k % row.columns;
}

int Elements::code(std::uint64_t n, std::uint64_t k) {
  const std::size_t element = load(n, k);
  return codes_[element];
}

float Elements::scale(std::uint64_t n, std::uint64_t k) {
  const std::size_t element = load(n, k);
  return scales_[element / tensor_.row->group];
}

}  // namespace tritproof::reference
