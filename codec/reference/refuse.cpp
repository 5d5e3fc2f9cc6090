// SPDX-License-Identifier: Apache-2.0
#include "codec/reference/refuse.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>

#include "codec/reference/ledger.h"
#include "codec/reference/numbers.h"
#include "codec/reference/unit.h"

namespace tritproof::reference {

using spec::RefusalName;

std::unexpected<spec::Refusal> refuse(RefusalName name, std::string expected, std::string got) {
  return std::unexpected(spec::Refusal{name, 1, {}, {}, std::move(expected), std::move(got)});
}

std::unexpected<spec::Refusal> refuse_size(std::uint64_t expected, std::uint64_t got) {
  return refuse(RefusalName::Size, std::to_string(expected) + " bytes",
                std::to_string(got) + " bytes");
}

namespace {

// Whether row r of a unit holds a multiplier that its exponent takes out of float's exact range.
bool out_of_range(std::span<const std::uint16_t> row_patterns, std::int32_t exponent) {
  return std::ranges::any_of(row_patterns, [exponent](std::uint16_t pattern) {
    return !power_scale_is_exact(std::bit_cast<std::int16_t>(pattern), exponent);
  });
}

}  // namespace

spec::Result<void> check_side_table(const TensorView& tensor) {
  const spec::FormatRow& row = *tensor.row;
  const std::uint32_t groups_a_row = row.columns / row.group;
  std::vector<bool> refused(tensor.geometry.n);
  std::array<std::uint16_t, kMaxGroups> patterns;
  for (std::uint64_t u = 0; u < tensor.grid.units; ++u) {
    codec_of(row.id).patterns(tensor.unit(u), tensor.layout,
                              std::span(patterns).first(row.groups()));
    const std::uint64_t n0 = tensor.grid.origin(row, u).n;
    for (std::uint32_t r = 0; r < row.rows; ++r)
      if (out_of_range(std::span(patterns).subspan(r * groups_a_row, groups_a_row),
                       tensor.exponents[n0 + r]))
        refused[n0 + r] = true;
  }
  Ledger ledger;
  for (std::uint64_t n = 0; n < tensor.geometry.n; ++n)
    if (refused[n])
      ledger.add(RefusalName::SideTable, {tensor.grid.unit_bytes + 4 * n, 0, n, 0}, [&] {
        return Ledger::Description{"an e_ref under which every scale is exactly a float",
                                   "e_ref " + std::to_string(tensor.exponents[n])};
      });
  return verdict(ledger);
}

spec::Result<void> refuse_reserved(const TensorView& tensor, std::uint64_t base) {
  const spec::FormatRow& row = *tensor.row;
  Ledger ledger;
  for (std::uint64_t u = 0; u < tensor.grid.units; ++u) {
    const auto [n, k] = tensor.grid.origin(row, u);
    codec_of(row.id).visit_codes(tensor.unit(u), tensor.layout, [&](const CodeAt& at) {
      if (at.code != 2) return;
      ledger.add(RefusalName::ReservedCode,
                 {base + u * row.bytes + at.byte, at.bit, n + at.element / row.columns,
                  k + at.element % row.columns},
                 [] {
                   return Ledger::Description{"a code 0, 1 or 2", "the reserved code 3"};
                 });
    });
  }
  return verdict(ledger);
}

std::string describe_half(std::uint16_t pattern) {
  std::array<char, 40> text;
  std::snprintf(text.data(), text.size(), "0x%04x (%.9g)", pattern,
                static_cast<double>(half_to_float(pattern)));
  return text.data();
}

}  // namespace tritproof::reference
