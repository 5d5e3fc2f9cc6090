// SPDX-License-Identifier: Apache-2.0
#include "cli/explain_unit.h"

#include <fmt/format.h>

#include "cli/console.h"
#include "cli/tensors.h"
#include "codec/convert/floats.h"
#include "codec/reference/refuse.h"
#include "codec/reference/unit.h"
#include "codec/reference/walk.h"

namespace tritproof::cli {
namespace {

using reference::CodeAt;

// One unit with what its explanation needs.
struct Unit {
  const spec::FormatRow& row;
  const convert::StoredTensor& tensor;
  convert::Region region;
  std::uint64_t offset;  // in the file
  reference::InputBytes bytes;
  std::span<const std::int32_t> exponents;
  std::span<const float> weights;
  std::vector<float> factor;
};

void print_scales(const Unit& unit) {
  const std::uint32_t in_row = unit.row.columns / unit.row.group;
  print("scales\n");
  reference::codec_of(unit.row.id)
      .visit_scales(unit.tensor.layout, [&](std::uint32_t byte, std::uint32_t group) {
        const std::uint16_t pattern = reference::load16(unit.bytes, byte);
        std::string text = fmt::format("  {:>6}  {:02x} {:02x}  0x{:04x}", unit.offset + byte,
                                       unit.bytes[byte], unit.bytes[byte + 1], pattern);
        if (unit.row.id == spec::Format::q4_k)
          text += fmt::format("  {}[row {}]", group < 32 ? 'S' : 'M', group % 32);
        else
          text += fmt::format("  row {} columns {}-{}: {:.9g}", unit.region.n + group / in_row,
                              unit.region.k + group % in_row * unit.row.group,
                              unit.region.k + (group % in_row + 1) * unit.row.group - 1,
                              unit.factor[group]);
        if (unit.row.side_table)
          text += fmt::format(" = {} * 2^{}", static_cast<std::int16_t>(pattern),
                              unit.exponents[group / in_row]);
        print(text + "\n");
      });
}

std::string name_code(const spec::FormatRow& row, int code) {
  if (code == 2 && row.code3 == spec::Code3::reserved) return "reserved 3";
  return code == 0 ? "0" : fmt::format("{:+}", code);
}

void print_code(const Unit& unit, const CodeAt& at, std::uint32_t& line) {
  const std::uint32_t columns = unit.row.columns;
  if (at.byte != line)
    print(fmt::format("{}  {:>6}  {:02x}  {:08b} ", line == ~0u ? "" : "\n", unit.offset + at.byte,
                      unit.bytes[at.byte], unit.bytes[at.byte]));
  line = at.byte;
  print(fmt::format("  ({},{}) {} -> {:.9g}", unit.region.n + at.element / columns,
                    unit.region.k + at.element % columns, name_code(unit.row, at.code),
                    unit.weights[at.element]));
}

void print_unit(const Unit& unit) {
  spec::Counts counts;
  reference::count_unit(unit.row, unit.bytes, unit.tensor.layout, unit.exponents, counts);
  print(fmt::format("{} unit of {} B at {}: rows {}-{}, columns {}-{}\n", unit.row.name,
                    unit.row.bytes, unit.offset, unit.region.n, unit.region.n + unit.row.rows - 1,
                    unit.region.k, unit.region.k + unit.row.columns - 1));
  print(
      fmt::format("reserved {}, code 3 {}, non-canonical {}, scales non-finite {} zero {} "
                  "subnormal {}\n",
                  counts.reserved, counts.code3, counts.non_canonical, counts.non_finite,
                  counts.zero, counts.subnormal));
  print_scales(unit);
  print("codes: offset, byte, bits, then (row,column) code -> weight, lowest bits first\n");
  std::uint32_t line = ~0u;
  reference::codec_of(unit.row.id)
      .visit_codes(unit.bytes, unit.tensor.layout,
                   [&](const CodeAt& at) { print_code(unit, at, line); });
  print("\n");
}

}  // namespace

int explain_unit(const convert::StoredTensor& tensor, const std::string& text) {
  const spec::FormatRow& row = spec::row_of(tensor.format);
  const auto grid = reference::grid_of(tensor.format, tensor.geometry);
  if (!grid) return report(grid.error(), "the tensor");
  const auto at = parse_pair(text);
  const std::uint64_t down = grid->units / grid->units_a_row;
  if (!at || at->n >= down || at->k >= grid->units_a_row) {
    complain(fmt::format("--tile: want R,C with R below {} and C below {}, got '{}'", down,
                         grid->units_a_row, for_terminal(text)));
    return kUsage;
  }
  const convert::Region region{at->n * row.rows, at->k * row.columns, row.rows, row.columns};
  convert::UnitReader reader(tensor, *grid);
  if (auto done = reader.load(region); !done) return report(done.error(), "the tensor");
  auto floats = convert::FloatReader::open(tensor);
  if (!floats) return report(floats.error(), "the tensor");
  if (auto done = floats->read(region); !done) return report(done.error(), "the tensor");
  std::vector<float> factor(row.groups());
  std::vector<float> addend(row.groups());
  reference::codec_of(row.id).scales(reader.unit(0, 0), tensor.layout, reader.exponents(0), factor,
                                     addend);
  print_unit({row, tensor, region, tensor.offset + reader.offset_of(0, 0), reader.unit(0, 0),
              reader.exponents(0), floats->floats(), std::move(factor)});
  return kConforms;
}

}  // namespace tritproof::cli
