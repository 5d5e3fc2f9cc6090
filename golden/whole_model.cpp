// SPDX-License-Identifier: Apache-2.0
#include "golden/whole_model.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>

#include "codec/streaming.h"
#include "golden/recipe.h"

namespace tritproof::golden {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Failed = std::optional<std::string>;

std::string words_of(const container::Failure& failure) {
  if (const auto* cannot = std::get_if<container::CannotRun>(&failure)) return cannot->what;
  const auto& refusal = std::get<spec::Refusal>(failure);
  return std::string(spec::row_of(refusal.name).name) + ": expected " + refusal.expected +
         ", got " + refusal.got;
}

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Appends what a conversion puts in order.
class FileSink : public convert::UnitSink {
 public:
  explicit FileSink(container::OutputFile& file) : file_(file) {}
  convert::Readable<void> put(std::uint64_t, std::span<const std::uint8_t> bytes) override {
    return file_.append(bytes);
  }

 private:
  container::OutputFile& file_;
};

// One image under way, its files in a folder of its own that goes with it.
class ImageRun {
 public:
  ImageRun(const fs::path& folder, std::uint64_t index, spec::Geometry geometry)
      : folder_(folder / std::to_string(index)), index_(index), geometry_(geometry) {}
  ImageRun(const ImageRun&) = delete;
  ImageRun& operator=(const ImageRun&) = delete;
  ~ImageRun() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  Failed run(ModelRun& tally) {
    const auto start = Clock::now();
    if (auto failed = make()) return failed;
    tally.make_seconds += since(start);
    const auto made = Clock::now();
    if (auto failed = convert_it()) return failed;
    tally.convert_seconds += since(made);
    const auto converted = Clock::now();
    if (auto failed = verify(tally)) return failed;
    tally.verify_seconds += since(converted);
    ++tally.images;
    tally.weights += geometry_.n * geometry_.k;
    tally.source_bytes += units_;
    tally.target_bytes += target_;
    return std::nullopt;
  }

  [[nodiscard]] std::uint64_t disk() const { return units_ + 4 * geometry_.n + target_; }

 private:
  [[nodiscard]] fs::path image() const { return folder_ / "image.pb16i"; }
  [[nodiscard]] fs::path table() const { return folder_ / "image.ref"; }
  [[nodiscard]] fs::path tiles() const { return folder_ / "image.t2"; }

  Failed make() {
    const std::string seed = "model/" + std::to_string(index_);
    const Recipe recipe{{{Image{spec::Format::pb16i, geometry_, Trits{seed + "/codes"},
                                FromTable{"f16-ordinary", seed + "/scales"}}}},
                        {}};
    const auto bytes = make_bytes(recipe, {});
    if (!bytes) return bytes.error();
    units_ = bytes->size() - 4 * geometry_.n;
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error) return folder_.string() + ": " + error.message();
    const std::span<const std::uint8_t> all(*bytes);
    if (auto failed = write(image(), all.first(units_))) return failed;
    return write(table(), all.subspan(units_));
  }

  static Failed write(const fs::path& path, std::span<const std::uint8_t> bytes) {
    auto file = container::OutputFile::create(path);
    if (!file) return file.error().what;
    auto done = (*file)->append(bytes);
    if (done) done = (*file)->commit();
    if (!done) return done.error().what;
    return std::nullopt;
  }

  // Both sides as they lie on the disk; what cannot be opened is the error.
  Failed open_source() {
    auto units = container::file_source(image());
    auto ref = container::file_source(table());
    if (!units || !ref) return (units ? ref.error() : units.error()).what;
    source_ = *std::move(units);
    ref_ = *std::move(ref);
    return std::nullopt;
  }

  [[nodiscard]] convert::StoredTensor stored() const {
    return {
        spec::Format::pb16i, spec::Layout::standard, geometry_, source_.get(), 0, ref_.get(), 0};
  }

