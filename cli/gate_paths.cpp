// SPDX-License-Identifier: Apache-2.0
#include "cli/gate_paths.h"

#include <fmt/format.h>

#include <deque>

#include "cli/interrupt.h"
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

// Both paths of a target against the reference's words.
std::optional<laws::Finding> broken_by(const Twins& twins, const fast::Target& target,
                                       const std::string& expected, const std::string& turned) {
  for (const fast::Path path : {fast::Path::floats, fast::Path::codes})
    if (const std::string got = words_of(twins.by(target, path)); got != expected)
      return laws::Finding{
          "paths",
          fmt::format("{}, {} path", turned, path == fast::Path::floats ? "float" : "code"),
          expected, got};
  return std::nullopt;
}

// A fast subject's bench, and what its paths have shown so far.
struct Asked {
  gate::Bench& bench;
  const fast::Target& target;
  gate::LawTally tally{"paths", 0, {}, gate::Standing::not_asked, {}};

  void broke(const golden::Vector& vector, const Bytes& payload, laws::Finding finding) {
    const golden::Question& asked = vector.question;
    gate::Broken broken;
    broken.asked = {asked.why, asked.op, asked.format, asked.options, asked.geometry, 0, payload};
    broken.finding = std::move(finding);
    broken.domain = "vector " + vector.id;
    broken.rule = "HALF-6";
    tally.first = std::move(broken);
  }

  void finish() {
    if (tally.cases == 0)
      bench.shortfalls.emplace_back("paths: no stored vector was compared");
    else
      tally.standing = tally.first ? gate::Standing::fail : gate::Standing::pass;
    bench.cases += tally.cases;
    bench.laws.push_back(std::move(tally));
  }
};

// One vector's tensor against itself with the bit turned that its number chooses.
void put(const golden::Vector& vector, const Bytes& payload, std::uint64_t number,
         std::deque<Asked>& all) {
  const golden::Question& asked = vector.question;
  const auto grid = reference::grid_of(asked.format, asked.geometry);
  const bool whole = grid && payload.size() == grid->unit_bytes + grid->ref_bytes;
  std::optional<Twins> twins;
  std::string expected;
  std::string turned;
  if (whole) {
    const std::uint64_t bit = number * 0x9e3779b97f4a7c15u >> 20;
    twins.emplace(asked.format, asked.geometry, payload, grid->unit_bytes, bit);
    expected = words_of(twins->by_reference());
    turned = fmt::format("bit {} turned", bit % (8 * grid->unit_bytes));
  }
  for (Asked& one : all) {
    if (one.tally.first) continue;
    ++one.tally.cases;
    if (!twins) continue;
    if (auto finding = broken_by(*twins, one.target, expected, turned))
      one.broke(vector, payload, *std::move(finding));
  }
}

std::deque<Asked> fast_ones(std::span<const Seat> seats) {
  std::deque<Asked> all;
  for (const Seat& seat : seats)
    if (seat.bench.subject.starts_with(kPrefix))
      if (const auto* target = fast::target_named(seat.bench.subject.substr(kPrefix.size())))
        all.push_back({seat.bench, *target});
  return all;
}

}  // namespace

void judge_paths(const StoredVectors& vectors, std::span<const Seat> seats) {
  std::deque<Asked> all = fast_ones(seats);
  if (all.empty()) return;
  constexpr std::size_t kMostBytes = 1u << 20;
  std::uint64_t number = 0;
  for (const golden::Vector& vector : vectors.suite.vectors) {
    if (interrupted()) break;
    const golden::Question& asked = vector.question;
    if (asked.format != all.front().bench.format || asked.op != spec::Op::decode ||
        asked.options != spec::Flags{} || vector.sign == golden::Sign::refused)
      continue;
    const auto payload = golden::make_bytes(asked.input, vectors.find);
    if (payload && payload->size() <= kMostBytes) put(vector, *payload, ++number, all);
  }
  for (Asked& one : all) one.finish();
}

}  // namespace tritproof::cli
