// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <limits>

#include "codec/convert/convert.h"
#include "codec/fast/fast.h"
#include "codec/reference/refuse.h"
#include "codec/subjects.h"

/// Puts the kernels of one target into the shape of a subject: bands out of tensors, refusals out
/// of what the kernels met. Only geometry and the words of refused conversions are the reference's.
namespace tritproof {
namespace {

using reference::Grid;
using spec::RefusalName;

constexpr std::string_view kPrefix = "fast-";

// A tensor whose size fits its geometry, cut into bands.
struct Tensor {
  const spec::FormatRow& row;
  spec::Layout layout;
  spec::Geometry geometry;
  Grid grid;
  std::span<const std::uint8_t> units;
  std::vector<std::int32_t> exponents;

  [[nodiscard]] std::size_t row_bytes() const { return grid.units_a_row * row.bytes; }
  [[nodiscard]] std::size_t bands() const { return geometry.n / rows_each(); }
  // Blocks are taken all rows at once.
  [[nodiscard]] std::size_t rows_each() const { return row.is_tile() ? row.rows : geometry.n; }

  [[nodiscard]] fast::Band band(std::size_t i) const {
    const std::int32_t* from = exponents.empty() ? nullptr : &exponents[i * rows_each()];
    return {row.id,      layout, units.data() + i * row_bytes(), rows_each(), geometry.k,
            row_bytes(), from};
  }
};

spec::Result<Tensor> tensor_of(const Request& request, std::span<const std::uint8_t> input,
                               bool side_table) {
  const spec::FormatRow& row = spec::row_of(request.format);
  const auto grid = reference::grid_of(request.format, request.geometry);
  if (!grid) return std::unexpected(grid.error());
  const std::uint64_t ref = side_table ? grid->ref_bytes : 0;
  if (input.size() != grid->unit_bytes + ref)
    return reference::refuse_size(grid->unit_bytes + ref, input.size());
  Tensor tensor{row,   request.flags.layout,          request.geometry,
                *grid, input.first(grid->unit_bytes), {}};
  for (std::uint64_t at = 0; at < ref; at += 4)
    tensor.exponents.push_back(
        std::bit_cast<std::int32_t>(reference::load32(input, grid->unit_bytes + at)));
  return tensor;
}

void add_place(spec::Refusal& refusal, const spec::Place& place) {
  ++refusal.count;
  if (refusal.places.size() < spec::kMaxPlaces) refusal.places.push_back(place);
}

spec::Result<void> verdict(spec::Refusal refusal) {
  if (refusal.count == 0) return {};
  return std::unexpected(std::move(refusal));
}

// PB16I-6
spec::Result<void> check_side_table(const fast::Target& target, const Tensor& tensor) {
  spec::Refusal refusal{RefusalName::SideTable, 0, {}, {}, "an e_ref that fits",
                        "one that does not"};
  for (std::size_t i = 0; i < tensor.bands() && !tensor.exponents.empty(); ++i) {
    fast::Magnitudes seen;
    target.magnitudes(tensor.band(i), seen);
    for (std::uint64_t r = 0; r < tensor.row.rows; ++r) {
      const std::uint64_t n = i * tensor.row.rows + r;
      if (!fast::exponent_fits(seen.of_row[r], tensor.exponents[n]))
        add_place(refusal, {tensor.grid.unit_bytes + 4 * n, 0, n, 0});
    }
  }
  return verdict(std::move(refusal));
}

// Every reserved code of a t2s tensor, byte by byte (T2S-1, T2S-3); `base` comes before the tiles.
spec::Result<void> refuse_reserved(const Tensor& tensor, std::uint64_t base) {
  spec::Refusal refusal{RefusalName::ReservedCode, 0, {}, {}, "a code 0, 1 or 2", "3"};
  for (std::uint64_t u = 0; u < tensor.grid.units; ++u) {
    const auto [n0, k0] = tensor.grid.origin(tensor.row, u);
    for (std::uint32_t byte = 0; byte < tensor.row.fields[0].bytes; ++byte)
      for (std::uint32_t i = 0; i < 4; ++i) {
        if ((tensor.units[u * tensor.row.bytes + byte] >> (2 * i) & 3) != 3) continue;
        const std::uint64_t n = n0 + byte / 1024 * 16 + byte % 4 * 4 + i;
        const std::uint64_t k = k0 + byte % 1024 / 64 * 16 + byte % 64 / 4;
        add_place(refusal, {base + u * tensor.row.bytes + byte, 2 * i, n, k});
      }
  }
  return verdict(std::move(refusal));
}

const std::vector<std::uint16_t>& words_of(const std::vector<std::uint16_t>& weights) {
  return weights;
}

std::vector<std::uint32_t> words_of(const std::vector<float>& weights) {
  std::vector<std::uint32_t> words(weights.size());
  std::ranges::transform(weights, words.begin(),
                         [](float weight) { return std::bit_cast<std::uint32_t>(weight); });
  return words;
}

Trouble disagreement(std::string what) { return {Verdict::mismatch, std::move(what)}; }

class FastSubject : public Subject {
 public:
  explicit FastSubject(const fast::Target& target)
      : target_(target), name_(std::string(kPrefix) + std::string(target.name)) {}

