// SPDX-License-Identifier: Apache-2.0
#include "codec/convert/compare.h"

#include "codec/convert/floats.h"
#include "codec/reference/numbers.h"

namespace tritproof::convert {
namespace {

void compare_floats(std::span<const float> a, std::span<const float> b, const Region& region,
                    Comparison& result) {
  result.weights += a.size();
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::uint32_t left = reference::canonical_word(a[i]);
    const std::uint32_t right = reference::canonical_word(b[i]);
    if (left == right) continue;
    ++result.differing;
    const std::uint64_t n = region.n + i / region.columns;
    const std::uint64_t k = region.k + i % region.columns;
    // Rows wider than a region come back in the next one, so the lowest (n, k) may come later.
    if (!result.first || std::pair(n, k) < std::pair(result.first->n, result.first->k))
      result.first = Difference{n, k, left, right};
  }
}

}  // namespace

container::Loaded<Comparison> compare(const StoredTensor& a, const StoredTensor& b) {
  if (a.geometry != b.geometry)
    return std::unexpected(
        spec::Refusal{spec::RefusalName::Geometry,
                      1,
                      {},
                      {},
                      "N=" + std::to_string(a.geometry.n) + " K=" + std::to_string(a.geometry.k),
                      "N=" + std::to_string(b.geometry.n) + " K=" + std::to_string(b.geometry.k)});
  auto left = FloatReader::open(a);
  if (!left) return std::unexpected(left.error());
  auto right = FloatReader::open(b);
  if (!right) return std::unexpected(right.error());
  Comparison result;
  std::optional<container::Failure> trouble;
  for_each_region(a.geometry, [&](const Region& region) {
    for (FloatReader* side : {&*left, &*right})
      if (auto done = side->read(region); !done) {
        trouble = done.error();
        return false;
      }
    compare_floats(left->floats(), right->floats(), region, result);
    return true;
  });
  if (trouble) return std::unexpected(*trouble);
  result.reserved_a = left->reserved();
  result.reserved_b = right->reserved();
  return result;
}

}  // namespace tritproof::convert
