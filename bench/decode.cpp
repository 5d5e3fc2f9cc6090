// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "bench/data.h"
#include "bench/ggml.h"
#include "bench/job.h"
#include "bench/sizes.h"
#include "codec/subjects.h"
#include "hw/ggml/library.h"

namespace tritproof::bench {
namespace {

// What is decoded at a time: one band in cache, a large tensor's bands one after the other beyond.
struct Shape {
  spec::Geometry band;
  std::uint64_t bands_at_once = 1;
  std::uint64_t bands = 1;      ///< that the input has; more than one even in cache
  std::uint64_t different = 1;  ///< of these
};

Shape shape_of(const spec::FormatRow& row, std::uint64_t weights) {
  if (weights > 4 * kMiB) {
    const spec::Geometry band{32, 5120};
    const std::uint64_t bands = weights / (band.n * band.k);
    return {band, bands, bands, std::min<std::uint64_t>(bands, 16)};
  }
  // Inputs take turns, 256 Ki weights in all. Blocks have no shape: one row of them. Tiles write
  // one stretch of memory, as the limit does: rows of more columns meet fewer sets of the cache
  // (limit/store-tiles).
  if (!row.is_tile()) {
    const std::uint64_t turns = std::max<std::uint64_t>(4, 256 * kKiB / weights);
    return {{1, weights}, 1, turns, turns};
  }
  const spec::Geometry tile{row.rows, row.columns};
  const std::uint64_t at_once = weights / (tile.n * tile.k);
  const std::uint64_t tiles = std::max<std::uint64_t>(4 * at_once, 256 * kKiB / (tile.n * tile.k));
  return {tile, at_once, tiles, tiles};
}

// Inputs, where the output goes, and whose turn it is.
template <class Word>
struct Decoding {
  Banded input;
  Shape shape;
  Lines<Word> out;
  std::uint64_t turn = 0;

  Decoding(const spec::FormatRow& row, std::uint64_t weights)
      : shape(shape_of(row, weights)), out(weights) {
    input = banded(row.id, shape.band, shape.bands, shape.different);
  }

  [[nodiscard]] std::uint64_t per_band() const { return shape.band.n * shape.band.k; }

  template <class Decode>
  void step(const Decode& decode) {
    for (std::uint64_t i = 0; i < shape.bands_at_once; ++i) {
      decode(input, turn, out.data() + i * per_band());
      turn = (turn + 1) % shape.bands;
    }
  }

  // The last band written, against the reference.
  [[nodiscard]] bool right() const {
    const std::uint64_t last = (turn + shape.bands - 1) % shape.bands;
    const Bytes payload = input.payload(last);
    Request request{spec::Op::decode, input.format, {}, shape.band, 0, payload, 0};
    request.flags.bf16 = sizeof(Word) == 2;
    const auto reference = make_reference_subject();
    const Outcome expected = reference->answer(request);
    const auto* bytes = std::get_if<Bytes>(&expected);
    return bytes != nullptr && bytes->size() == per_band() * sizeof(Word) &&
           std::memcmp(bytes->data(), out.data() + (shape.bands_at_once - 1) * per_band(),
                       bytes->size()) == 0;
  }
};

template <class Word, class Decode>
std::unique_ptr<Work> decoding(const spec::FormatRow& row, std::uint64_t bytes,
                               const Decode& decode) {
  const std::uint64_t weights = bytes / sizeof(Word);
  auto state = std::make_shared<Decoding<Word>>(row, weights);
  auto work = std::make_unique<Work>();
  work->once = [state, decode] { state->step(decode); };
  work->right = [state] { return state->right(); };
  work->weights = state->per_band() * state->shape.bands_at_once;
  work->bytes_in = unit_bytes(row.id, state->shape.band) * state->shape.bands_at_once;
  work->bytes_out = work->weights * sizeof(Word);
  work->limit_bytes = work->bytes_out;
  return work;
}

void add_fast(const spec::FormatRow& row, std::uint64_t bytes, Jobs& jobs) {
  for (const fast::Target& target : fast::targets()) {
    const std::string tail = "/fast-" + std::string(target.name) + "/" + size_name(bytes);
    jobs.push_back({"decode/" + std::string(row.name) + tail, store_limit(target.name, bytes),
                    [&row, bytes, &target] {
                      return decoding<float>(
                          row, bytes, [&target](const Banded& from, std::uint64_t i, float* out) {
                            target.decode_f32(from.band(i), out, from.geometry.k);
                          });
                    },
                    in_small(target.name)});
    jobs.push_back({"decode-bf16/" + std::string(row.name) + tail, store_limit(target.name, bytes),
                    [&row, bytes, &target] {
                      return decoding<std::uint16_t>(
                          row, bytes,
                          [&target](const Banded& from, std::uint64_t i, std::uint16_t* out) {
                            target.decode_bf16(from.band(i), out, from.geometry.k);
                          });
                    },
                    false});
  }
}

// Through the same door as everybody: a request and an answer in memory of its own.
void add_subject(const spec::FormatRow& row, std::uint64_t bytes, std::string_view name,
                 Jobs& jobs) {
  jobs.push_back(
      {"decode/" + std::string(row.name) + "/" + std::string(name) + "/" + size_name(bytes),
       store_limit("", bytes), [&row, bytes, name] {
         const std::shared_ptr<Subject> subject = make_subject(name);
         return decoding<float>(
             row, bytes, [subject](const Banded& from, std::uint64_t i, float* out) {
               const Bytes payload = from.payload(i);
               const Outcome answer = subject->answer(
                   {spec::Op::decode, from.format, {}, from.geometry, 0, payload, 0});
               if (const auto* words = std::get_if<Bytes>(&answer))
                 std::memcpy(out, words->data(), words->size());
             });
       }});
}

void add_ggml(const spec::FormatRow& row, std::uint64_t bytes, const std::string& path,
              std::string_view name, Jobs& jobs) {
  if (path.empty() || !ggml::type_named(row.name)) return;
  jobs.push_back(
      {"decode/" + std::string(row.name) + "/" + std::string(name) + "/" + size_name(bytes),
       store_limit("", bytes), [&row, bytes, path]() -> std::unique_ptr<Work> {
         const ggml::DequantizeRow decode = ggml_decoder(path, row.name);
         if (decode == nullptr) return nullptr;
         return decoding<float>(row, bytes,
                                [decode](const Banded& from, std::uint64_t i, float* out) {
                                  const fast::Band band = from.band(i);
                                  for (std::size_t r = 0; r < band.rows; ++r)
                                    decode(band.units + r * band.pitch, out + r * band.columns,
                                           static_cast<std::int64_t>(band.columns));
                                });
       }});
}

}  // namespace

void add_decodes(const Settings& settings, Jobs& jobs) {
  for (const std::uint64_t bytes : output_sizes(settings))
    for (const spec::FormatRow& row : spec::kFormats) {
      add_fast(row, bytes, jobs);
      add_ggml(row, bytes, settings.ggml, "ggml", jobs);
      add_ggml(row, bytes, settings.ggml_native, "ggml-native", jobs);
      if (bytes > kMiB) continue;
      add_subject(row, bytes, "reference", jobs);
      add_subject(row, bytes, "second", jobs);
    }
}

}  // namespace tritproof::bench
