// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "codec/convert/convert.h"

namespace tritproof::convert {

/// Writes strips in the target's format; what the target cannot hold goes to the ledger.
class StripPacker {
 public:
  StripPacker(spec::Format target, const reference::Grid& grid, const StripReader& source,
              reference::Ledger& ledger)
      : row_(spec::row_of(target)), grid_(grid), source_(source), ledger_(ledger) {}

  /// `multipliers`: the strip's scales are multipliers already. `exponents`: e_ref of the strip's
  /// rows, for a target with a side table.
  Readable<void> write(const Strip& strip, bool multipliers,
                       std::span<const std::int32_t> exponents, UnitSink& sink);

 private:
  void fill_patterns(const Strip& strip, bool multipliers, std::span<const std::int32_t> exponents);
  std::uint16_t pattern_at(const Strip& strip, std::uint64_t r, std::uint64_t k);
  static std::uint16_t multiplier_at(const Strip& strip, std::uint64_t r, std::uint64_t k,
                                     std::int32_t e_ref);
  void note_scales(const Strip& strip, std::span<const std::int32_t> exponents);
  void pack_unit(const Strip& strip, std::uint64_t i, std::uint64_t j,
                 std::span<std::uint8_t> unit);

  const spec::FormatRow& row_;
  reference::Grid grid_;
  const StripReader& source_;  ///< holds the strip's stored scales still
  reference::Ledger& ledger_;
  std::vector<std::uint16_t> patterns_;  ///< of the strip: rows x columns / row.group
  Bytes bytes_;
};

}  // namespace tritproof::convert
