// SPDX-License-Identifier: Apache-2.0
#include "cli/gate_paths.h"

#include <fmt/format.h>

#include "codec/streaming.h"

namespace tritproof::cli {
namespace {

using container::Loaded;
using convert::Comparison;

constexpr std::string_view kPrefix = "fast-";

// A payload of decode as a stored tensor, and the same with one bit of its units turned.
class Twins {
 public:
  Twins(spec::Format format, spec::Geometry geometry, const Bytes& payload,
        std::uint64_t unit_bytes, std::uint64_t bit)
      : left_(payload), right_(payload) {
    right_[bit / 8 % unit_bytes] ^= static_cast<std::uint8_t>(1u << bit % 8);
    sources_[0] = container::memory_source(left_);
    sources_[1] = container::memory_source(right_);
    for (int side = 0; side < 2; ++side)
      tensors_[side] =
          convert::stored_in(*sources_[side], format, spec::Layout::standard, geometry, unit_bytes);
  }
  Twins(const Twins&) = delete;
  Twins& operator=(const Twins&) = delete;

  [[nodiscard]] Loaded<Comparison> by(const fast::Target& target, fast::Path path) const {
    return streaming::compare(tensors_[0], tensors_[1], {&target, path, 1});
  }
  [[nodiscard]] Loaded<Comparison> by_reference() const {
    return convert::compare(tensors_[0], tensors_[1]);
  }

 private:
  Bytes left_;
  Bytes right_;
  std::unique_ptr<container::Source> sources_[2];
  convert::StoredTensor tensors_[2];
};

std::string words_of(const Loaded<Comparison>& result) {
  if (!result) return "refused";
  const auto first = result->first
                         ? fmt::format(", first ({},{}) {:08x} {:08x}", result->first->n,
                                       result->first->k, result->first->a, result->first->b)
                         : std::string();
  return fmt::format("{} of {} differ{}, reserved {} and {}", result->differing, result->weights,
                     first, result->reserved_a, result->reserved_b);
}

// Both paths against the reference, on one question and the bit that its number chooses.
std::optional<laws::Finding> broken_by(const golden::Question& asked, const Bytes& payload,
                                       const fast::Target& target, std::uint64_t number) {
  const auto grid = reference::grid_of(asked.format, asked.geometry);
  if (!grid || payload.size() != grid->unit_bytes + grid->ref_bytes) return std::nullopt;
  const std::uint64_t bit = number * 0x9e3779b97f4a7c15u >> 20;
  const Twins twins(asked.format, asked.geometry, payload, grid->unit_bytes, bit);
  const std::string expected = words_of(twins.by_reference());
  for (const fast::Path path : {fast::Path::floats, fast::Path::codes})
    if (const std::string got = words_of(twins.by(target, path)); got != expected)
      return laws::Finding{"paths",
                           fmt::format("bit {} turned, {} path", bit % (8 * grid->unit_bytes),
                                       path == fast::Path::floats ? "float" : "code"),
                           expected, got};
  return std::nullopt;
}

}  // namespace

void judge_paths(const StoredVectors& vectors, gate::Bench& bench) {
  if (!bench.subject.starts_with(kPrefix)) return;
  const fast::Target* target = fast::target_named(bench.subject.substr(kPrefix.size()));
  if (target == nullptr) return;
  constexpr std::size_t kMostBytes = 1u << 20;
  gate::LawTally tally{"paths", 0, {}, gate::Standing::not_asked, {}};
  for (const golden::Vector& vector : vectors.suite.vectors) {
    const golden::Question& asked = vector.question;
    if (asked.format != bench.format || asked.op != spec::Op::decode ||
        asked.options != spec::Flags{} || tally.first)
      continue;
    auto payload = golden::make_bytes(asked.input, vectors.find);
    if (!payload || payload->size() > kMostBytes || vector.sign == golden::Sign::refused) continue;
    ++tally.cases;
    auto finding = broken_by(asked, *payload, *target, tally.cases);
    if (!finding) continue;
    gate::Broken broken;
    broken.asked = {asked.why,      asked.op, asked.format,       asked.options,
                    asked.geometry, 0,        *std::move(payload)};
    broken.finding = *std::move(finding);
    broken.domain = "vector " + vector.id;
    broken.rule = "HALF-6";
    tally.first = std::move(broken);
  }
  if (tally.cases == 0) {
    bench.shortfalls.emplace_back("paths: no stored vector was compared");
  } else {
    tally.standing = tally.first ? gate::Standing::fail : gate::Standing::pass;
  }
  bench.cases += tally.cases;
  bench.laws.push_back(std::move(tally));
}

}  // namespace tritproof::cli
