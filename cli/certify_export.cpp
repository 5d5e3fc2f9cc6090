// SPDX-License-Identifier: Apache-2.0
#include "cli/certify_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "cli/vectors.h"
#include "codec/container/io.h"
#include "codec/subjects.h"
#include "golden/judge.h"
#include "hw/xdna/export_recipe.h"

namespace tritproof::cli {
namespace {

constexpr std::uint64_t kMostMapBytes = std::uint64_t{1} << 20;

/// Model-sized tensors stay where they are.
constexpr std::uint64_t kMostPayloadBytes = std::uint64_t{4} << 20;

/// The bytes that vectors borrow.
struct Kept {
  Bytes input;
  Bytes expected;
};

bool is_for_cores(const golden::Vector& vector, std::span<const spec::Format> formats) {
  const golden::Question& q = vector.question;
  return (q.op == spec::Op::expand || q.op == spec::Op::replay) &&
         std::ranges::find(formats, q.format) != formats.end() &&
         !std::holds_alternative<golden::ExpectedRefusal>(vector.expected);
}

std::expected<std::optional<xdna::ArgumentMap>, std::string> read_map(const std::string& path) {
  if (path.empty()) return std::nullopt;
  const auto source = container::file_source(path);
  if (!source) return std::unexpected(source.error().what);
  if ((*source)->size() > kMostMapBytes) return std::unexpected(path + " is longer than 1 MiB");
  std::string text((*source)->size(), '\0');
  const std::span bytes(reinterpret_cast<std::uint8_t*>(text.data()), text.size());
  if (auto done = (*source)->read(0, bytes); !done) return std::unexpected(done.error().what);
  auto map = xdna::parse_argument_map(text);
  if (map) return *std::move(map);
  return std::unexpected(
      fmt::format("{} line {}: {}: {}", path, map.error().line, map.error().key, map.error().what));
}

}  // namespace

std::expected<std::string, std::string> export_for_xrt(const std::string& folder,
                                                       const std::string& map_path,
                                                       golden::Level level,
                                                       std::span<const spec::Format> formats) {
  const auto map = read_map(map_path);
  if (!map) return std::unexpected(map.error());
  const auto stored = load_vectors(level);
  if (!stored) return std::unexpected("vectors: " + text_of(stored.error()));
  const auto reference = make_reference_subject();
  std::deque<Kept> kept;
  std::vector<xdna::ExportVector> vectors;
  for (const golden::Vector& vector : stored->suite.vectors) {
    if (!is_for_cores(vector, formats)) continue;
    auto input = golden::make_bytes(vector.question.input, stored->find);
    if (!input) return std::unexpected(vector.id + ": " + input.error());
    if (input->size() > kMostPayloadBytes) continue;
    Outcome right = reference->answer(vector.question.request(*input));
    if (golden::judge_outcome(vector, right).verdict != Verdict::pass)
      return std::unexpected(vector.id + ": the reference does not agree with the vector");
    kept.push_back({*std::move(input), std::get<Bytes>(std::move(right))});
    const golden::Question& q = vector.question;
    vectors.push_back({vector.id, q.op, q.format, q.options, q.geometry, q.m, kept.back().input,
                       kept.back().expected});
  }
  const auto done = xdna::export_xrt_recipes(folder, vectors, *map ? &**map : nullptr);
  if (!done) return std::unexpected(done.error());
  return fmt::format("{} vectors as recipes of xrt-runner, {} that this kernel does not take\n",
                     done->written, done->left_out);
}

}  // namespace tritproof::cli
