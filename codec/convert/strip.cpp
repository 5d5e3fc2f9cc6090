// SPDX-License-Identifier: Apache-2.0
#include "codec/convert/strip.h"

#include <algorithm>
#include <bit>

#include "codec/reference/exponent.h"
#include "codec/reference/numbers.h"
#include "codec/reference/unit.h"

namespace tritproof::convert {

using Words = reference::Ledger::Description;
using spec::RefusalName;

StripReader::StripReader(const StoredTensor& tensor, const reference::Grid& grid, bool multipliers,
                         bool clamp_plus2, reference::Ledger& ledger)
    : reader_(tensor, grid),
      multipliers_(multipliers),
      clamp_plus2_(clamp_plus2),
      ledger_(nullptr),
      noted_(ledger),
      scale_bytes_(reader_.row().groups()),
      unit_codes_(reader_.row().elements()) {
  reference::codec_of(tensor.format)
      .visit_scales(tensor.layout, [this](std::uint32_t byte, std::uint32_t group) {
        scale_bytes_[group] = byte;
      });
}

spec::Place StripReader::scale_place(std::uint64_t n, std::uint64_t k) const {
  const spec::FormatRow& row = reader_.row();
  const std::uint64_t unit = n / row.rows * reader_.grid().units_a_row + k / row.columns;
  const std::uint64_t group =
      n % row.rows * (row.columns / row.group) + k % row.columns / row.group;
  const std::uint64_t first = k / row.group * row.group;
  return {unit * row.bytes + scale_bytes_[group], 0, n, first};
}

Readable<void> StripReader::read_scales(const Region& region, Strip& strip) {
  ledger_ = nullptr;
  if (auto done = reader_.load(region); !done) return done;
  read_patterns(region);
  strip.region = region;
  strip.scales.resize(region.rows * strip.groups());
  for (std::uint64_t r = 0; r < region.rows; ++r) merge_row(r, strip);
  return {};
}

Readable<void> StripReader::read(const Region& region, Strip& strip, Seen& seen) {
  if (auto done = read_codes(region, strip, seen); !done) return done;
  strip.scales.resize(region.rows * strip.groups());
  ledger_ = &noted_;
  for (std::uint64_t r = 0; r < region.rows; ++r) merge_row(r, strip);
  return {};
}

Readable<void> StripReader::read_codes(const Region& region, Strip& strip, Seen& seen) {
  if (auto done = reader_.load(region); !done) return done;
  read_patterns(region);
  note_rows(region);
  strip.region = region;
  strip.codes.resize(region.rows * region.columns);
  for (std::uint64_t i = 0; i < reader_.down(); ++i)
    for (std::uint64_t j = 0; j < reader_.across(); ++j) {
      unpack(i, j, strip, seen);
      reference::count_unit(reader_.row(), reader_.unit(i, j), reader_.tensor().layout,
                            reader_.exponents(i), seen.counts);
    }
  return {};
}

// Gathers the stored patterns of all units into rows.
void StripReader::read_patterns(const Region& region) {
  const spec::FormatRow& row = reader_.row();
  const std::uint64_t in_unit = row.columns / row.group;
  const std::uint64_t in_row = region.columns / row.group;
  std::array<std::uint16_t, reference::kMaxGroups> unit;
  patterns_.resize(region.rows * in_row);
  for (std::uint64_t i = 0; i < reader_.down(); ++i)
    for (std::uint64_t j = 0; j < reader_.across(); ++j) {
      reference::codec_of(row.id).patterns(reader_.unit(i, j), reader_.tensor().layout,
                                           std::span(unit).first(row.groups()));
      for (std::uint64_t r = 0; r < row.rows; ++r)
        std::copy_n(&unit[r * in_unit], in_unit,
                    &patterns_[(i * row.rows + r) * in_row + j * in_unit]);
    }
}

void StripReader::merge_row(std::uint64_t r, Strip& strip) {
  const Region& region = strip.region;
  const spec::FormatRow& row = reader_.row();
  const std::uint64_t in_row = region.columns / row.group;
  const std::span<const std::uint16_t> stored(&patterns_[r * in_row], in_row);
  const std::int32_t exponent = row.side_table ? reader_.exponents(r / row.rows)[r % row.rows] : 0;
  for (std::uint64_t g = 0; g < strip.groups(); ++g) {
    const std::uint64_t k = g * spec::kScaleGroup;
    const std::uint64_t many = std::max<std::uint64_t>(1, spec::kScaleGroup / row.group);
    strip.scales[r * strip.groups() + g] =
        merge_group(region.n + r, region.k + k, stored.subspan(k / row.group, many), exponent);
  }
  if (multipliers_) {
    strip.exponents.resize(region.rows);
    strip.exponents[r] = exponent;
  }
}

// One pattern for 128 k out of the stored ones; what stands in the way goes to the ledger.
std::uint16_t StripReader::merge_group(std::uint64_t n, std::uint64_t k,
                                       std::span<const std::uint16_t> group,
                                       std::int32_t exponent) {
  const spec::FormatRow& row = reader_.row();
  for (std::size_t s = 1; ledger_ != nullptr && s < group.size(); ++s)
    if (group[s] != group[0])  // CONV-3, CONV-7
      ledger_->add(row.side_table ? RefusalName::UnequalMultipliers : RefusalName::UnequalScales,
                   scale_place(n, k + s * row.group), [&] {
                     return Words{"the same 16 bits as at k " + std::to_string(k) + ", " +
                                      std::to_string(group[0]),
                                  std::to_string(group[s])};
                   });
  if (!row.side_table || multipliers_) return group[0];
  for (std::size_t s = 0; ledger_ != nullptr && s < group.size(); ++s)
    note_no_half(n, k + s * row.group, std::bit_cast<std::int16_t>(group[s]), exponent);
  return reference::half_of(std::bit_cast<std::int16_t>(group[0]), exponent).value_or(0);
}

// CONV-7: every stored multiplier must be a half, not only the first of four.
void StripReader::note_no_half(std::uint64_t n, std::uint64_t k, std::int16_t ms,
                               std::int32_t exponent) {
  if (reference::half_of(ms, exponent)) return;
  ledger_->add(RefusalName::ScaleNotRepresentable, scale_place(n, k), [&] {
    return Words{"a scale that is exactly an f16",
                 std::to_string(ms) + " * 2^" + std::to_string(exponent)};
  });
}

// PB16I-6, for every row of the region.
void StripReader::note_rows(const Region& region) {
  const spec::FormatRow& row = reader_.row();
  if (!row.side_table) return;
  const std::uint64_t in_row = region.columns / row.group;
  for (std::uint64_t r = 0; r < region.rows; ++r) {
    const std::int32_t exponent = reader_.exponents(r / row.rows)[r % row.rows];
    const std::span<const std::uint16_t> stored(&patterns_[r * in_row], in_row);
    if (std::ranges::any_of(stored, [exponent](std::uint16_t ms) {
          return !reference::power_scale_is_exact(std::bit_cast<std::int16_t>(ms), exponent);
        }))
      note_side_table(region.n + r, exponent);
  }
}

void StripReader::note_side_table(std::uint64_t n, std::int32_t exponent) {
  std::uint64_t& noted = refused_rows_[n % spec::kTileRows];
  if (noted == n + 1) return;  // a row counts once however wide it is
  noted = n + 1;
  noted_.add(RefusalName::SideTable, {reader_.grid().unit_bytes + 4 * n, 0, n, 0}, [exponent] {
    return Words{"an e_ref under which every scale is exactly a float",
                 "e_ref " + std::to_string(exponent)};
  });
}

void StripReader::unpack(std::uint64_t i, std::uint64_t j, Strip& strip, Seen& seen) {
  const spec::FormatRow& row = reader_.row();
  reference::codec_of(row.id).codes(reader_.unit(i, j), reader_.tensor().layout, unit_codes_);
  if (std::ranges::any_of(unit_codes_, [](int code) { return code < -1 || code > 1; }))
    note_codes(i, j, strip, seen);
  for (std::uint64_t r = 0; r < row.rows; ++r)
    std::copy_n(&unit_codes_[r * row.columns], row.columns,
                &strip.codes[(i * row.rows + r) * strip.region.columns + j * row.columns]);
}

// CONV-4, CONV-5, CONV-7: codes that no ternary tensor holds: reserved, +2 (clamped where asked),
// int4 beyond one.
void StripReader::note_codes(std::uint64_t i, std::uint64_t j, Strip& strip, Seen& seen) {
  const spec::FormatRow& row = reader_.row();
  const bool clamps = row.code3 == spec::Code3::plus_two && clamp_plus2_;  // CONV-6
  const RefusalName name = row.code3 == spec::Code3::reserved   ? RefusalName::ReservedCode
                           : row.code3 == spec::Code3::plus_two ? RefusalName::PlusTwo
                                                                : RefusalName::NotTernary;
  reference::codec_of(row.id).visit_codes(
      reader_.unit(i, j), reader_.tensor().layout, [&](const reference::CodeAt& at) {
        if (at.code >= -1 && at.code <= 1) return;
        const std::uint64_t n = strip.region.n + i * row.rows + at.element / row.columns;
        const std::uint64_t k = strip.region.k + j * row.columns + at.element % row.columns;
        unit_codes_[at.element] = 1;
        if (clamps) {
          ++seen.clamped;
          return;
        }
        noted_.add(name, {reader_.offset_of(i, j) + at.byte, at.bit, n, k}, [&] {
          return Words{"a code of -1, 0 or 1", row.code3 == spec::Code3::none
                                                   ? std::to_string(at.code)
                                                   : "the 2-bit pattern 3"};
        });
      });
}

}  // namespace tritproof::convert
