// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bench/data.h"
#include "bench/job.h"
#include "bench/sizes.h"
#include "codec/convert/convert.h"
#include "codec/reference/tensor.h"

namespace tritproof::bench {
namespace {

constexpr spec::Geometry kBand{32, 5120};
constexpr std::uint64_t kDifferent = 16;  // bands; 2.6 M weights that no predictor learns

std::string name_of(spec::Format format) { return std::string(spec::row_of(format).name); }

std::string tail(const fast::Target& target, std::uint64_t bytes) {
  return "/fast-" + std::string(target.name) + "/" + size_name(bytes);
}

// Bands until about that many bytes are moved, counted on the side that `each` is of.
std::uint64_t bands_for(std::uint64_t bytes, std::uint64_t each) {
  return std::max<std::uint64_t>(1, bytes / each);
}

// Tensors and where they go, moving on over all bands in one repetition.
struct Moving {
  Banded input;
  Bytes out;
  std::uint64_t out_band = 0;  ///< bytes
};

std::shared_ptr<Moving> moving(spec::Format from, std::uint64_t bands, std::uint64_t out_band) {
  auto state = std::make_shared<Moving>();
  state->input = banded(from, kBand, bands, kDifferent);
  state->out.resize(bands * out_band);
  state->out_band = out_band;
  return state;
}

std::unique_ptr<Work> work_on(const std::shared_ptr<Moving>& state) {
  auto work = std::make_unique<Work>();
  work->weights = state->input.bands * kBand.n * kBand.k;
  work->bytes_in = state->input.bytes.size();
  work->bytes_out = state->out.size();
  return work;
}

bool is_best(const fast::Target& target) { return &target == &fast::targets().front(); }

void add_expand(std::uint64_t bytes, const fast::Target& target, Jobs& jobs) {
  jobs.push_back(
      {"expand/t2s" + tail(target, bytes), "limit/memcpy/" + size_name(bytes),
       [bytes, &target] {
         constexpr std::uint64_t tiles = kBand.k / spec::kTileColumns;
         constexpr std::uint64_t out_band = tiles * 4096;
         const auto state = moving(spec::Format::t2s, bands_for(bytes, out_band), out_band);
         auto work = work_on(state);
         work->once = [state, &target] {
           for (std::uint64_t i = 0; i < state->input.bands; ++i)
             target.expand(state->input.band(i).units, tiles, &state->out[i * out_band]);
         };
         work->right = [state] {
           const Bytes band(state->input.band(0).units,
                            state->input.band(0).units + unit_bytes(spec::Format::t2s, kBand));
           const auto expected = reference::expand(kBand, band);
           return expected && std::equal(expected->begin(), expected->end(), state->out.begin());
         };
         work->limit_bytes = work->bytes_out;
         return work;
       },
       is_best(target)});
}

// Exponents of the target's rows where it has them: the source's own, or by PB16I-7.
std::vector<std::int32_t> exponents_for(const Banded& input, spec::Format to,
                                        const fast::Target& target) {
  if (!spec::row_of(to).side_table || !input.exponents.empty()) return input.exponents;
  std::vector<std::int32_t> least(kBand.n, fast::kNoExponent);
  for (std::uint64_t i = 0; i < std::min(input.bands, kDifferent); ++i)
    target.exponents(input.band(i), least.data());
  std::ranges::transform(least, least.begin(), fast::e_ref_of);
  return least;
}

std::unique_ptr<Work> conversion(spec::Format from, spec::Format to, std::uint64_t bytes,
                                 const fast::Target& target) {
  const auto state = moving(from, bands_for(bytes, unit_bytes(from, kBand)), unit_bytes(to, kBand));
  auto work = work_on(state);
  const auto exponents =
      std::make_shared<std::vector<std::int32_t>>(exponents_for(state->input, to, target));
  work->once = [state, to, exponents, &target] {
    const fast::Conversion how{to, false, exponents->empty() ? nullptr : exponents->data()};
    for (std::uint64_t i = 0; i < state->input.bands; ++i)
      target.convert(state->input.band(i), how, &state->out[i * state->out_band]);
  };
  // What was written decodes to what was read.
  work->right = [state, to, exponents, &target] {
    std::vector<float> a(kBand.n * kBand.k);
    std::vector<float> b(a.size());
    target.decode_f32(state->input.band(0), a.data(), kBand.k);
    target.decode_f32({to, spec::Layout::standard, state->out.data(), kBand.n, kBand.k, 0,
                       exponents->empty() ? nullptr : exponents->data()},
                      b.data(), kBand.k);
    return a == b;
  };
  work->limit_bytes = work->bytes_in;
  return work;
}

void add_conversion(spec::Format from, spec::Format to, std::uint64_t bytes,
                    const fast::Target& target, Jobs& jobs) {
  jobs.push_back({"convert/" + name_of(from) + "-" + name_of(to) + tail(target, bytes),
                  "limit/memcpy/" + size_name(bytes),
                  [=, &target] { return conversion(from, to, bytes, target); }, is_best(target)});
}

std::unique_ptr<Work> validation(spec::Format format, std::uint64_t bytes,
                                 const fast::Target& target) {
  const auto state = moving(format, bands_for(bytes, unit_bytes(format, kBand)), 0);
  auto counts = std::make_shared<spec::Counts>();
  auto work = work_on(state);
  work->once = [state, counts, &target] {
    *counts = {};
    for (std::uint64_t i = 0; i < state->input.bands; ++i)
      target.count(state->input.band(i), *counts);
  };
  work->right = [state, counts, &target] {
    spec::Counts sum;
    target.count(state->input.band(0), sum);
    const auto expected = reference::validate(state->input.format, kBand, spec::Layout::standard,
                                              state->input.payload(0));
    return expected && *expected == sum;
  };
  work->limit_bytes = work->bytes_in;
  return work;
}

}  // namespace

void add_conversions(const Settings& settings, Jobs& jobs) {
  using enum spec::Format;
  constexpr std::pair<spec::Format, spec::Format> pairs[] = {
      {pb16i, t2s}, {t2s, pb16i}, {t2, t2s},   {t2s, t2},   {t2, pb16i},
      {pb16i, t2},  {ptq1_0, t2}, {tq1_0, t2}, {tq2_0, t2}, {pq2_0, t2}};
  for (const std::uint64_t bytes : copy_sizes(settings))
    for (const fast::Target& target : fast::targets()) {
      add_expand(bytes, target, jobs);
      for (const auto& [from, to] : pairs) add_conversion(from, to, bytes, target, jobs);
      for (const spec::FormatRow& row : spec::kFormats)
        jobs.push_back({"validate/" + std::string(row.name) + tail(target, bytes),
                        "limit/load/" + size_name(bytes),
                        [&row, bytes, &target] { return validation(row.id, bytes, target); },
                        is_best(target)});
    }
}

}  // namespace tritproof::bench
