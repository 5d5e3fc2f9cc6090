// SPDX-License-Identifier: Apache-2.0
#include <mutex>

#include "codec/parts.h"
#include "codec/reference/numbers.h"
#include "codec/streaming.h"

namespace tritproof::streaming {
namespace {

using container::Failure;
using convert::Comparison;
using convert::StoredTensor;

// What the threads share.
struct Shared {
  const Options& options;
  const fast::Target& target;
  const Parts& parts;
  std::atomic<std::uint64_t> next = 0;
  std::atomic<bool> stop = false;
  std::mutex mutex;
  Comparison total;
  std::optional<Failure> trouble;
  bool side_table = false;  ///< an e_ref does not fit: convert::compare has the words
};

// One thread's work.
class Worker {
 public:
  Worker(Shared& shared, const StoredTensor& a, const reference::Grid& grid_a,
         const StoredTensor& b, const reference::Grid& grid_b)
      : shared_(shared), a_(a, grid_a), b_(b, grid_b) {}

  void run() {
    for (std::uint64_t i = shared_.next++; i < shared_.parts.count() && !shared_.stop;
         i = shared_.next++)
      if (!part(shared_.parts.at(i))) shared_.stop = true;
    const std::lock_guard held(shared_.mutex);
    shared_.total.weights += mine_.weights;
    shared_.total.differing += mine_.differing;
    shared_.total.reserved_a += mine_.reserved_a;
    shared_.total.reserved_b += mine_.reserved_b;
  }

 private:
  bool part(const convert::Region& region) {
    for (PartReader* side : {&a_, &b_})
      if (auto done = side->load(region); !done) {
        const std::lock_guard held(shared_.mutex);
        shared_.trouble = done.error();
        return false;
      }
    for (std::uint64_t band = 0; band < a_.bands(); ++band) {
      if (!a_.exponents_fit(shared_.target, band) || !b_.exponents_fit(shared_.target, band)) {
        const std::lock_guard held(shared_.mutex);
        shared_.side_table = true;
        return false;
      }
      compare_band(band);
    }
    mine_.weights += region.rows * region.columns;
    return true;
  }

  void compare_band(std::uint64_t band) {
    const fast::Comparison found =
        shared_.target.compare(a_.band(band), b_.band(band), shared_.options.path);
    mine_.differing += found.differing;
    mine_.reserved_a += found.reserved_a;
    mine_.reserved_b += found.reserved_b;
    if (found.differing != 0 && may_be_first(band)) find_first(band);
  }

  bool may_be_first(std::uint64_t band) {
    const std::lock_guard held(shared_.mutex);
    const auto& first = shared_.total.first;
    return !first || a_.part().n + band * spec::kTileRows <= first->n;
  }

  // The kernel's first is the first in a's order of storage; what is told is the lowest row.
  void find_first(std::uint64_t band) {
    const fast::Band left = a_.band(band);
    left_.resize(left.rows * left.columns);
    right_.resize(left_.size());
    shared_.target.decode_f32(left, left_.data(), left.columns);
    shared_.target.decode_f32(b_.band(band), right_.data(), left.columns);
    for (std::size_t i = 0; i < left_.size(); ++i) {
      const std::uint32_t x = reference::canonical_word(left_[i]);
      const std::uint32_t y = reference::canonical_word(right_[i]);
      if (x != y)
        return note_first({a_.part().n + band * spec::kTileRows + i / left.columns,
                           a_.part().k + i % left.columns, x, y});
    }
  }

  void note_first(const convert::Difference& found) {
    const std::lock_guard held(shared_.mutex);
    auto& first = shared_.total.first;
    if (!first || std::pair(found.n, found.k) < std::pair(first->n, first->k)) first = found;
  }

  Shared& shared_;
  PartReader a_;
  PartReader b_;
  std::vector<float> left_;
  std::vector<float> right_;
  Comparison mine_;
};

}  // namespace

container::Loaded<Comparison> compare(const StoredTensor& a, const StoredTensor& b,
                                      const Options& options) {
  const auto grid_a = reference::grid_of(a.format, a.geometry);
  const auto grid_b = reference::grid_of(b.format, b.geometry);
  if (!grid_a || !grid_b || a.geometry != b.geometry) return convert::compare(a, b);
  const auto row_bytes = [](const StoredTensor& side) {
    const spec::FormatRow& row = spec::row_of(side.format);
    return spec::kTileRows / row.rows * (side.geometry.k / row.columns) * row.bytes;
  };
  const Parts parts(a.geometry, std::max(row_bytes(a), row_bytes(b)));
  Shared shared{options, target_of(options.target), parts, 0, false, {}, {}, {}, false};
  on_threads(options.threads, [&] { Worker(shared, a, *grid_a, b, *grid_b).run(); });
  if (shared.trouble) return std::unexpected(*shared.trouble);
  if (shared.side_table) return convert::compare(a, b);
  return shared.total;
}

}  // namespace tritproof::streaming
