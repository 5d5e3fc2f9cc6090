// SPDX-License-Identifier: Apache-2.0
#include "props/domains/asker.h"
#include "props/domains/domains.h"

/// Tensors of several units, no two alike: order of tiles, tails, first and last things.
namespace tritproof::props {
namespace {

std::string shape(std::uint64_t down, std::uint64_t across) {
  return std::to_string(down) + " x " + std::to_string(across) + " units";
}

// The first or last code byte of the tensor takes another valid value.
Bytes with_end_changed(const spec::FormatRow& row, spec::Geometry geometry, Bytes tensor,
                       bool last) {
  const std::uint64_t end = units_in(row, geometry) - 1;
  std::uint64_t number = 0;
  each_field(row, geometry, tensor,
             [&](const spec::Field& field, std::span<std::uint8_t> bytes, std::uint64_t) {
               const bool due = number / spec::fields_of(row).size() == (last ? end : 0);
               ++number;
               if (!is_codes(field) || !due) return;
               std::uint8_t& at = last ? bytes.back() : bytes.front();
               at = at == equal_codes(field.kind, 1) ? equal_codes(field.kind, 0)
                                                     : equal_codes(field.kind, 1);
             });
  return tensor;
}

void enumerate(spec::Format format, Level level, std::uint64_t, const laws::Take& take) {
  Asker asker(format, take);
  const spec::FormatRow& row = spec::row_of(format);
  for (std::uint64_t down = 1; down <= 3; ++down)
    for (std::uint64_t across = 1; across <= 5 && asker.open(); ++across) {
      if (level == Level::smoke && (down > 2 || across != 2 * down - 1)) continue;
      const spec::Geometry geometry = grid(row, down, across);
      const Bytes tensor = good_tensor(row, geometry, 16 * down + across);
      asker.read_layouts(shape(down, across), geometry, tensor);
      spec::Flags bf16;
      bf16.bf16 = true;
      asker.ask(shape(down, across) + " in bf16", spec::Op::decode, geometry, tensor, bf16);
      for (const bool last : {false, true})
        asker.read_layouts(shape(down, across) + (last ? ", last" : ", first") + " codes changed",
                           geometry, with_end_changed(row, geometry, tensor, last));
    }
}

}  // namespace

const Domain kGridDomain{"grids", "1 x 1 to 3 x 5 units, all different: order, tails, ends",
                         every_format, enumerate};

}  // namespace tritproof::props
