// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>

#include "codec/convert/stored.h"
#include "codec/fast/fast.h"

/// How streaming cuts a tensor into parts that fit the cache, and reads them.
namespace tritproof::streaming {

/// Columns of a part at most: a row of 32 x 65,536 weights is the widest that is made at once.
inline constexpr std::uint64_t kMostColumns = 65536;
/// Bytes of a part's wider side, unless one row of units is more.
inline constexpr std::uint64_t kPartBytes = 3u << 17;

/// The parts of an N x K tensor, all columns of a row of units before the next one.
class Parts {
 public:
  /// `row_bytes`: what 32 rows of the wider side take, whole K.
  Parts(spec::Geometry geometry, std::uint64_t row_bytes);

  [[nodiscard]] std::uint64_t count() const { return across_ * down_; }
  /// Whether every part holds whole rows.
  [[nodiscard]] bool whole_rows() const { return across_ == 1; }
  [[nodiscard]] convert::Region at(std::uint64_t index) const;

 private:
  spec::Geometry geometry_;
  std::uint64_t rows_;  ///< of a part, a multiple of 32
  std::uint64_t across_;
  std::uint64_t down_;
};

/// One side of the work: reads parts of a stored tensor.
class PartReader {
 public:
  PartReader(const convert::StoredTensor& tensor, const reference::Grid& grid)
      : tensor_(tensor), row_(spec::row_of(tensor.format)), grid_(grid) {}

  convert::Readable<void> load(const convert::Region& part);

  /// Rows of 32 that the part has; the last may be fewer for blocks.
  [[nodiscard]] std::uint64_t bands() const {
    return (part_.rows + spec::kTileRows - 1) / spec::kTileRows;
  }
  [[nodiscard]] fast::Band band(std::uint64_t index) const;
  /// e_ref of a band's rows; empty where the format has none.
  [[nodiscard]] std::span<const std::int32_t> exponents(std::uint64_t band) const;
  /// Whether every scale of the band is exactly a float (PB16I-6); trivially where no e_ref is.
  [[nodiscard]] bool exponents_fit(const fast::Target& target, std::uint64_t band) const;
  [[nodiscard]] const convert::Region& part() const { return part_; }

 private:
  convert::StoredTensor tensor_;
  const spec::FormatRow& row_;
  reference::Grid grid_;
  // Where the units begin in `bytes_`: on a cache line, as a vector that lies in two takes twice as
  // long to load.
  [[nodiscard]] std::size_t skew() const;
  convert::Readable<void> load_exponents(const convert::Region& part);

  convert::Region part_;
  convert::Bytes bytes_;
  std::vector<std::int32_t> exponents_;  ///< of rows from first_row_ on
  std::uint64_t first_row_ = 0;
};

/// Runs `work` on that many threads, this one among them, and waits for all.
void on_threads(unsigned threads, const std::function<void()>& work);

/// The kernels that the options ask for.
const fast::Target& target_of(const fast::Target* wanted);

}  // namespace tritproof::streaming
