// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>

#include "golden/maker_held.h"
#include "golden/maker_layout.h"
#include "golden/maker_numbers.h"
#include "golden/maker_proof.h"

/// QUANT-1 once more: products and quotients of floats in doubles, where they are exact or 29 bits
/// too long, and then rounded to a float once.
namespace tritproof::golden {
namespace {

float number_at(std::span<const std::uint8_t> numbers, std::uint64_t i) {
  return std::bit_cast<float>(layout::load32(numbers, 4 * i));
}

// The digit of x less one: halves away from zero.
int code_of(float x, float reciprocal) {
  const double ratio = static_cast<float>(static_cast<double>(x) * reciprocal);
  if (std::fabs(ratio) < 0.5) return 0;
  return ratio < 0 ? -1 : 1;
}

// One block: elements from `first`, whose scale serves (n, k).
Proof prove_block(std::span<const std::uint8_t> numbers, const Held& held, std::uint64_t first,
                  std::uint64_t n, std::uint64_t k) {
  double most = 0;
  const std::uint32_t columns = held.row().columns;
  for (std::uint32_t i = 0; i < columns; ++i)
    most = std::max(most, std::fabs(static_cast<double>(number_at(numbers, first + i))));
  const float reciprocal = most == 0 ? 0.0f : static_cast<float>(1.0 / most);
  const auto where = " of the block at row " + std::to_string(n) + ", column " + std::to_string(k);
  if (held.pattern(n, k) != numbers::nearest(numbers::kHalf, most))
    return std::unexpected("another scale" + where);
  for (std::uint32_t i = 0; i < columns; ++i)
    if (held.codes()[first + i] != code_of(number_at(numbers, first + i), reciprocal))
      return std::unexpected("another code, element " + std::to_string(i) + where);
  return {};
}

}  // namespace

Proof prove_quantise(const Question& question, std::span<const std::uint8_t> numbers,
                     std::span<const std::uint8_t> answer, Subject& second) {
  const auto held = Held::read(question.format, question.geometry, answer, second);
  if (!held) return std::unexpected(held.error());
  const auto [rows, k] = question.geometry;
  for (std::uint64_t first = 0; first < rows * k; first += held->row().columns)
    if (auto proof = prove_block(numbers, *held, first, first / k, first % k); !proof) return proof;
  if (held->unwritten() != 0) return std::unexpected("bits that no encoder writes");
  return {};
}

}  // namespace tritproof::golden
