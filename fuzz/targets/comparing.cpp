// SPDX-License-Identifier: Apache-2.0
#include "fuzz/targets/comparing.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "codec/convert/compare.h"
#include "codec/fast/fast.h"
#include "codec/subjects.h"
#include "fuzz/broken.h"
#include "props/laws/ask.h"

namespace tritproof::fuzz {
namespace {

constexpr std::uint64_t kMostElements = 1u << 14;

[[noreturn]] void wrong(const std::string& rest, const fast::Target& target, fast::Path path) {
  broken_law<"fast/compare">(rest, "fast-" + std::string(target.name) + ", by " +
                                       (path == fast::Path::codes ? "codes" : "floats"));
}

Subject& reference() {
  static const auto subject = make_reference_subject();
  return *subject;
}

/// A tensor with its weights as words, NaNs canonical.
struct Side {
  const spec::FormatRow& row;
  spec::Geometry geometry;
  Bytes bytes;
  std::vector<std::int32_t> exponents;
  std::vector<std::uint32_t> weights;
  std::uint64_t reserved = 0;

  [[nodiscard]] fast::Band band(std::size_t from, std::size_t rows) const {
    const std::size_t pitch = geometry.k / row.columns * row.bytes;
    return {row.id,
            spec::Layout::standard,
            bytes.data() + from / row.rows * pitch,
            rows,
            geometry.k,
            pitch,
            exponents.empty() ? nullptr : &exponents[from]};
  }
};

std::uint32_t canonical(std::uint64_t word) {
  return (word & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : static_cast<std::uint32_t>(word);
}

// Nothing where the tensor has no weights.
std::optional<Side> side_of(spec::Format format, spec::Geometry geometry, const Bytes& bytes) {
  Request request{spec::Op::decode, format, {}, geometry, 0, bytes, 0};
  const auto weights = laws::bytes_from(reference(), request);
  request.op = spec::Op::validate;
  const auto counts = laws::counts_from(reference(), request);
  if (!weights || !counts) return {};
  Side side{spec::row_of(format), geometry, bytes, {}, {}, counts->reserved};
  for (std::size_t at = 0; at < weights->size(); at += 4)
    side.weights.push_back(canonical(laws::load_word(*weights, at, 4)));
  const std::size_t table = side.row.side_table ? 4 * geometry.n : 0;
  for (std::size_t at = bytes.size() - table; at < bytes.size(); at += 4)
    side.exponents.push_back(
        std::bit_cast<std::int32_t>(static_cast<std::uint32_t>(laws::load_word(bytes, at, 4))));
  return side;
}

// The kernel's first difference is one, and it names both words.
bool is_first(const Side& a, const Side& b, std::size_t from, const fast::Difference& first) {
  const std::size_t at = (from + first.row) * a.geometry.k + first.column;
  return at < a.weights.size() && first.a != first.b && a.weights[at] == first.a &&
         b.weights[at] == first.b;
}

void check_pair(const Side& a, const Side& b, const fast::Target& target, fast::Path path) {
  std::uint64_t reserved_a = 0, reserved_b = 0;
  for (std::size_t from = 0; from < a.geometry.n; from += spec::kTileRows) {
    const std::size_t rows = std::min<std::size_t>(spec::kTileRows, a.geometry.n - from);
    std::uint64_t differing = 0;
    for (std::size_t at = from * a.geometry.k; at < (from + rows) * a.geometry.k; ++at)
      differing += a.weights[at] != b.weights[at] ? 1 : 0;
    const auto found = target.compare(a.band(from, rows), b.band(from, rows), path);
    if (found.differing != differing) wrong("count/differs/-", target, path);
    if (differing != 0 && !is_first(a, b, from, found.first))
      wrong("first/differs/-", target, path);
    reserved_a += found.reserved_a;
    reserved_b += found.reserved_b;
  }
  if (reserved_a != a.reserved || reserved_b != b.reserved)
    wrong("reserved/differs/-", target, path);
}

/// A tensor as verify reads it.
struct Stored {
  std::unique_ptr<container::Source> source;
  convert::StoredTensor tensor;

  Stored(spec::Format format, spec::Geometry geometry, const Bytes& bytes)
      : source(container::memory_source(bytes)),
        tensor(convert::stored_in(*source, format, spec::Layout::standard, geometry,
                                  laws::Units{spec::row_of(format), geometry}.bytes())) {}
};

std::optional<spec::RefusalName> refusal_of(const container::Loaded<convert::Comparison>& found) {
  const auto* refusal = found ? nullptr : std::get_if<spec::Refusal>(&found.error());
  return refusal ? std::optional(refusal->name) : std::nullopt;
}

// The plain comparison: all that differs, the lowest place first, and a shape that is another.
void check_plain(const Side& a, const Side& b) {
  const auto bad = [](const std::string& rest) {
    broken_law<"convert/compare">(rest, "the comparison that verify falls back to");
  };
  const Stored left(a.row.id, a.geometry, a.bytes);
  const Stored right(b.row.id, b.geometry, b.bytes);
  const auto found = convert::compare(left.tensor, right.tensor);
  if (!found) return bad("rules/refuses/-");
  std::uint64_t differing = 0;
  for (std::size_t at = 0; at < a.weights.size(); ++at) {
    if (a.weights[at] == b.weights[at]) continue;
    const auto& first = found->first;
    if (differing++ == 0 && (!first || first->n * a.geometry.k + first->k != at ||
                             first->a != a.weights[at] || first->b != b.weights[at]))
      bad("first/differs/-");
  }
  if (found->weights != a.weights.size() || found->differing != differing) bad("count/differs/-");
  if (found->reserved_a != a.reserved || found->reserved_b != b.reserved) bad("reserved/differs/-");
  if (found->equal() != (differing + a.reserved + b.reserved == 0)) bad("equal/differs/-");
  const Stored more(b.row.id, {2 * b.geometry.n, b.geometry.k}, b.bytes);
  if (refusal_of(convert::compare(left.tensor, more.tensor)) != spec::RefusalName::Geometry)
    bad("Geometry/reads/-");
}

void check_pair(const Side& a, const Side& b) {
  check_plain(a, b);
  for (const fast::Target& target : fast::targets())
    for (const fast::Path path : {fast::Path::floats, fast::Path::codes})
      check_pair(a, b, target, path);
}

// PB16I-6: what has no weights for its side table is compared with nothing.
void check_refused(const laws::Case& asked) {
  const Request request{spec::Op::decode, asked.format, {}, asked.geometry, 0, asked.input, 0};
  const Outcome outcome = reference().answer(request);
  const auto* refusal = std::get_if<spec::Refusal>(&outcome);
  if (refusal == nullptr || refusal->name != spec::RefusalName::SideTable) return;
  const Stored stored(asked.format, asked.geometry, asked.input);
  if (refusal_of(convert::compare(stored.tensor, stored.tensor)) != spec::RefusalName::SideTable)
    broken_law<"convert/compare">("SideTable/reads/-", "an e_ref that does not fit");
}

// The units moved on by one; exponents stay.
std::optional<Side> moved(const Side& side) {
  Bytes bytes = side.bytes;
  const auto units = std::span(bytes).first(laws::Units{side.row, side.geometry}.bytes());
  std::ranges::rotate(units, units.begin() + static_cast<std::ptrdiff_t>(side.row.bytes));
  return side_of(side.row.id, side.geometry, bytes);
}

}  // namespace

void check_comparing(const laws::Case& asked) {
  if (!laws::whole(spec::row_of(asked.format), asked.geometry) ||
      asked.geometry.n * asked.geometry.k > kMostElements)
    return;
  const auto a = side_of(asked.format, asked.geometry, asked.input);
  if (!a) return check_refused(asked);
  if (const auto other = moved(*a)) check_pair(*a, *other);
  const auto converted = laws::bytes_from(reference(), asked.request());
  const auto b =
      converted ? side_of(*asked.flags.target, asked.geometry, *converted) : std::nullopt;
  if (!b) return;
  check_pair(*a, *b);
  if (const auto other = moved(*b)) check_pair(*other, *a);
}

}  // namespace tritproof::fuzz
