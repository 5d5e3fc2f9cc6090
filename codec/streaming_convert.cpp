// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <condition_variable>
#include <mutex>

#include "codec/parts.h"
#include "codec/reference/refuse.h"
#include "codec/streaming.h"

namespace tritproof::streaming {
namespace {

using container::CannotRun;
using convert::Bytes;
using convert::Seen;
using convert::StoredTensor;

// Takes nothing: a conversion that will be refused writes nowhere.
class NoSink : public convert::UnitSink {
 public:
  convert::Readable<void> put(std::uint64_t, std::span<const std::uint8_t>) override { return {}; }
};

// What the threads share. Parts are made in any order and written in theirs.
struct Shared {
  const fast::Target& target;
  const Parts& parts;
  const spec::FormatRow& to;
  bool clamp;
  convert::UnitSink& units;
  convert::UnitSink* ref;
  std::atomic<std::uint64_t> next = 0;
  std::mutex mutex;
  std::condition_variable turn;
  std::uint64_t written = 0;  ///< parts
  std::uint64_t at = 0;       ///< bytes
  Seen seen;
  std::optional<CannotRun> trouble;
  bool refused = false;  ///< convert::convert has the words

  [[nodiscard]] bool stopped() const { return trouble || refused; }
};

class Worker {
 public:
  Worker(Shared& shared, const StoredTensor& source, const reference::Grid& grid)
      : shared_(shared), from_(spec::row_of(source.format)), reader_(source, grid) {}

  void run() {
    for (std::uint64_t i = shared_.next++; i < shared_.parts.count(); i = shared_.next++) {
      const bool made = make(shared_.parts.at(i));
      if (!write(i, made)) return;
    }
  }

 private:
  bool make(const convert::Region& part) {
    if (auto done = reader_.load(part); !done) {
      trouble_ = done.error();
      return false;
    }
    const std::uint64_t tiles = part.columns / shared_.to.columns;
    out_.resize(part.rows / shared_.to.rows * tiles * shared_.to.bytes);
    exponents_.assign(shared_.to.side_table ? part.rows : 0, fast::kNoExponent);
    seen_ = {};
    for (std::uint64_t band = 0; band < reader_.bands(); ++band)
      if (!make_band(band, &out_[band * tiles * shared_.to.bytes])) return false;
    return true;
  }

  bool make_band(std::uint64_t index, std::uint8_t* out) {
    if (!reader_.exponents_fit(shared_.target, index)) return false;
    const fast::Band band = reader_.band(index);
    shared_.target.count(band, seen_.counts);
    std::int32_t* mine = shared_.to.side_table ? &exponents_[index * spec::kTileRows] : nullptr;
    if (mine != nullptr && from_.side_table) {
      std::ranges::copy(reader_.exponents(index), mine);  // CONV-3: pb16i and t2s share them
    } else if (mine != nullptr) {
      shared_.target.exponents(band, mine);
      std::transform(mine, mine + band.rows, mine, fast::e_ref_of);  // PB16I-7
    }
    const fast::Converted done =
        shared_.target.convert(band, {shared_.to.id, shared_.clamp, mine}, out);
    seen_.clamped += done.clamped;
    return done.obstacles == 0;
  }

  // Waits for its turn; false once nothing more is to be written.
  bool write(std::uint64_t index, bool made) {
    std::unique_lock held(shared_.mutex);
    shared_.turn.wait(held, [&] { return shared_.written == index || shared_.stopped(); });
    if (!shared_.stopped()) {
      if (made)
        put();
      else if (trouble_)
        shared_.trouble = trouble_;
      else
        shared_.refused = true;
      ++shared_.written;
    }
    shared_.turn.notify_all();
    return !shared_.stopped();
  }

  void put() {
    if (!exponents_.empty()) {
      Bytes raw(4 * exponents_.size());
      for (std::size_t r = 0; r < exponents_.size(); ++r)
        reference::store32(raw, 4 * r, std::bit_cast<std::uint32_t>(exponents_[r]));
      if (auto done = shared_.ref->put(4 * reader_.part().n, raw); !done)
        shared_.trouble = done.error();
    }
    if (auto done = shared_.units.put(shared_.at, out_); !done) shared_.trouble = done.error();
    shared_.at += out_.size();
    shared_.seen.clamped += seen_.clamped;
    add(seen_.counts, shared_.seen.counts);
  }

  static void add(const spec::Counts& from, spec::Counts& to) {
    to.reserved += from.reserved;
    to.code3 += from.code3;
    to.non_canonical += from.non_canonical;
    to.non_finite += from.non_finite;
    to.zero += from.zero;
    to.subnormal += from.subnormal;
  }

  Shared& shared_;
  const spec::FormatRow& from_;
  PartReader reader_;
  Bytes out_;
  std::vector<std::int32_t> exponents_;
  Seen seen_;
  std::optional<CannotRun> trouble_;
};

}  // namespace

container::Loaded<Seen> convert(const StoredTensor& source, spec::Format target,
                                const convert::Options& how, convert::UnitSink& units,
                                convert::UnitSink* ref, const Options& options) {
  if (auto size = convert::target_size(source.format, target, source.geometry); !size)
    return std::unexpected(size.error());
  const auto grid = reference::grid_of(source.format, source.geometry);
  if (!grid) return std::unexpected(grid.error());
  const spec::FormatRow& to = spec::row_of(target);
  const Parts parts(source.geometry, spec::kTileRows * source.geometry.k / 2);
  if (!fast::converts(source.format, target) || !parts.whole_rows())
    return convert::convert(source, target, how, units, ref);
  Shared shared{target_of(options.target),
                parts,
                to,
                how.clamp_plus2,
                units,
                ref,
                0,
                {},
                {},
                0,
                0,
                {},
                {},
                false};
  on_threads(options.threads, [&] { Worker(shared, source, *grid).run(); });
  if (shared.trouble) return std::unexpected(*shared.trouble);
  if (!shared.refused) return shared.seen;
  NoSink nowhere;
  auto refusal = convert::convert(source, target, how, nowhere, &nowhere);
  if (refusal) return std::unexpected(CannotRun{"the fast conversion refused what it should not"});
  return refusal;
}

}  // namespace tritproof::streaming
