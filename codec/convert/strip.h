// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "codec/convert/stored.h"
#include "codec/reference/ledger.h"
#include "codec/reference/refuse.h"

namespace tritproof::convert {

/// A region in the form that all conversions share: ternary codes, and one 16-bit scale pattern per
/// 128 k (CONV-2, CONV-8). Between pb16i and t2s the patterns are multipliers, else f16.
struct Strip {
  Region region;
  std::vector<std::int8_t> codes;       ///< rows x columns, in {-1, 0, 1}
  std::vector<std::uint16_t> scales;    ///< rows x columns / 128
  std::vector<std::int32_t> exponents;  ///< a row, where the patterns are multipliers

  [[nodiscard]] std::uint64_t groups() const { return region.columns / spec::kScaleGroup; }
};

/// What a conversion saw in its source.
struct Seen {
  spec::Counts counts;
  std::uint64_t clamped = 0;  ///< codes
};

/// Brings regions of a stored tensor into the shared form; what the rules refuse goes to the
/// ledger.
class StripReader {
 public:
  /// `multipliers`: keep multipliers as they are (the target has a side table too).
  StripReader(const StoredTensor& tensor, const reference::Grid& grid, bool multipliers,
              bool clamp_plus2, reference::Ledger& ledger);

  /// Scales only, noting nothing: the first pass over a row's exponents.
  Readable<void> read_scales(const Region& region, Strip& strip);
  Readable<void> read(const Region& region, Strip& strip, Seen& seen);

  /// The codes and the side table of a region alone, noted like those of read() (CONV-9). The units
  /// stay loaded.
  Readable<void> read_codes(const Region& region, Strip& strip, Seen& seen);
  [[nodiscard]] const UnitReader& units() const { return reader_; }

  /// The pattern that the source stores for row r and column k of the region.
  [[nodiscard]] std::uint16_t stored_scale(std::uint64_t r, std::uint64_t k) const {
    const std::uint64_t group = reader_.row().group;
    return patterns_[r * (reader_.region().columns / group) + k / group];
  }

  /// Where the source stores the scale that serves (n, k).
  [[nodiscard]] spec::Place scale_place(std::uint64_t n, std::uint64_t k) const;

 private:
  void read_patterns(const Region& region);
  void unpack(std::uint64_t i, std::uint64_t j, Strip& strip, Seen& seen);
  void note_codes(std::uint64_t i, std::uint64_t j, Strip& strip, Seen& seen);
  void merge_row(std::uint64_t r, Strip& strip);
  std::uint16_t merge_group(std::uint64_t n, std::uint64_t k, std::span<const std::uint16_t> group,
                            std::int32_t exponent);
  void note_no_half(std::uint64_t n, std::uint64_t k, std::int16_t ms, std::int32_t exponent);
  void note_rows(const Region& region);
  void note_side_table(std::uint64_t n, std::int32_t exponent);

  UnitReader reader_;
  bool multipliers_;
  bool clamp_plus2_;
  reference::Ledger* ledger_;  ///< null while nothing is to be noted
  reference::Ledger& noted_;
  std::vector<std::uint32_t> scale_bytes_;  ///< offset in a unit, by group
  std::vector<std::uint16_t> patterns_;     ///< of the region: rows x columns / row.group
  std::vector<std::int8_t> unit_codes_;
  std::array<std::uint64_t, spec::kTileRows> refused_rows_{};  ///< n + 1 of the last one noted
};

}  // namespace tritproof::convert
