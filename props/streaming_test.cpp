// SPDX-License-Identifier: Apache-2.0
#include "codec/streaming.h"

#include <gtest/gtest.h>

#include <random>

#include "codec/convert/compare.h"
#include "codec/parts.h"
#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

// A tensor in memory and the way to it.
struct Held {
  Bytes bytes;
  std::unique_ptr<container::Source> source;
  convert::StoredTensor tensor;
};

Held held(Format format, Geometry geometry, Bytes bytes) {
  const spec::FormatRow& row = spec::row_of(format);
  Held out{std::move(bytes), nullptr, {}};
  out.source = container::memory_source(out.bytes);
  out.tensor = convert::stored_in(*out.source, format, spec::Layout::standard, geometry,
                                  unit_count(row, geometry) * row.bytes);
  return out;
}

std::vector<const fast::Target*> all_targets() {
  std::vector<const fast::Target*> all;
  for (const fast::Target& target : fast::targets()) all.push_back(&target);
  return all;
}

void expect_same(const convert::StoredTensor& a, const convert::StoredTensor& b,
                 const streaming::Options& how) {
  SCOPED_TRACE(how.target->name);
  const auto expected = convert::compare(a, b);
  const auto got = streaming::compare(a, b, how);
  ASSERT_EQ(expected.has_value(), got.has_value());
  if (!expected) {
    const auto& want = std::get<spec::Refusal>(expected.error());
    const auto& have = std::get<spec::Refusal>(got.error());
    EXPECT_EQ(want.name, have.name);
    EXPECT_EQ(want.places, have.places);
    return;
  }
  EXPECT_EQ(expected->weights, got->weights);
  EXPECT_EQ(expected->differing, got->differing);
  EXPECT_EQ(expected->reserved_a, got->reserved_a);
  EXPECT_EQ(expected->reserved_b, got->reserved_b);
  ASSERT_EQ(expected->first.has_value(), got->first.has_value());
  if (!expected->first) return;
  EXPECT_EQ(expected->first->n, got->first->n);
  EXPECT_EQ(expected->first->k, got->first->k);
  EXPECT_EQ(expected->first->a, got->first->a);
  EXPECT_EQ(expected->first->b, got->first->b);
}

const std::initializer_list<std::uint16_t> kHalves = {0x3c00, 0x3c00, 0x3800, 0x3800, 0xc200,
                                                      0xc200, 0x3666, 0x3666, 0x3a68, 0x3a68};

std::vector<const spec::FormatRow*> ternary() {
  std::vector<const spec::FormatRow*> rows;
  for (const spec::FormatRow& row : spec::kFormats)
    if (row.ternary) rows.push_back(&row);
  return rows;
}

TEST(StreamingCompare, EveryPairOfTernaryFormatsIsEqualOnBothPaths) {
  const Sheet sheet = sheet_of({96, 512}, kHalves);
  int pairs = 0;
  for (const spec::FormatRow* from : ternary())
    for (const spec::FormatRow* to : ternary()) {
      SCOPED_TRACE(std::string(from->name) + " " + std::string(to->name));
      const Held a = held(from->id, sheet.geometry, build(from->id, sheet));
      const Held b = held(to->id, sheet.geometry, build(to->id, sheet));
      for (const fast::Path path : {fast::Path::floats, fast::Path::codes})
        for (const fast::Target* target : all_targets()) {
          const auto got = streaming::compare(a.tensor, b.tensor, {target, path, 2});
          ASSERT_TRUE(got.has_value());
          EXPECT_TRUE(got->equal());
          EXPECT_EQ(got->weights, 96u * 512u);
          ++pairs;
        }
    }
  EXPECT_EQ(pairs, 64 * 2 * static_cast<int>(all_targets().size()));
}

TEST(StreamingCompare, AnyByteThatIsChangedIsFoundAtTheSamePlace) {
  std::mt19937 dice(7);
  const Sheet sheet = sheet_of({96, 512}, kHalves);
  for (const spec::FormatRow* from : ternary())
    for (const spec::FormatRow* to : ternary()) {
      SCOPED_TRACE(std::string(from->name) + " " + std::string(to->name));
      const Held a = held(from->id, sheet.geometry, build(from->id, sheet));
      for (int edit = 0; edit < 6; ++edit) {
        Bytes bytes = build(to->id, sheet);
        for (int i = 0; i <= edit; ++i)
          bytes[dice() % bytes.size()] ^= static_cast<std::uint8_t>(1u << dice() % 8);
        const Held b = held(to->id, sheet.geometry, std::move(bytes));
        const auto path = edit % 2 == 0 ? fast::Path::floats : fast::Path::codes;
        for (const fast::Target* target : all_targets())
          expect_same(a.tensor, b.tensor, {target, path, 1u + static_cast<unsigned>(edit) % 3});
      }
    }
}

TEST(StreamingCompare, BytesOfAnyKindAreComparedAsTheReferenceDoes) {
  std::mt19937 dice(11);
  for (const spec::FormatRow& row : spec::kFormats) {
    SCOPED_TRACE(row.name);
    const Geometry geometry = units_of(row, row.is_tile() ? 3 : 70, 3);
    Bytes bytes(unit_count(row, geometry) * row.bytes);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(dice());
    const Bytes table = row.side_table ? side_table(geometry.n, -9) : Bytes{};
    bytes.insert(bytes.end(), table.begin(), table.end());
    const Held a = held(row.id, geometry, bytes);
    bytes[dice() % (bytes.size() - table.size())] ^= 1;
    const Held b = held(row.id, geometry, std::move(bytes));
    for (const fast::Path path : {fast::Path::floats, fast::Path::codes})
      for (const fast::Target* target : all_targets()) {
        expect_same(a.tensor, a.tensor, {target, path, 2});
        expect_same(a.tensor, b.tensor, {target, path, 2});
      }
  }
}

