// SPDX-License-Identifier: Apache-2.0
#include "golden/maker_proof.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "golden/maker_held.h"
#include "golden/maker_layout.h"
#include "golden/maker_numbers.h"

namespace tritproof::golden {
namespace {

using spec::Format;
using spec::Geometry;

std::unexpected<std::string> wrong(std::string what, std::uint64_t n, std::uint64_t k) {
  return std::unexpected(std::move(what) + " at row " + std::to_string(n) + ", column " +
                         std::to_string(k));
}

// Bits that a scale was asked to have: an f16 pattern, or a multiplier under an exponent.
struct AskedScale {
  bool integer = false;
  std::uint16_t bits = 0;
  std::int32_t exponent = 0;

  [[nodiscard]] double value() const {
    if (!integer) return numbers::value_of(numbers::kHalf, bits);
    return std::ldexp(static_cast<std::int16_t>(bits), exponent);
  }
};

// One scale of the target: the asked bits where both store the same kind, else the same value.
Proof check_scale(const AskedScale& asked, const Held& held, std::uint64_t n, std::uint64_t k) {
  const std::uint16_t got = held.pattern(n, k);
  if (asked.integer == held.row().side_table) {
    const bool same = got == asked.bits && held.exponent(n) == asked.exponent;  // CONV-2, CONV-8
    return same ? Proof{} : wrong("other bits in a scale", n, k);
  }
  if (held.scale(n, k) != asked.value() || (asked.value() == 0 && got != 0))
    return wrong("another value of a scale", n, k);  // PB16I-7, CONV-7
  return {};
}

// PB16I-7: no larger exponent does, so some multiplier is odd; 0 if all are zero.
Proof check_exponent(const Held& held, Geometry geometry, std::uint64_t n) {
  std::uint16_t bits = 0;
  for (std::uint64_t k = 0; k < geometry.k; k += held.row().group) bits |= held.pattern(n, k);
  const bool largest = bits == 0 ? held.exponent(n) == 0 : (bits & 1) != 0;
  return largest ? Proof{} : wrong("an exponent that is not the largest", n, 0);
}

// The weight at every element is its code times its scale.
Proof check_weights(const Held& held, Geometry geometry) {
  for (std::uint64_t i = 0; i < geometry.n * geometry.k; ++i) {
    const std::uint64_t n = i / geometry.k, k = i % geometry.k;
    if (word_of(held.codes()[i] * held.scale(n, k)) != layout::load32(held.weights(), 4 * i))
      return wrong("another weight", n, k);
  }
  return {};
}

template <class ScaleOf>
Proof check_tensor(std::span<const int> codes, Geometry geometry, const Held& held,
                   ScaleOf scale_of) {
  for (std::uint64_t i = 0; i < codes.size(); ++i)
    if (held.codes()[i] != codes[i]) return wrong("another code", i / geometry.k, i % geometry.k);
  const spec::FormatRow& row = held.row();
  bool packed = false;
  for (std::uint64_t n = 0; n < geometry.n; ++n)
    for (std::uint64_t k = 0; k < geometry.k; k += std::min(row.group, 64u)) {
      const AskedScale asked = scale_of(n, k);
      packed = row.side_table && !asked.integer;
      if (auto proof = check_scale(asked, held, n, k); !proof) return proof;
    }
  for (std::uint64_t n = 0; n < geometry.n && packed; ++n)
    if (auto proof = check_exponent(held, geometry, n); !proof) return proof;
  if (held.unwritten() != 0) return std::unexpected("bits that no encoder writes");
  return check_weights(held, geometry);
}

// CONV-10: the code as code, S*scale and M*min rounded to bf16.
std::uint16_t repacked(std::span<const std::uint8_t> unit, std::uint32_t number,
                       std::uint32_t factor) {
  const double value =
      numbers::value_of(numbers::kBf16, layout::load16(unit, number)) * unit[factor];
  return std::isnan(value) ? 0x7fc0 : numbers::nearest(numbers::kBf16, value);
}

bool same_bf16(std::uint16_t a, std::uint16_t b) {
  const auto is_nan = [](std::uint16_t p) { return (p & 0x7fff) > 0x7f80; };
  return a == b || (is_nan(a) && is_nan(b));
}

unsigned nibble(std::span<const std::uint8_t> unit, Format format, std::uint32_t r,
                std::uint32_t c) {
  const layout::Site site = layout::code_site(format, spec::Layout::standard, r, c);
  return unit[site.byte] >> site.position & 15u;
}

Proof prove_repacked_unit(std::span<const std::uint8_t> from, std::span<const std::uint8_t> to) {
  for (std::uint32_t r = 0; r < spec::kTileRows; ++r)
    for (std::uint32_t c = 0; c < spec::kTileColumns; ++c) {
      const std::uint32_t i = 32 * (c / 32) + r;  // Q4_K-2, Q4_1-2
      if (!same_bf16(repacked(from, 4608 + 2 * r, i), layout::load16(to, 2 * i)) ||
          !same_bf16(repacked(from, 4672 + 2 * r, 256 + i), layout::load16(to, 512 + 2 * i)))
        return wrong("another scale or zero in a tile", r, c);
      if (nibble(from, Format::q4_k, r, c) != nibble(to, Format::q4_1, r, c))
        return wrong("another code in a tile", r, c);
    }
  return {};
}

Proof prove_repack(std::span<const std::uint8_t> source, std::span<const std::uint8_t> answer) {
  const std::size_t from = spec::row_of(Format::q4_k).bytes, to = spec::row_of(Format::q4_1).bytes;
  if (source.size() % from != 0 || answer.size() != source.size() / from * to)
    return std::unexpected("an answer of " + std::to_string(answer.size()) + " bytes");
  for (std::size_t u = 0; u < source.size() / from; ++u)
    if (auto proof =
            prove_repacked_unit(source.subspan(u * from, from), answer.subspan(u * to, to));
        !proof)
      return proof;
  return {};
}

}  // namespace

Proof prove_encode(const Question& question, std::span<const std::uint8_t> payload,
                   std::span<const std::uint8_t> answer, Subject& second) {
  const Geometry geometry = question.geometry;
  const auto held = Held::read(question.format, geometry, answer, second);
  if (!held) return std::unexpected(held.error());
  const spec::FormatRow& row = held->row();
  const std::uint64_t group = row.side_table ? spec::kScaleGroup : row.group;  // REF-8
  std::vector<int> codes(geometry.n * geometry.k);
  for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = std::bit_cast<std::int8_t>(payload[i]);
  return check_tensor(codes, geometry, *held, [&](std::uint64_t n, std::uint64_t k) {
    const std::uint64_t index = n * (geometry.k / group) + k / group;
    return AskedScale{false, layout::load16(payload, codes.size() + 2 * index), 0};
  });
}

Proof prove_convert(const Question& question, std::span<const std::uint8_t> source,
                    std::span<const std::uint8_t> answer, Subject& second) {
  const Format target = question.options.target.value_or(question.format);
  const bool copied = std::ranges::equal(source, answer);
  if (target == Format::q4_1 && question.format == Format::q4_k)
    return prove_repack(source, answer);
  if (target == question.format && !question.options.clamp)  // CONV-9, CONV-10
    return copied ? Proof{} : std::unexpected("a copy that differs");
  const auto from = Held::read(question.format, question.geometry, source, second);
  const auto to = Held::read(target, question.geometry, answer, second);
  if (!from || !to) return std::unexpected(from ? to.error() : from.error());
  std::vector<int> codes = from->codes();
  for (int& code : codes) code = question.options.clamp ? std::min(code, 1) : code;  // CONV-6
  if (!question.options.clamp && from->weights() != to->weights())
    return std::unexpected("other weights than the source's");  // CONV-1
  if (copied && target == question.format) return {};
  return check_tensor(codes, question.geometry, *to, [&](std::uint64_t n, std::uint64_t k) {
    return AskedScale{from->row().side_table, from->pattern(n, k), from->exponent(n)};
  });
}

}  // namespace tritproof::golden
