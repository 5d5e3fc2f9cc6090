// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "golden/groups/rows.h"
#include "golden/groups/topic.h"
#include "golden/maker_layout.h"

namespace tritproof::golden {
namespace {

using spec::Format;
using spec::Geometry;
using spec::Op;
using spec::RefusalName;

constexpr std::uint64_t kHuge = std::uint64_t{1} << 63;
constexpr Op kOps[] = {Op::decode, Op::validate, Op::encode, Op::quantise,
                       Op::expand, Op::convert,  Op::replay};

std::uint64_t payload_bytes(const spec::FormatRow& row, Op op, Geometry geometry) {
  const std::uint64_t count = geometry.n * geometry.k;
  switch (op) {
    case Op::encode: return count + count / encode_group(row) * 2;
    case Op::quantise: return 4 * count;
    case Op::expand: return layout::unit_bytes(row.id, geometry);
    case Op::replay: return geometry.k + layout::unit_bytes(row.id, geometry);
    default: return layout::tensor_bytes(row.id, geometry);
  }
}

// A payload of some size whose content nobody refuses.
Parts filler(const spec::FormatRow& row, Op op, Geometry geometry, std::uint64_t size) {
  if (size == 0) return {hex({})};
  const bool tensor = op != Op::encode && op != Op::quantise;
  const std::uint64_t tiles = layout::unit_bytes(row.id, geometry);
  const bool tail = tensor && row.side_table && op != Op::expand && op != Op::replay;
  if (!tail || size <= tiles) return {repeat({std::uint8_t(tensor ? 0x11 : 0x01)}, size)};
  return {repeat({0x11}, tiles), repeat({0x00}, size - tiles)};
}

Ask ask_of(const spec::FormatRow& row, Op op, Geometry geometry, std::uint64_t size,
           Geometry content) {
  Ask ask{op, &row, geometry, {filler(row, op, content, size), {}}};
  if (op == Op::convert) ask.options.target = row.ternary ? row.id : Format::q4_1;
  if (op == Op::replay) ask.m = 1;
  return ask;
}

std::string shape_words(Geometry geometry) {
  return "N=" + std::to_string(geometry.n) + ", K=" + std::to_string(geometry.k);
}

// N or K is zero, or not whole units; the bytes are those of one unit.
void broken_geometry(Collector& to, const spec::FormatRow& row, Op op) {
  const std::uint64_t n = row.rows, k = row.columns;
  std::vector<Geometry> shapes{{0, k},     {n, 0},     {0, 0},         {n, k + 1},
                               {n, k - 1}, {n, k / 2}, {n, kHuge + 1}, {n, k + k / 2}};
  for (const std::uint64_t rows : {n + 1, n - 1, n / 2, std::uint64_t{1}})
    if (n > 1) shapes.push_back({rows, k});
  const std::uint64_t size = payload_bytes(row, op, grid(row));
  for (const Geometry shape : shapes) {
    const bool smoke = shape.n == 0 && shape.k != 0 && shape.k < kHuge && op == Op::decode;
    const bool zero = (shape.n == 0 || shape.k == 0) && shape.n < kHuge && shape.k < kHuge;
    const bool core = op == Op::decode
                          ? zero || shape.n == n + 1 || shape.n == n - 1 || shape.k <= k + 1
                          : shape.n == n + 1 || shape.k == k + 1;
    const Topic topic{to,
                      level_if(smoke, core),
                      shape_words(shape) + ": zero or no whole units; judged before the size",
                      {"REF-1", "REF-2", "REF-5"}};
    topic.refuse(ask_of(row, op, shape, size, grid(row)), refusal(RefusalName::Geometry));
  }
}

// Whole units, but not as many as there are bytes for; or so many that no count holds them.
void other_geometry(Collector& to, const spec::FormatRow& row, Op op) {
  const std::uint64_t n = row.rows, k = row.columns;
  const std::uint64_t one = payload_bytes(row, op, grid(row));
  const auto wraps = std::uint64_t{1} << (64 - std::countr_zero(row.bytes));
  const std::vector<Geometry> shapes{{2 * n, k},
                                     {n, 2 * k},
                                     {n * (kHuge / 32), k},
                                     {n, k * (kHuge / 256)},
                                     {kHuge, kHuge},
                                     {n * (std::uint64_t{1} << 32), k},
                                     {row.is_tile() ? std::uint64_t{1} << 62 : wraps, k}};
  for (const Geometry shape : shapes)
    for (const std::uint64_t size : {one, std::uint64_t{0}}) {
      const bool whole = shape.n % n == 0 && shape.k % k == 0 && shape.n != 0 && shape.k != 0;
      if (!whole) continue;
      if (size == 0 && op != Op::decode && op != Op::replay && op != Op::encode) continue;
      const bool huge = shape.n > kHuge / 32 || shape.k > kHuge / 256;
      const bool core = (size == 0) == huge && (op == Op::decode || op == Op::replay || size != 0);
      const Topic topic{to,
                        core ? Level::core : Level::full,
                        shape_words(shape) + " does not need " + std::to_string(size) +
                            " bytes; no count may wrap",
                        {"REF-1", "REF-5"}};
      topic.refuse(ask_of(row, op, shape, size, grid(row)), refusal(RefusalName::Size));
    }
}

// Sizes that are wrong by a byte, a word, a field, a unit, a side table.
std::vector<std::uint64_t> wrong_sizes(const spec::FormatRow& row, Op op, Geometry geometry) {
  const auto right = static_cast<std::int64_t>(payload_bytes(row, op, geometry));
  std::vector<std::int64_t> changes{-1, 1, -2, 4, 64, row.bytes, -right, right};
  changes.push_back(-std::int64_t{row.bytes});
  changes.push_back(-right / 2);
  changes.push_back(std::int64_t{row.bytes} * -2);
  for (const spec::Field& field : spec::fields_of(row))
    if (op == Op::decode) changes.push_back(-std::int64_t{field.bytes});
  if (row.side_table) {
    const auto side = static_cast<std::int64_t>(4 * geometry.n);
    changes.insert(changes.end(), {side, -side, -side - 1, -side + 1, -side / 2});
  }
  std::vector<std::uint64_t> sizes;
  for (const std::int64_t change : changes)
    if (right + change >= 0 && change != 0)
      sizes.push_back(static_cast<std::uint64_t>(right + change));
  std::ranges::sort(sizes);
  const auto rest = std::ranges::unique(sizes);
  sizes.erase(rest.begin(), rest.end());
  return sizes;
}

void sizes(Collector& to, const spec::FormatRow& row, Op op) {
  for (const Geometry geometry : {grid(row), grid(row, 1, 2)})
    for (const std::uint64_t size : wrong_sizes(row, op, geometry)) {
      const std::uint64_t right = payload_bytes(row, op, geometry);
      const bool near = size + 1 == right || size == right + 1 || size == 0;
      const bool told = op == Op::decode || op == Op::replay || size != 0;
      const bool one = units_of(row, geometry) == 1;
      if (!one && op != Op::decode && op != Op::replay && !near) continue;
      const bool smoke = one && size + 1 == right && (op == Op::decode || op == Op::encode);
      const Topic topic{to,
                        smoke                                       ? Level::smoke
                        : near && told && (one || op == Op::decode) ? Level::core
                        : !one && op == Op::decode && size % 4 == 0 ? Level::core
                                                                    : Level::full,
                        std::to_string(size) + " bytes where " + std::to_string(right) + " are due",
                        {"REF-1", "REF-5"}};
      topic.refuse(ask_of(row, op, geometry, size, geometry), refusal(RefusalName::Size));
    }
}

// Wrong sizes before one whole tensor and behind it, byte by byte over a field's edges.
void every_cut(Collector& to, const spec::FormatRow& row) {
  const std::uint64_t right = layout::tensor_bytes(row.id, grid(row));
  const std::uint64_t step = row.is_tile() ? 797 : 7;
  for (std::uint64_t size = 1; size < right; size += step) {
    const Topic topic{to,
                      Level::full,
                      std::to_string(size) + " of " + std::to_string(right) + " bytes",
                      {"REF-1"}};
    topic.refuse(ask_of(row, Op::decode, grid(row), size, grid(row)), refusal(RefusalName::Size));
  }
}

// REF-9: another layout where there is one only.
void layouts(Collector& to, const spec::FormatRow& row) {
  if (row.second_layout) return;
  for (const Op op : {Op::decode, Op::validate})
    for (const Geometry geometry : {grid(row), Geometry{0, 0}, grid(row, 1, 2)}) {
      Ask ask = ask_of(row, op, geometry, payload_bytes(row, op, grid(row)), grid(row));
      ask.options.layout = spec::Layout::other;
      const Topic topic{to,
                        Level::core,
                        "the other layout is a choice of q4_1 and q8; told before all else",
                        {"REF-9", "REF-2"}};
      topic.refuse(ask, refusal(RefusalName::NoSuchConversion));
    }
}

void rows_of_activations(Collector& to, const spec::FormatRow& row) {
  if (!row.side_table) return;
  const std::uint64_t size = payload_bytes(row, Op::replay, grid(row));
  for (const std::uint64_t m : {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{1} << 32, kHuge,
                                ~std::uint64_t{0}, std::uint64_t{1} << 56}) {
    Ask ask = ask_of(row, Op::replay, grid(row), size, grid(row));
    ask.m = m;
    const Topic topic{to,
                      Level::core,
                      "M=" + std::to_string(m) + " where the bytes hold one row; none is Geometry",
                      {"REPLAY-6", "REF-1"}};
    topic.refuse(ask, refusal(m == 0 ? RefusalName::Geometry : RefusalName::Size));
  }
  Ask ask = ask_of(row, Op::replay, {32, 0}, size, grid(row));
  ask.m = 0;
  Topic{to, Level::core, "M=0 and K=0", {"REPLAY-6", "REF-1"}}.refuse(
      ask, refusal(RefusalName::Geometry));
}

}  // namespace

void draft_shapes(Collector& to) {
  for (const spec::FormatRow& row : spec::kFormats) {
    for (const Op op : kOps) {
      if (!spec::defined(op, row.id)) continue;
      broken_geometry(to, row, op);
      other_geometry(to, row, op);
      sizes(to, row, op);
    }
    every_cut(to, row);
    layouts(to, row);
    rows_of_activations(to, row);
  }
}

}  // namespace tritproof::golden
