// SPDX-License-Identifier: Apache-2.0
#include "bench/data.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <random>

#include "codec/reference/tensor.h"

namespace tritproof::bench {
namespace {

// splitmix64: fast, and good enough to fool a predictor.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t operator()() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }

 private:
  std::uint64_t state_;
};

void put16(std::uint8_t* at, std::uint64_t word) {
  at[0] = static_cast<std::uint8_t>(word);
  at[1] = static_cast<std::uint8_t>(word >> 8);
}

// Codes and halves between 1/4 and 8, packed by the reference.
Bytes ternary_tensor(const spec::FormatRow& row, spec::Geometry geometry, Dice& dice) {
  const std::uint64_t elements = geometry.n * geometry.k;
  const std::uint64_t group = row.side_table ? spec::kScaleGroup : row.group;
  Bytes payload(elements + elements / group * 2);
  for (std::uint64_t e = 0; e < elements; ++e)
    payload[e] = static_cast<std::uint8_t>(static_cast<int>(dice() % 3) - 1);
  for (std::uint64_t g = 0; g < elements / group; ++g) {
    const std::uint64_t draw = dice();
    put16(&payload[elements + 2 * g], (draw & 0x83ff) | (13 + (draw >> 16) % 5) << 10);
  }
  return reference::encode(row.id, geometry, payload).value_or(Bytes{});
}

// Random codes; a bf16 between 1/4 and 1/2, of either sign, wherever one is stored.
Bytes wide_tensor(const spec::FormatRow& row, spec::Geometry geometry, Dice& dice) {
  Bytes bytes = random_bytes(unit_bytes(row.id, geometry), dice());
  for (std::uint64_t unit = 0; unit < bytes.size(); unit += row.bytes)
    for (const spec::Field& field : spec::fields_of(row))
      for (std::uint32_t i = 0; field.kind == spec::FieldKind::bf16 && i < field.bytes; i += 2)
        put16(&bytes[unit + field.offset + i], (dice() & 0x807f) | 0x3e80);
  return bytes;
}

}  // namespace

std::uint64_t unit_bytes(spec::Format format, spec::Geometry geometry) {
  const spec::FormatRow& row = spec::row_of(format);
  return geometry.n / row.rows * (geometry.k / row.columns) * row.bytes;
}

Bytes random_bytes(std::uint64_t count, std::uint64_t seed) {
  Dice dice(seed);
  Bytes bytes(count);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(dice());
  return bytes;
}

Bytes random_tensor(spec::Format format, spec::Geometry geometry, std::uint64_t seed) {
  Dice dice(seed);
  const spec::FormatRow& row = spec::row_of(format);
  return row.ternary ? ternary_tensor(row, geometry, dice) : wide_tensor(row, geometry, dice);
}

Bytes repeated(const Bytes& units, std::uint64_t bytes) {
  Bytes out(bytes);
  for (std::uint64_t at = 0; at < bytes && !units.empty(); at += units.size())
    std::copy_n(units.begin(), std::min<std::uint64_t>(units.size(), bytes - at), &out[at]);
  return out;
}

fast::Band Banded::band(std::uint64_t index) const {
  const spec::FormatRow& row = spec::row_of(format);
  return {format,
          spec::Layout::standard,
          bytes.data() + index * unit_bytes(format, geometry),
          geometry.n,
          geometry.k,
          geometry.k / row.columns * row.bytes,
          exponents.empty() ? nullptr : exponents.data()};
}

Bytes Banded::payload(std::uint64_t index) const {
  const std::uint64_t size = unit_bytes(format, geometry);
  Bytes out(&bytes[index * size], &bytes[index * size] + size);
  for (const std::int32_t exponent : exponents)
    for (unsigned shift = 0; shift < 32; shift += 8)
      out.push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(exponent) >> shift));
  return out;
}

Banded banded(spec::Format format, spec::Geometry band, std::uint64_t bands,
              std::uint64_t different) {
  const std::uint64_t made = std::min(bands, different);
  Bytes tensor = random_tensor(format, {band.n * made, band.k}, 7);
  const std::uint64_t size = unit_bytes(format, band);
  Banded out{format, band, bands, {}, {}};
  // One side table for all: a band is timed for its units, and these have similar exponents.
  if (spec::row_of(format).side_table)
    for (std::uint64_t n = 0; n < band.n; ++n) {
      std::uint32_t word = 0;
      for (unsigned i = 0; i < 4; ++i)
        word |= std::uint32_t{tensor[made * size + 4 * n + i]} << (8 * i);
      out.exponents.push_back(std::bit_cast<std::int32_t>(word));
    }
  tensor.resize(made * size);
  const Bytes all = repeated(tensor, bands * size);
  out.bytes.assign(all.begin(), all.end());
  return out;
}

}  // namespace tritproof::bench
