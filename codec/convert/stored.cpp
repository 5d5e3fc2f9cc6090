// SPDX-License-Identifier: Apache-2.0
#include "codec/convert/stored.h"

#include <bit>

#include "codec/reference/refuse.h"

namespace tritproof::convert {

StoredTensor stored_in(const container::Source& payload, spec::Format format, spec::Layout layout,
                       spec::Geometry geometry, std::uint64_t unit_bytes) {
  StoredTensor tensor{format, layout, geometry, &payload, 0, nullptr, 0};
  if (spec::row_of(format).side_table) {
    tensor.ref = &payload;
    tensor.ref_offset = unit_bytes;
  }
  return tensor;
}

std::uint64_t UnitReader::offset_of(std::uint64_t i, std::uint64_t j) const {
  const std::uint64_t unit_row = region_.n / row_.rows + i;
  return (unit_row * grid_.units_a_row + region_.k / row_.columns + j) * row_.bytes;
}

Readable<void> UnitReader::load(const Region& region) {
  region_ = region;
  const std::uint64_t run = across() * row_.bytes;
  bytes_.resize(down() * run);
  // Whole rows of units follow each other; parts of rows are read one by one.
  const bool contiguous = across() == grid_.units_a_row;
  const std::uint64_t runs = contiguous ? 1 : down();
  for (std::uint64_t i = 0; i < runs; ++i) {
    const auto part = std::span(bytes_).subspan(i * run, contiguous ? bytes_.size() : run);
    if (auto done = tensor_.units->read(tensor_.offset + offset_of(i, 0), part); !done) return done;
  }
  return load_exponents();
}

Readable<void> UnitReader::load_exponents() {
  if (!row_.side_table) return {};
  std::array<std::uint8_t, 4 * spec::kTileRows> raw;
  const std::span<std::uint8_t> used(raw.data(), 4 * region_.rows);
  if (auto done = tensor_.ref->read(tensor_.ref_offset + 4 * region_.n, used); !done) return done;
  exponents_.resize(region_.rows);
  for (std::uint64_t r = 0; r < region_.rows; ++r)
    exponents_[r] = std::bit_cast<std::int32_t>(reference::load32(used, 4 * r));
  return {};
}

}  // namespace tritproof::convert