TEST(StreamingCompare, ARowWiderThanAPartIsComparedWhole) {
  const Geometry geometry{32, 2 * 65536 + 512};
  const Sheet sheet = sheet_of(geometry, {0x3c00});
  const Held a = held(Format::t2, geometry, build(Format::t2, sheet));
  Bytes bytes = build(Format::tq2_0, sheet);
  const std::uint64_t row_bytes = geometry.k / 256 * 66;
  bytes[7 * row_bytes - 2] ^= 1;   // the last scale of row 6
  bytes[6 * row_bytes + 64] ^= 1;  // the first scale of row 6
  const Held b = held(Format::tq2_0, geometry, std::move(bytes));
  for (const unsigned threads : {1u, 3u})
    expect_same(a.tensor, b.tensor, {&fast::targets().front(), fast::Path::floats, threads});
}

TEST(PartReader, EveryRowOfALongTensorHasItsOwnExponentInWhateverOrderPartsAreRead) {
  const Geometry geometry{9600, 256};
  Bytes bytes(geometry.n / 32 * 4608 + 4 * geometry.n);
  for (std::uint32_t r = 0; r < geometry.n; ++r) put32(bytes, bytes.size() - 4 * (9600 - r), r);
  const Held image = held(Format::pb16i, geometry, std::move(bytes));
  streaming::PartReader reader(image.tensor, *reference::grid_of(Format::pb16i, geometry));
  for (const std::uint64_t n : {0u, 2720u, 4064u, 9536u, 5440u, 4096u, 32u}) {
    ASSERT_TRUE(reader.load({n, 0, 64, geometry.k}).has_value());
    for (std::uint64_t r = 0; r < 64; ++r)
      EXPECT_EQ(reader.exponents(r / 32)[r % 32], static_cast<std::int32_t>(n + r));
  }
}

TEST(StreamingCompare, AnExponentOutOfRangeIsRefusedWithItsPlace) {
  const Sheet sheet = sheet_of({64, 256}, {0x3c00});
  Bytes bytes = build(Format::pb16i, sheet);
  put32(bytes, bytes.size() - 4, 2000);
  const Held a = held(Format::pb16i, sheet.geometry, std::move(bytes));
  const Held b = held(Format::t2, sheet.geometry, build(Format::t2, sheet));
  for (const fast::Target* target : all_targets())
    expect_same(a.tensor, b.tensor, {target, fast::Path::codes, 2});
}

struct Written {
  Bytes units;
  Bytes ref;
};

// Both ways of converting, which must answer alike.
void expect_converted(const Held& from, Format to, bool clamp, const fast::Target& target) {
  const auto size = convert::target_size(from.tensor.format, to, from.tensor.geometry);
  ASSERT_TRUE(size.has_value());
  const auto run = [&](auto convert_with) {
    Written out{Bytes(size->units), Bytes(size->ref)};
    convert::MemorySink units(out.units);
    convert::MemorySink ref(out.ref);
    auto seen = convert_with(units, ref);
    return std::pair(std::move(out), std::move(seen));
  };
  const auto [want, expected] = run([&](auto& units, auto& ref) {
    return convert::convert(from.tensor, to, {clamp}, units, &ref);
  });
  const auto [have, got] = run([&](auto& units, auto& ref) {
    return streaming::convert(from.tensor, to, {clamp}, units, &ref,
                              {&target, fast::Path::floats, 3});
  });
  ASSERT_EQ(expected.has_value(), got.has_value());
  if (!expected) {
    EXPECT_EQ(std::get<spec::Refusal>(expected.error()).name,
              std::get<spec::Refusal>(got.error()).name);
    return;
  }
  EXPECT_EQ(want.units, have.units);
  EXPECT_EQ(want.ref, have.ref);
  EXPECT_EQ(expected->counts, got->counts);
  EXPECT_EQ(expected->clamped, got->clamped);
}

TEST(StreamingConvert, EveryPairGivesTheBytesAndCountsOfTheReference) {
  const Sheet sheet = sheet_of({96, 512}, kHalves);
  for (const spec::FormatRow* from : ternary()) {
    const Held good = held(from->id, sheet.geometry, build(from->id, sheet));
    for (const spec::FormatRow* to : ternary())
      for (const fast::Target* target : all_targets()) {
        SCOPED_TRACE(std::string(from->name) + " " + std::string(to->name));
        expect_converted(good, to->id, false, *target);
      }
  }
}

TEST(StreamingConvert, WhatIsRefusedIsRefusedAlikeAndClampedAlike) {
  std::mt19937 dice(13);
  const Sheet sheet = sheet_of({96, 512}, kHalves);
  for (const spec::FormatRow* from : ternary())
    for (const spec::FormatRow* to : ternary())
      for (int edit = 0; edit < 6; ++edit) {
        SCOPED_TRACE(std::string(from->name) + " " + std::string(to->name));
        Bytes bytes = build(from->id, sheet);
        for (int i = 0; i < edit; ++i)
          bytes[dice() % bytes.size()] ^= static_cast<std::uint8_t>(1u << dice() % 8);
        const Held spoilt = held(from->id, sheet.geometry, std::move(bytes));
        expect_converted(spoilt, to->id, edit % 2 == 0, fast::targets().front());
      }
}

}  // namespace
}  // namespace tritproof::test
