// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <vector>

#include "props/domains/asker.h"
#include "props/domains/domains.h"

/// Shapes and sizes that must be refused, and the order in which refusals come.
namespace tritproof::props {
namespace {

using spec::Op;

// The payload of an op for one tensor; A is one row of activations.
Bytes payload(const spec::FormatRow& row, Op op, spec::Geometry geometry) {
  const std::uint64_t elements = geometry.n * geometry.k;
  const std::uint64_t group = row.side_table ? spec::kScaleGroup : row.group;
  Bytes tensor = good_tensor(row, geometry);
  switch (op) {
    case Op::encode: return Bytes(elements + elements / group * 2);
    case Op::quantise: return Bytes(4 * elements);
    case Op::expand: tensor.resize(tensor.size() - side_bytes(row, geometry)); return tensor;
    case Op::replay: {
      tensor.resize(tensor.size() - side_bytes(row, geometry));
      tensor.insert(tensor.begin(), geometry.k, 1);
      return tensor;
    }
    default: return tensor;
  }
}

std::vector<spec::Geometry> broken(const spec::FormatRow& row) {
  constexpr std::uint64_t huge = std::uint64_t{1} << 63;
  const std::uint64_t n = row.rows, k = row.columns;
  std::vector<spec::Geometry> shapes{{0, k},
                                     {n, 0},
                                     {0, 0},
                                     {n, k + 1},
                                     {n, k - 1},
                                     {n, k / 2},
                                     {n, huge},
                                     {huge, k},
                                     {huge, huge},
                                     {n, k * 2},
                                     {n * 2, k},
                                     {n * (huge / 32), k},
                                     {n, k * (huge / 256)}};
  if (n > 1) {
    shapes.push_back({n + 1, k});
    shapes.push_back({n - 1, k});
    shapes.push_back({n / 2, k * 2});
  }
  return shapes;
}

void wrong_shapes(Asker& asker, const spec::FormatRow& row, Op op, const spec::Flags& flags) {
  const Bytes input = payload(row, op, grid(row, 1, 1));
  const std::uint64_t m = op == Op::replay ? 1 : 0;
  for (const spec::Geometry shape : broken(row))
    asker.ask("N " + std::to_string(shape.n) + ", K " + std::to_string(shape.k), op, shape, input,
              flags, m);
}

void wrong_sizes(Asker& asker, const spec::FormatRow& row, Op op, const spec::Flags& flags) {
  const spec::Geometry geometry = grid(row, 2, 2);
  const std::uint64_t m = op == Op::replay ? 1 : 0;
  const Bytes input = payload(row, op, geometry);
  for (const std::int64_t change : {-1, 1, -2, 2, -4, 4, -8, 64})
    for (const std::int64_t scale : {std::int64_t{1}, std::int64_t{row.bytes}}) {
      const std::int64_t size = static_cast<std::int64_t>(input.size()) + change * scale;
      Bytes other = input;
      other.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
      asker.ask("size off by " + std::to_string(change * scale), op, geometry, std::move(other),
                flags, m);
    }
  asker.ask("no bytes", op, geometry, {}, flags, m);
}

void wrong_layouts(Asker& asker, const spec::FormatRow& row) {
  spec::Flags flags;
  flags.layout = spec::Layout::other;
  const spec::Geometry geometry = grid(row, 1, 2);
  for (const Op op : {Op::decode, Op::validate}) {  // REF-9, REF-2
    asker.ask("the other layout", op, geometry, good_tensor(row, geometry), flags);
    asker.ask("the other layout of a broken shape", op, {0, 0}, {}, flags);
  }
}

void wrong_side_tables(Asker& asker, const spec::FormatRow& row) {
  if (!row.side_table) return;
  const spec::Geometry geometry = grid(row, 2, 2);
  for (const std::uint64_t from : {std::uint64_t{0}, geometry.n - 1, geometry.n / 2}) {
    Bytes tensor = good_tensor(row, geometry);
    put_exponents(row, geometry, tensor, [&](std::uint64_t n) { return n < from ? 0 : 200; });
    asker.read("e_ref out of range from feature " + std::to_string(from), geometry, tensor);
    tensor[0] = 0xff;  // SideTable comes before a reserved code
    asker.read("e_ref out of range and reserved codes", geometry, tensor);
    tensor.pop_back();
    asker.read("e_ref out of range and a byte short", geometry, tensor);
  }
}

void wrong_replays(Asker& asker, const spec::FormatRow& row) {
  if (!row.side_table) return;
  const spec::Geometry geometry = grid(row, 1, 1);
  const Bytes input = payload(row, Op::replay, geometry);
  for (const std::uint64_t m : {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{1} << 32,
                                std::uint64_t{1} << 63, ~std::uint64_t{0}})
    asker.ask("M " + std::to_string(m), Op::replay, geometry, input, {}, m);
  asker.ask("M 0 and K 0", Op::replay, {32, 0}, input, {}, 0);
}

void enumerate(spec::Format format, Level, std::uint64_t, const laws::Take& take) {
  Asker asker(format, take);
  const spec::FormatRow& row = spec::row_of(format);
  for (const Op op :
       {Op::decode, Op::validate, Op::encode, Op::quantise, Op::expand, Op::convert, Op::replay}) {
    if (!spec::defined(op, format) || !asker.open()) continue;
    spec::Flags flags;
    if (op == Op::convert) flags.target = row.ternary ? format : spec::Format::q4_1;
    wrong_shapes(asker, row, op, flags);
    wrong_sizes(asker, row, op, flags);
  }
  wrong_layouts(asker, row);
  wrong_side_tables(asker, row);
  wrong_replays(asker, row);
}

}  // namespace

const Domain kRefusalDomain{"refusals", "shapes, sizes and side tables that are wrong by little",
                            every_format, enumerate};

}  // namespace tritproof::props
