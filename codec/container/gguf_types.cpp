// SPDX-License-Identifier: Apache-2.0
#include "codec/container/gguf_types.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "codec/container/checked.h"
#include "codec/container/refuse.h"

namespace tritproof::container {
namespace {

using spec::Format;
using spec::RefusalName;

struct IdRow {
  std::uint32_t id;
  std::string_view name;
  std::uint32_t elements;
  std::uint32_t bytes;
};

// Ids that upstream has settled; 40 and above are not listed, since forks disagree about them.
constexpr std::array<IdRow, 26> kIds{{
    {2, "q4_0", 32, 18},      {3, "q4_1", 32, 20},      {6, "q5_0", 32, 22},
    {7, "q5_1", 32, 24},      {8, "q8_0", 32, 34},      {9, "q8_1", 32, 36},
    {10, "q2_K", 256, 84},    {11, "q3_K", 256, 110},   {12, "q4_K", 256, 144},
    {13, "q5_K", 256, 176},   {14, "q6_K", 256, 210},   {15, "q8_K", 256, 292},
    {16, "iq2_xxs", 256, 66}, {17, "iq2_xs", 256, 74},  {18, "iq3_xxs", 256, 98},
    {19, "iq1_s", 256, 50},   {20, "iq4_nl", 32, 18},   {21, "iq3_s", 256, 110},
    {22, "iq2_s", 256, 82},   {23, "iq4_xs", 256, 136}, {24, "i8", 1, 1},
    {25, "i16", 1, 2},        {26, "i32", 1, 4},        {27, "i64", 1, 8},
    {29, "iq1_m", 256, 56},   {39, "mxfp4", 32, 17},
}};

struct FloatRow {
  std::uint32_t id;
  FloatType type;
};

constexpr std::array<FloatRow, 4> kFloats{
    {{0, FloatType::f32}, {1, FloatType::f16}, {30, FloatType::bf16}, {28, FloatType::f64}}};

constexpr std::array<Reading, 4> kReadings{{
    {"q2_0: 64 elements in 18 bytes", 64, 18, Format::q2_0},
    {"128 elements in 34 bytes, d first (pq2_0)", 128, 34, Format::pq2_0},
    {"128 elements in 34 bytes, d last, code 3 is 0", 128, 34, std::nullopt},
    {"256 elements in 42 bytes", 256, 42, std::nullopt},
}};

std::string names_of(std::span<const Reading> readings) {
  std::string text;
  for (const Reading& reading : readings) {
    if (!text.empty()) text += "; ";
    text += reading.name;
  }
  return text;
}

bool fits(const Reading& reading, spec::Geometry geometry, std::uint64_t extent,
          std::uint32_t alignment) {
  const auto bytes = block_bytes(geometry, reading.elements, reading.bytes);
  return bytes && padded(bytes, alignment) == extent;
}

}  // namespace

GgufType gguf_type(std::uint32_t id) {
  // GGUF-10
  for (const spec::FormatRow& row : spec::kFormats)
    if (row.gguf_id == id && id != 0 && id != kContestedId) return {row.id, row.columns, row.bytes};
  for (const FloatRow& row : kFloats)
    if (row.id == id) return {row.type, 1, bytes_of(row.type)};
  for (const IdRow& row : kIds)
    if (row.id == id) return {OtherType{id, std::string(row.name)}, row.elements, row.bytes};
  return {OtherType{id, fmt::format("id {}", id)}, 0, 0};
}

spec::Result<std::uint32_t> gguf_id(const TensorType& type, const std::string& where) {
  if (const auto* other = std::get_if<OtherType>(&type)) return other->id;
  if (const auto* number = std::get_if<FloatType>(&type))
    for (const FloatRow& row : kFloats)
      if (row.type == *number) return row.id;
  const spec::FormatRow& row = spec::row_of(std::get<Format>(type));
  if (row.gguf_id != 0) return row.gguf_id;
  return std::unexpected(refusal(RefusalName::NoSuchConversion, where,
                                 "a type that a GGUF file can hold", std::string(row.name)));
}

std::span<const Reading> readings_of_42() { return kReadings; }

std::vector<Reading> readings_that_fit(spec::Geometry geometry, std::uint64_t extent,
                                       std::uint32_t alignment) {
  std::vector<Reading> out;
  std::ranges::copy_if(kReadings, std::back_inserter(out), [&](const Reading& reading) {
    return fits(reading, geometry, extent, alignment);
  });
  return out;
}

spec::Result<Format> read_42(spec::Geometry geometry, std::uint64_t extent, std::uint32_t alignment,
                             std::optional<Format> stated, const std::string& where) {
  const std::vector<Reading> fitting = readings_that_fit(geometry, extent, alignment);
  const std::string got =
      fmt::format("an extent of {} bytes for N = {}, K = {}, which fits {}", extent, geometry.n,
                  geometry.k, fitting.empty() ? "no reading" : names_of(fitting));
  if (stated) {
    for (const Reading& reading : fitting)
      if (reading.format == stated) return *stated;
    return std::unexpected(refusal(RefusalName::Size, where,
                                   fmt::format("the extent of {}", spec::row_of(*stated).name),
                                   got));
  }
  if (fitting.size() == 1 && fitting.front().format == Format::q2_0) return Format::q2_0;
  // GGUF-12
  return std::unexpected(
      refusal(RefusalName::AmbiguousType, where, "type id 42 to fit q2_0 and nothing else", got));
}

}  // namespace tritproof::container
