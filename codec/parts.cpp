// SPDX-License-Identifier: Apache-2.0
#include "codec/parts.h"

#include <algorithm>
#include <bit>
#include <thread>

#include "codec/reference/refuse.h"

namespace tritproof::streaming {
namespace {

std::uint64_t pieces(std::uint64_t whole, std::uint64_t part) { return (whole + part - 1) / part; }

constexpr std::size_t kLine = 64;  // of the cache

// Read at once: a call for the few of each part costs more than reading what others need.
constexpr std::uint64_t kRowsOfExponents = 4096;

}  // namespace

Parts::Parts(spec::Geometry geometry, std::uint64_t row_bytes)
    : geometry_(geometry),
      rows_(spec::kTileRows),
      across_(pieces(geometry.k, kMostColumns)),
      down_(0) {
  if (across_ == 1)
    rows_ *= std::max<std::uint64_t>(1, kPartBytes / std::max<std::uint64_t>(1, row_bytes));
  down_ = pieces(geometry.n, rows_);
}

convert::Region Parts::at(std::uint64_t index) const {
  const std::uint64_t n = index / across_ * rows_;
  const std::uint64_t k = index % across_ * kMostColumns;
  return {n, k, std::min(rows_, geometry_.n - n), std::min(kMostColumns, geometry_.k - k)};
}

convert::Readable<void> PartReader::load(const convert::Region& part) {
  part_ = part;
  const std::uint64_t first = part.n / row_.rows * grid_.units_a_row + part.k / row_.columns;
  const std::uint64_t run = part.columns / row_.columns * row_.bytes;
  const std::uint64_t down = part.rows / row_.rows;
  bytes_.resize(down * run + kLine - 1);
  const auto units = std::span(bytes_).subspan(skew(), down * run);
  // Whole rows of units follow each other; parts of rows are read one by one.
  const bool contiguous = part.columns / row_.columns == grid_.units_a_row;
  const std::uint64_t runs = contiguous ? 1 : down;
  for (std::uint64_t i = 0; i < runs; ++i) {
    const std::uint64_t at = (first + i * grid_.units_a_row) * row_.bytes;
    const auto into = units.subspan(i * run, contiguous ? units.size() : run);
    if (auto done = tensor_.units->read(tensor_.offset + at, into); !done) return done;
  }
  return row_.side_table ? load_exponents(part) : convert::Readable<void>();
}

convert::Readable<void> PartReader::load_exponents(const convert::Region& part) {
  const std::uint64_t held = exponents_.size();
  if (part.n < first_row_ || part.n + part.rows > first_row_ + held) {
    const std::uint64_t rows =
        std::min(std::max(part.rows, kRowsOfExponents), tensor_.geometry.n - part.n);
    convert::Bytes raw(4 * rows);
    exponents_.clear();
    if (auto done = tensor_.ref->read(tensor_.ref_offset + 4 * part.n, raw); !done) return done;
    for (std::uint64_t r = 0; r < rows; ++r)
      exponents_.push_back(std::bit_cast<std::int32_t>(reference::load32(raw, 4 * r)));
    first_row_ = part.n;
  }
  return {};
}

std::size_t PartReader::skew() const {
  return -reinterpret_cast<std::uintptr_t>(bytes_.data()) % kLine;
}

fast::Band PartReader::band(std::uint64_t index) const {
  const std::uint64_t n = index * spec::kTileRows;
  const std::uint64_t pitch = part_.columns / row_.columns * row_.bytes;
  return {tensor_.format,
          tensor_.layout,
          bytes_.data() + skew() + n / row_.rows * pitch,
          std::min<std::uint64_t>(spec::kTileRows, part_.rows - n),
          part_.columns,
          pitch,
          row_.side_table ? exponents(index).data() : nullptr};
}

std::span<const std::int32_t> PartReader::exponents(std::uint64_t band) const {
  if (!row_.side_table) return {};
  const std::uint64_t row = part_.n - first_row_ + band * spec::kTileRows;
  return std::span(exponents_).subspan(row, spec::kTileRows);
}

bool PartReader::exponents_fit(const fast::Target& target, std::uint64_t band_index) const {
  if (!row_.side_table) return true;
  const auto e_ref = exponents(band_index);
  // Whatever the multipliers are, these fit: the usual ones, and it saves looking at them.
  if (std::ranges::all_of(
          e_ref, [](std::int32_t e) { return fast::exponent_fits(fast::kAllMagnitudes, e); }))
    return true;
  fast::Magnitudes seen;
  target.magnitudes(band(band_index), seen);
  for (std::size_t r = 0; r < e_ref.size(); ++r)
    if (!fast::exponent_fits(seen.of_row[r], e_ref[r])) return false;
  return true;
}

void on_threads(unsigned threads, const std::function<void()>& work) {
  std::vector<std::jthread> workers;
  for (unsigned i = 1; i < threads; ++i) workers.emplace_back(work);
  work();
}

const fast::Target& target_of(const fast::Target* wanted) {
  return wanted != nullptr ? *wanted : fast::targets().front();
}

}  // namespace tritproof::streaming