  std::string_view name() const override { return name_; }

  bool declares(spec::Op op, spec::Format format) const override {
    using enum spec::Op;
    if (op == convert) return spec::row_of(format).ternary;
    return spec::defined(op, format) &&
           (op == decode || op == validate || op == expand || op == replay);
  }

  bool takes(const Request& request) const override {
    return request.op != spec::Op::convert ||
           fast::converts(request.format, request.flags.target.value_or(request.format));
  }

  Outcome answer(const Request& request) override {
    if (auto refusal = undefined_request(request)) return *std::move(refusal);
    if (!declares(request.op, request.format) || !takes(request))
      return spec::Refusal{
          RefusalName::NoSuchConversion,   1, {}, {}, "an op that this subject declares",
          std::string(name_of(request.op))};
    switch (request.op) {
      case spec::Op::decode:
        return request.flags.bf16 ? decode<std::uint16_t>(request, target_.decode_bf16)
                                  : decode<float>(request, target_.decode_f32);
      case spec::Op::validate: return validate(request);
      case spec::Op::expand: return expand(request);
      case spec::Op::convert: return convert(request);
      default: return replay(request);
    }
  }

 private:
  spec::Result<Tensor> checked_tensor(const Request& request) const {
    auto tensor = tensor_of(request, request.input, spec::row_of(request.format).side_table);
    if (!tensor) return tensor;
    if (auto fits = check_side_table(target_, *tensor); !fits) return std::unexpected(fits.error());
    return tensor;
  }

  spec::Counts counts_of(const Tensor& tensor) const {
    spec::Counts counts;
    for (std::size_t i = 0; i < tensor.bands(); ++i) target_.count(tensor.band(i), counts);
    return counts;
  }

  template <class Word>
  Outcome decode(const Request& request,
                 void (*kernel)(const fast::Band&, Word*, std::size_t)) const {
    const auto tensor = checked_tensor(request);
    if (!tensor) return tensor.error();
    if (request.format == spec::Format::t2s && counts_of(*tensor).reserved != 0)
      if (auto clean = refuse_reserved(*tensor, 0); !clean) return clean.error();
    const auto [n, k] = request.geometry;
    std::vector<Word> weights(n * k);
    for (std::size_t i = 0; i < tensor->bands(); ++i)
      kernel(tensor->band(i), &weights[i * tensor->rows_each() * k], k);
    return bytes_of(words_of(weights));
  }

  Outcome validate(const Request& request) const {
    const auto tensor = checked_tensor(request);
    if (!tensor) return tensor.error();
    return bytes_of_counts(counts_of(*tensor));
  }

  Outcome expand(const Request& request) const {
    const auto tensor = tensor_of(request, request.input, false);
    if (!tensor) return tensor.error();
    Bytes out(tensor->grid.units * 2 * tensor->row.fields[0].bytes);
    if (target_.expand(tensor->units.data(), tensor->grid.units, out.data())) return out;
    if (auto clean = refuse_reserved(*tensor, 0); !clean) return clean.error();
    return disagreement("expand met a reserved code where there is none");
  }

  Outcome convert(const Request& request) const;
  Outcome replay(const Request& request) const;