  Failed convert_it() {
    if (auto failed = open_source()) return failed;
    auto file = container::OutputFile::create(tiles());
    if (!file) return file.error().what;
    FileSink sink(**file);
    const auto seen = streaming::convert(stored(), spec::Format::t2, {}, sink, nullptr, {});
    if (!seen) return words_of(seen.error());
    if (auto done = (*file)->commit(); !done) return done.error().what;
    return std::nullopt;
  }

  Failed verify(ModelRun& tally) {
    const auto target = container::file_source(tiles());
    if (!target) return target.error().what;
    target_ = (*target)->size();
    const convert::StoredTensor b{
        spec::Format::t2, spec::Layout::standard, geometry_, target->get(), 0, nullptr, 0};
    const auto result = streaming::compare(stored(), b, {});
    if (!result) return words_of(result.error());
    if (result->equal()) ++tally.exact;
    return std::nullopt;
  }

  fs::path folder_;
  std::uint64_t index_;
  spec::Geometry geometry_;
  std::uint64_t units_ = 0;
  std::uint64_t target_ = 0;
  std::unique_ptr<container::Source> source_;
  std::unique_ptr<container::Source> ref_;
};

void add(const ModelRun& from, ModelRun& to) {
  to.images += from.images;
  to.exact += from.exact;
  to.weights += from.weights;
  to.source_bytes += from.source_bytes;
  to.target_bytes += from.target_bytes;
  to.make_seconds += from.make_seconds;
  to.convert_seconds += from.convert_seconds;
  to.verify_seconds += from.verify_seconds;
}

// What the threads share.
struct Shared {
  const ModelOptions& options;
  std::span<const spec::Geometry> images;
  const std::function<bool(std::uint64_t)>& step;
  std::atomic<std::uint64_t> next = 0;
  std::mutex mutex;
  ModelRun total;
  std::uint64_t disk = 0;
  Failed failed;
};

void work(Shared& shared) {
  for (std::uint64_t i = shared.next++; i < shared.images.size(); i = shared.next++) {
    ModelRun mine;
    ImageRun image(shared.options.folder, i, shared.images[i]);
    const Failed failed = image.run(mine);
    const std::lock_guard held(shared.mutex);
    add(mine, shared.total);
    shared.disk = std::max(shared.disk, image.disk());
    if (failed) shared.failed = "image " + std::to_string(i) + ": " + *failed;
    if (shared.failed) return;
    if (!shared.step(shared.total.images)) shared.next = shared.images.size();
  }
}

}  // namespace

std::vector<spec::Geometry> whole_model() {
  std::vector<spec::Geometry> images;
  for (int layer = 0; layer < 64; ++layer) {
    images.insert(images.end(), {{17408, 5120}, {17408, 5120}, {5120, 17408}});
    // Every fourth layer attends in full, the others do not: 16 and 48 of them.
    if (layer % 4 == 3)
      images.insert(images.end(),
                    {{6144, 5120}, {6144, 5120}, {1024, 5120}, {1024, 5120}, {5120, 6144}});
    else
      images.insert(images.end(), {{10240, 5120}, {6144, 5120}, {5120, 6144}});
  }
  images.insert(images.end(), 15, {17408, 5120});
  return images;
}

std::expected<ModelRun, std::string> run_whole_model(
    const ModelOptions& options, const std::function<bool(std::uint64_t)>& step) {
  const std::vector<spec::Geometry> all = whole_model();
  const auto images = std::span(all).first(std::min<std::uint64_t>(options.images, all.size()));
  if (images.empty()) return std::unexpected("no image was asked for");
  Shared shared{options, images, step, 0, {}, {}, 0, {}};
  {
    std::vector<std::jthread> workers;
    for (unsigned i = 1; i < options.threads; ++i) workers.emplace_back([&] { work(shared); });
    work(shared);
  }
  if (shared.failed) return std::unexpected(*shared.failed);
  // The largest image of every thread may stand on the disk at the same time.
  shared.total.peak_disk = shared.disk * std::max(1u, options.threads);
  return shared.total;
}

}  // namespace tritproof::golden
