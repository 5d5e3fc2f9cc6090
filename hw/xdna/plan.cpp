// SPDX-License-Identifier: Apache-2.0
#include "hw/xdna/plan.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tritproof::xdna {
namespace {

constexpr std::uint8_t kFourZeros = 0x55;  // T2S-1: four codes of value 0
constexpr std::uint64_t kExpanded = 4096;  // bytes of a widened tile

constexpr std::uint64_t rounded_up(std::uint64_t value, std::uint64_t unit) {
  return value / unit + (value % unit != 0 ? 1 : 0);
}

/// Where a role's part of a tile begins and how long it is.
std::pair<std::size_t, std::size_t> part_of(const spec::FormatRow& row, Role role) {
  if (role == Role::codes) return {row.fields[0].offset, row.fields[0].bytes};
  if (role == Role::multipliers) return {row.fields[1].offset, row.fields[1].bytes};
  return {0, row.bytes};
}

}  // namespace

Plan::Plan(const ArgumentMap& map, spec::Geometry geometry, std::uint64_t m, InputBytes input)
    : map_(map),
      geometry_(geometry),
      m_(m),
      activations_(input.first(map.op == spec::Op::replay ? m * geometry.k : 0)),
      tiles_(input.subspan(activations_.size())),
      across_n_(rounded_up(geometry.n, map.n)),
      across_m_(map.op == spec::Op::replay ? rounded_up(m, map.m) : 1) {}

template <class Visit>
void Plan::each_tile(std::uint64_t launch, Visit visit) const {
  const std::uint64_t first = first_n(launch) / spec::kTileRows;
  const std::uint64_t rows = std::min(map_.n, geometry_.n - first_n(launch)) / spec::kTileRows;
  const std::uint64_t have = geometry_.k / spec::kTileColumns;
  const std::uint64_t room = map_.k / spec::kTileColumns;
  for (std::uint64_t row = 0; row < rows; ++row)
    for (std::uint64_t column = 0; column < have; ++column)
      visit(row * room + column, (first + row) * have + column);
}

void Plan::fill(std::uint64_t launch, Role role, std::span<std::uint8_t> buffer) const {
  std::ranges::fill(buffer, std::uint8_t{0});
  if (role == Role::activations) return fill_activations(launch, buffer);
  fill_tiles(launch, role, buffer);
}

void Plan::fill_tiles(std::uint64_t launch, Role role, std::span<std::uint8_t> buffer) const {
  const spec::FormatRow& row = spec::row_of(map_.format);
  const auto [offset, bytes] = part_of(row, role);
  if (map_.format == spec::Format::t2s && role != Role::multipliers)
    for (std::uint64_t tile = 0; tile < map_.tiles(); ++tile)
      std::ranges::fill(buffer.subspan(tile * bytes, row.fields[0].bytes), kFourZeros);
  each_tile(launch, [&](std::uint64_t to, std::uint64_t from) {
    std::ranges::copy(tiles_.subspan(from * row.bytes + offset, bytes),
                      buffer.begin() + static_cast<std::ptrdiff_t>(to * bytes));
  });
}

void Plan::fill_activations(std::uint64_t launch, std::span<std::uint8_t> buffer) const {
  const std::uint64_t rows = std::min(map_.m, m_ - first_m(launch));
  for (std::uint64_t row = 0; row < rows; ++row)
    std::ranges::copy(activations_.subspan((first_m(launch) + row) * geometry_.k, geometry_.k),
                      buffer.begin() + static_cast<std::ptrdiff_t>(row * map_.k));
}

void Plan::scatter(std::uint64_t launch, InputBytes output, std::span<std::uint8_t> answer) const {
  const auto put = [&](std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
    std::ranges::copy(output.subspan(from, bytes),
                      answer.begin() + static_cast<std::ptrdiff_t>(to));
  };
  if (map_.op == spec::Op::expand)
    return each_tile(launch, [&](std::uint64_t from, std::uint64_t to) {
      put(to * kExpanded, from * kExpanded, kExpanded);
    });
  const std::uint64_t width = map_.mode == spec::ReplayMode::i64 ? 8 : 4;
  const std::uint64_t rows = std::min(map_.m, m_ - first_m(launch));
  const std::uint64_t columns = std::min(map_.n, geometry_.n - first_n(launch));
  for (std::uint64_t row = 0; row < rows; ++row)
    put(((first_m(launch) + row) * geometry_.n + first_n(launch)) * width, row * map_.n * width,
        columns * width);
}

}  // namespace tritproof::xdna
