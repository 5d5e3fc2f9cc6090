// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "codec/reference/ledger.h"
#include "codec/reference/numbers.h"
#include "codec/reference/refuse.h"
#include "codec/reference/tensor.h"
#include "codec/reference/unit.h"

namespace tritproof::reference {
namespace {

using spec::RefusalName;

constexpr std::size_t kMaxBlock = 256;

float number_at(InputBytes input, std::uint64_t index) {
  return std::bit_cast<float>(load32(input, 4 * index));
}

std::string words(float value) { return std::to_string(value); }

void check_block(InputBytes input, std::uint64_t first, std::uint32_t length, std::uint64_t k,
                 Ledger& ledger) {
  float most = 0.0f;
  for (std::uint64_t i = first; i < first + length; ++i) {
    const float x = number_at(input, i);
    if (!std::isfinite(x))
      ledger.add(RefusalName::NonFiniteInput, {4 * i, 0, i / k, i % k}, [&] {
        return Ledger::Description{"a finite number", words(x)};
      });
    else
      most = std::max(most, std::fabs(x));
  }
  if (most > 0.0f && std::isinf(1.0f / most))  // QUANT-5
    ledger.add(RefusalName::ScaleUnderflow, {4 * first, 0, first / k, first % k}, [] {
      return Ledger::Description{"a largest magnitude of 0 or above 2^-128", "one below"};
    });
}

void quantise_block(const spec::FormatRow& row, InputBytes input, std::uint64_t first,
                    std::span<std::uint8_t> block) {
  std::array<std::int8_t, kMaxBlock> codes;
  float most = 0.0f;  // QUANT-1, QUANT-2
  for (std::uint32_t i = 0; i < row.columns; ++i)
    most = std::max(most, std::fabs(number_at(input, first + i)));
  const float inverse = most == 0.0f ? 0.0f : 1.0f / most;
  for (std::uint32_t i = 0; i < row.columns; ++i)  // QUANT-1: a product, rounded half away from 0
    codes[i] = static_cast<std::int8_t>(std::lround(number_at(input, first + i) * inverse));
  const std::array<std::uint16_t, 1> scale{float_to_half(most)};
  codec_of(row.id).pack(std::span(codes).first(row.columns), scale, block);
}

}  // namespace

spec::Result<Bytes> quantise(spec::Format format, spec::Geometry geometry, InputBytes input) {
  const spec::FormatRow& row = spec::row_of(format);
  if (!spec::defined(spec::Op::quantise, format))
    return refuse(RefusalName::NoSuchConversion, "a GGUF type", std::string(row.name));
  const auto grid = grid_of(format, geometry);
  if (!grid) return std::unexpected(grid.error());
  const std::uint64_t needed = geometry.n * geometry.k * 4;
  if (input.size() != needed) return refuse_size(needed, input.size());

  Ledger ledger;
  for (std::uint64_t u = 0; u < grid->units; ++u)
    check_block(input, u * row.columns, row.columns, geometry.k, ledger);
  if (auto clean = verdict(ledger); !clean) return std::unexpected(clean.error());
  Bytes out(grid->unit_bytes);
  for (std::uint64_t u = 0; u < grid->units; ++u)
    quantise_block(row, input, u * row.columns, std::span(out).subspan(u * row.bytes, row.bytes));
  return out;
}

}  // namespace tritproof::reference
