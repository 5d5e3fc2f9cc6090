// SPDX-License-Identifier: Apache-2.0
#include "golden/maker_held.h"

#include <bit>
#include <cmath>

#include "golden/maker_layout.h"
#include "golden/maker_numbers.h"

namespace tritproof::golden {
namespace {

using spec::Layout;

Outcome ask(Subject& second, spec::Op op, const spec::FormatRow& row, spec::Geometry geometry,
            std::span<const std::uint8_t> tensor) {
  Request request;
  request.op = op;
  request.format = row.id;
  request.geometry = geometry;
  request.input = tensor;
  return second.answer(request);
}

// Every scale 1, so that weights are codes whatever the scales were.
Bytes with_scales_of_one(const spec::FormatRow& row, spec::Geometry geometry, Bytes tensor) {
  const std::uint16_t one = row.side_table ? 1 : 0x3c00;
  for (std::uint64_t n = 0; n < geometry.n; ++n)
    for (std::uint64_t k = 0; k < geometry.k; k += row.group)
      layout::store16(tensor, layout::scale_at(row.id, geometry, Layout::standard, n, k), one);
  for (std::uint64_t n = 0; n < geometry.n && row.side_table; ++n)
    layout::store32(tensor, layout::unit_bytes(row.id, geometry) + 4 * n, 0);
  return tensor;
}

}  // namespace

std::uint32_t word_of(double weight) {
  if (std::isnan(weight)) return 0x7fc00000;  // HALF-6
  return std::bit_cast<std::uint32_t>(static_cast<float>(weight));
}

std::expected<Held, std::string> Held::read(spec::Format format, spec::Geometry geometry,
                                            std::span<const std::uint8_t> tensor, Subject& second) {
  Held held(spec::row_of(format), geometry, tensor);
  if (tensor.size() != layout::tensor_bytes(format, geometry))
    return std::unexpected("an answer of " + std::to_string(tensor.size()) + " bytes");
  const spec::FormatRow& row = held.row_;
  const auto weights = ask(second, spec::Op::decode, row, geometry, tensor);
  const auto codes =
      ask(second, spec::Op::decode, row, geometry, with_scales_of_one(row, geometry, held.tensor_));
  const auto counts = ask(second, spec::Op::validate, row, geometry, tensor);
  for (const Outcome* outcome : {&weights, &codes, &counts})
    if (!std::holds_alternative<Bytes>(*outcome))
      return std::unexpected("second does not read the " + std::string(row.name));
  held.weights_ = std::get<Bytes>(weights);
  for (const std::size_t word : {0u, 8u, 16u})  // REF-6: reserved, code 3, non-canonical
    held.unwritten_ += layout::load32(std::get<Bytes>(counts), word);
  held.codes_.resize(geometry.n * geometry.k);
  for (std::size_t i = 0; i < held.codes_.size(); ++i) {
    const float code = std::bit_cast<float>(layout::load32(std::get<Bytes>(codes), 4 * i));
    if (!(std::fabs(code) <= 256))  // a NaN too
      return std::unexpected("second reads a code under scale 1 as " + std::to_string(code));
    held.codes_[i] = static_cast<int>(code);
  }
  return held;
}

std::uint16_t Held::pattern(std::uint64_t n, std::uint64_t k) const {
  return layout::load16(tensor_, layout::scale_at(row_.id, geometry_, Layout::standard, n, k));
}

std::int32_t Held::exponent(std::uint64_t n) const {
  if (!row_.side_table) return 0;
  return static_cast<std::int32_t>(
      layout::load32(tensor_, layout::unit_bytes(row_.id, geometry_) + 4 * n));
}

double Held::scale(std::uint64_t n, std::uint64_t k) const {
  const std::uint16_t bits = pattern(n, k);
  if (!row_.side_table) return numbers::value_of(numbers::kHalf, bits);
  return std::ldexp(static_cast<std::int16_t>(bits), exponent(n));  // PB16I-3
}

}  // namespace tritproof::golden