  const fast::Target& target_;
  std::string name_;
};

// The refusal in words: the kernels name it, the reference finds all its places.
Outcome refused_conversion(const Request& request, fast::Obstacles obstacles) {
  const auto name = static_cast<RefusalName>(std::countr_zero(obstacles));
  const auto judged = convert::convert_bytes(request.format, request.geometry, request.input,
                                             *request.flags.target, {request.flags.clamp});
  if (judged) return disagreement("convert refuses what has a conversion");
  if (judged.error().name == name) return judged.error();
  return disagreement("convert refuses as " + std::string(spec::row_of(name).name));
}

Outcome FastSubject::convert(const Request& request) const {
  const spec::FormatRow& to = spec::row_of(*request.flags.target);
  const auto size = convert::target_size(request.format, to.id, request.geometry);
  if (!size) return size.error();
  auto tensor = checked_tensor(request);
  if (!tensor) return tensor.error();
  const auto [n, k] = request.geometry;
  const bool derives = to.side_table && !tensor->row.side_table;
  std::vector<std::int32_t> exponents = tensor->exponents;
  if (derives) exponents.assign(n, fast::kNoExponent);

  Bytes out(size->units + size->ref);
  const std::size_t band_bytes = k / spec::kTileColumns * to.bytes;
  fast::Obstacles met = 0;
  for (std::size_t row = 0; row < n; row += spec::kTileRows) {
    fast::Band band = tensor->band(0);
    band.units += row / tensor->row.rows * tensor->row_bytes();
    band.rows = spec::kTileRows;
    if (band.exponents != nullptr) band.exponents += row;
    std::int32_t* of_band = exponents.empty() ? nullptr : &exponents[row];
    if (derives) {
      target_.exponents(band, of_band);
      std::ranges::transform(of_band, of_band + spec::kTileRows, of_band, fast::e_ref_of);
    }
    met |= target_
               .convert(band, {to.id, request.flags.clamp, of_band},
                        &out[row / spec::kTileRows * band_bytes])
               .obstacles;
  }
  if (met != 0) return refused_conversion(request, met);
  for (std::size_t i = 0; to.side_table && i < n; ++i)
    reference::store32(out, size->units + 4 * i, std::bit_cast<std::uint32_t>(exponents[i]));
  return out;
}

Outcome FastSubject::replay(const Request& request) const {
  const auto [n, k] = request.geometry;
  if (request.m == 0) return reference::refuse(RefusalName::Geometry, "M above 0", "M=0").error();
  const auto grid = reference::grid_of(request.format, request.geometry);
  if (!grid) return grid.error();
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  if (request.m > most / 16 / k || request.m > most / 16 / n)
    return reference::refuse(RefusalName::Size, "a byte count below 2^64", "more").error();
  const std::uint64_t activation_bytes = request.m * k;
  if (request.input.size() != activation_bytes + grid->unit_bytes)
    return reference::refuse_size(activation_bytes + grid->unit_bytes, request.input.size())
        .error();
  const auto tensor = tensor_of(request, request.input.subspan(activation_bytes), false);
  if (!tensor) return tensor.error();
  if (request.format == spec::Format::t2s)
    if (auto clean = refuse_reserved(*tensor, activation_bytes); !clean) return clean.error();

  std::vector<std::int64_t> sums(request.m * n);
  const fast::Activations activations{reinterpret_cast<const std::int8_t*>(request.input.data()),
                                      request.m, k};
  for (std::size_t i = 0; i < tensor->bands(); ++i)
    target_.replay(tensor->band(i), activations, request.flags.mode, request.flags.narrowing,
                   &sums[i * spec::kTileRows], n);
  if (request.flags.mode == spec::ReplayMode::sat32_end)  // REPLAY-3
    for (std::int64_t& sum : sums)
      sum = std::clamp<std::int64_t>(sum, std::numeric_limits<std::int32_t>::min(),
                                     std::numeric_limits<std::int32_t>::max());
  return bytes_of_sums(sums, request.flags.mode);
}

}  // namespace

std::unique_ptr<Subject> make_fast_subject(std::string_view name) {
  if (!name.starts_with(kPrefix)) return nullptr;
  const fast::Target* target = fast::target_named(name.substr(kPrefix.size()));
  return target == nullptr ? nullptr : std::make_unique<FastSubject>(*target);
}

std::vector<std::string> fast_subject_names() {
  std::vector<std::string> names;
  for (const fast::Target& target : fast::targets())
    names.push_back(std::string(kPrefix) + std::string(target.name));
  return names;
}

}  // namespace tritproof
