// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "bench/data.h"
#include "bench/job.h"
#include "bench/sizes.h"
#include "codec/streaming.h"

namespace tritproof::bench {
namespace {

namespace fs = std::filesystem;

// A pb16i image and its t2 on the disk, in the page cache from having been written.
class Pair {
 public:
  Pair(const std::string& folder, std::uint64_t rows)
      : folder_(fs::path(folder) / ("tritproof-bench-" + std::to_string(::getpid()))),
        geometry_{rows, 5120} {
    fs::create_directories(folder_);
    const spec::Geometry band{spec::kTileRows, geometry_.k};
    const Banded image = banded(spec::Format::pb16i, band, 16, 16);
    write(image);
    open("a.pb16i", units_);
    open("a.ref", ref_);
    open("b.t2", tiles_);
  }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;
  ~Pair() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  [[nodiscard]] convert::StoredTensor a() const {
    return {spec::Format::pb16i, spec::Layout::standard, geometry_, units_.get(), 0, ref_.get(), 0};
  }
  [[nodiscard]] convert::StoredTensor b() const {
    return {spec::Format::t2, spec::Layout::standard, geometry_, tiles_.get(), 0, nullptr, 0};
  }
  [[nodiscard]] bool complete() const { return units_ && ref_ && tiles_; }
  [[nodiscard]] std::uint64_t bytes() const { return units_->size() + tiles_->size(); }
  [[nodiscard]] std::uint64_t weights() const { return geometry_.n * geometry_.k; }

  // What anybody must do who reads both files: read() in steps of 1 MiB, nothing else.
  void read(unsigned threads) const {
    std::atomic<std::uint64_t> next = 0;
    const auto work = [&] {
      Bytes part(kMiB);
      for (std::uint64_t at = next++ * kMiB; at < bytes(); at = next++ * kMiB) {
        const bool first = at < units_->size();
        const container::Source& from = first ? *units_ : *tiles_;
        const std::uint64_t start = first ? at : at - units_->size();
        if (start >= from.size()) continue;
        const auto size = std::min<std::uint64_t>(kMiB, from.size() - start);
        (void)from.read(start, std::span(part).first(size));
      }
    };
    std::vector<std::jthread> workers;
    for (unsigned i = 1; i < threads; ++i) workers.emplace_back(work);
    work();
  }

 private:
  // Bands in turn, so that a file of any size takes the memory of a few.
  void write(const Banded& image) const {
    const std::uint64_t image_band = unit_bytes(spec::Format::pb16i, image.geometry);
    const std::uint64_t tiles_band = unit_bytes(spec::Format::t2, image.geometry);
    Bytes tiles(tiles_band);
    auto units = container::OutputFile::create(folder_ / "a.pb16i");
    auto ref = container::OutputFile::create(folder_ / "a.ref");
    auto target = container::OutputFile::create(folder_ / "b.t2");
    if (!units || !ref || !target) return;
    for (std::uint64_t i = 0; i < geometry_.n / spec::kTileRows; ++i) {
      const std::uint64_t turn = i % image.bands;
      const Bytes payload = image.payload(turn);
      fast::targets().front().convert(image.band(turn), {spec::Format::t2, false, nullptr},
                                      tiles.data());
      const std::span<const std::uint8_t> all(payload);
      if (!(*units)->append(all.first(image_band)) || !(*ref)->append(all.subspan(image_band)) ||
          !(*target)->append(tiles))
        return;
    }
    (void)(*units)->commit();
    (void)(*ref)->commit();
    (void)(*target)->commit();
  }
  void open(const std::string& name, std::unique_ptr<container::Source>& into) const {
    if (auto source = container::file_source(folder_ / name)) into = *std::move(source);
  }

  fs::path folder_;
  spec::Geometry geometry_;
  std::unique_ptr<container::Source> units_;
  std::unique_ptr<container::Source> ref_;
  std::unique_ptr<container::Source> tiles_;
};

std::string threads_name(unsigned threads) { return "/" + std::to_string(threads) + "-threads"; }

// Made by the first job that needs it, kept for the others, removed at the end.
std::shared_ptr<Pair> the_pair(const Settings& settings) {
  static const auto kept =
      std::make_shared<Pair>(settings.folder, settings.small ? 149504 : 1495040);
  return kept->complete() ? kept : nullptr;
}

void add_reading(const Settings& settings, unsigned threads, Jobs& jobs) {
  jobs.push_back({"limit/read" + threads_name(threads), "", [settings, threads] {
                    const auto pair = the_pair(settings);
                    if (!pair) return std::unique_ptr<Work>();
                    auto work = std::make_unique<Work>();
                    work->once = [pair, threads] { pair->read(threads); };
                    work->right = [] { return true; };
                    work->bytes_in = pair->bytes();
                    work->limit_bytes = work->bytes_in;
                    return work;
                  }});
}

void add_verify(const Settings& settings, const fast::Target& target, fast::Path path,
                unsigned threads, Jobs& jobs) {
  const std::string name = "verify/pb16i-t2/" +
                           std::string(path == fast::Path::floats ? "floats" : "codes") + "/fast-" +
                           std::string(target.name) + threads_name(threads);
  jobs.push_back({name, "limit/read" + threads_name(threads),
                  [=, &target] {
                    const auto pair = the_pair(settings);
                    if (!pair) return std::unique_ptr<Work>();
                    const streaming::Options how{&target, path, threads};
                    auto work = std::make_unique<Work>();
                    const auto compared = [pair, how] {
                      return streaming::compare(pair->a(), pair->b(), how);
                    };
                    work->once = [compared] { (void)compared(); };
                    work->right = [compared, pair] {
                      const auto result = compared();
                      return result && result->equal() && result->weights == pair->weights();
                    };
                    work->weights = pair->weights();
                    work->bytes_in = pair->bytes();
                    work->limit_bytes = work->bytes_in;
                    return work;
                  },
                  in_small(target.name)});
}

}  // namespace

void add_verifies(const Settings& settings, Jobs& jobs) {
  const unsigned most = std::max(1u, std::thread::hardware_concurrency());
  std::vector<unsigned> counts{1};
  if (most > 1) counts.push_back(2);
  for (const unsigned threads : counts) {
    add_reading(settings, threads, jobs);
    for (const fast::Target& target : fast::targets())
      if (target.width >= 32)
        for (const fast::Path path : {fast::Path::floats, fast::Path::codes})
          add_verify(settings, target, path, threads, jobs);
  }
}

}  // namespace tritproof::bench
