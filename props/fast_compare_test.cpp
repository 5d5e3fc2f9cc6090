// SPDX-License-Identifier: Apache-2.0
#include <tuple>
#include <utility>

#include "codec/convert/convert.h"
#include "props/fast_fixture.h"

/// Comparisons of every target, on both paths, against the reference's weights one by one.
namespace tritproof::test {
namespace {

// What a comparison must find.
fast::Comparison expected_of(OwnedBand& a, OwnedBand& b) {
  const std::vector<float> left = reference_weights(a);
  const std::vector<float> right = reference_weights(b);
  fast::Comparison expected;
  const auto order = [&](std::size_t row, std::size_t column) {
    return std::tuple(a.row().is_tile() ? column / spec::kTileColumns : 0, row, column);
  };
  for (std::size_t i = 0; i < left.size(); ++i) {
    const std::uint32_t word_a = reference::canonical_word(left[i]);
    const std::uint32_t word_b = reference::canonical_word(right[i]);
    if (word_a == word_b) continue;
    const std::size_t row = i / a.band.columns;
    const std::size_t column = i % a.band.columns;
    const auto& [r, c, x, y] = expected.first;
    if (expected.differing++ == 0 || order(row, column) < order(r, c))
      expected.first = {row, column, word_a, word_b};
  }
  const auto reserved = [](OwnedBand& side) {
    spec::Counts counts;
    for (std::size_t u = 0; u < side.count(); ++u)
      reference::count_unit(side.row(), side.unit(u), side.band.layout, side.exponents_of_unit(),
                            counts);
    return counts.reserved;
  };
  expected.reserved_a = reserved(a);
  expected.reserved_b = reserved(b);
  return expected;
}

void expect_same(const fast::Comparison& got, const fast::Comparison& expected) {
  ASSERT_EQ(got.differing, expected.differing);
  ASSERT_EQ(got.reserved_a, expected.reserved_a);
  ASSERT_EQ(got.reserved_b, expected.reserved_b);
  if (expected.differing == 0) return;
  ASSERT_EQ(got.first.row, expected.first.row);
  ASSERT_EQ(got.first.column, expected.first.column);
  ASSERT_EQ(got.first.a, expected.first.a);
  ASSERT_EQ(got.first.b, expected.first.b);
}

// Every target answers as expected, on both paths.
void expect_comparison(OwnedBand& a, OwnedBand& b, const fast::Comparison& expected) {
  for (const fast::Target& target : fast::targets())
    for (const fast::Path path : {fast::Path::floats, fast::Path::codes}) {
      SCOPED_TRACE(std::string(target.name) +
                   (path == fast::Path::floats ? ", float path" : ", code path"));
      expect_same(target.compare(a.band, b.band, path), expected);
      if (testing::Test::HasFatalFailure()) return;
    }
}

void expect_comparison(OwnedBand& a, OwnedBand& b) { expect_comparison(a, b, expected_of(a, b)); }

// The same ternary tensor in another format.
OwnedBand in_format(OwnedBand& owned, Format to) {
  Bytes input(owned.units().begin(), owned.units().end());
  if (owned.row().side_table) input = join({input, le32(owned.exponents)});
  const auto bytes = convert::convert_bytes(owned.band.format,
                                            {owned.band.rows, owned.band.columns}, input, to, {});
  EXPECT_TRUE(bytes.has_value());
  OwnedBand made(to, owned.band.rows, owned.band.columns);
  std::copy_n(bytes->begin(), made.units().size(), made.units().begin());
  for (std::size_t r = 0; made.row().side_table && r < owned.band.rows; ++r)
    made.exponents[r] =
        static_cast<std::int32_t>(get16(*bytes, made.units().size() + 4 * r) |
                                  get16(*bytes, made.units().size() + 4 * r + 2) << 16);
  return made;
}

// Calls `check(a, b)` for every pair of formats, under a trace.
template <class Check>
void each_pair_of_sides(const Check& check) {
  for (const spec::FormatRow& a : spec::kFormats)
    for (const spec::FormatRow& b : spec::kFormats) {
      SCOPED_TRACE(std::string(a.name) + " and " + std::string(b.name));
      check(a, b);
      if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(FastCompare, ATensorEqualsItselfInEveryOtherFormat) {
  OwnedBand source = ternary_band(Format::t2, spec::kTileRows, 512, 1);
  each_pair_of_sides([&](const spec::FormatRow& a, const spec::FormatRow& b) {
    if (!a.ternary || !b.ternary) return;
    OwnedBand left = in_format(source, a.id);
    OwnedBand right = in_format(source, b.id);
    expect_comparison(left, right, {});
  });
}

// Another value for one code, which no format lacks.
void change_code(OwnedBand& owned, std::size_t n, std::size_t k) {
  const spec::FormatRow& row = owned.row();
  const auto unit = owned.unit(n / row.rows * owned.across() + k / row.columns);
  const auto r = static_cast<std::uint32_t>(n % row.rows);
  const auto c = static_cast<std::uint32_t>(k % row.columns);
  const int code = code_at(unit, row.id, r, c);
  put_code(unit, row.id, r, c, code == 1 ? -1 : code + 1);
}

// One bit of the scale that serves an element.
void change_scale(OwnedBand& owned, std::size_t n, std::size_t k, unsigned bit) {
  const spec::FormatRow& row = owned.row();
  const auto unit = owned.unit(n / row.rows * owned.across() + k / row.columns);
  const std::uint32_t at = scale_byte(row.id, static_cast<std::uint32_t>(n % row.rows),
                                      static_cast<std::uint32_t>(k % row.columns));
  put16(unit, at, get16(unit, at) ^ 1u << bit);
}

TEST(FastCompare, OneChangedCodeOrScaleBitIsFoundWhereItIs) {
  OwnedBand source = ternary_band(Format::t2, spec::kTileRows, 512, 2);
  Random random(2);
  each_pair_of_sides([&](const spec::FormatRow& a, const spec::FormatRow& b) {
    if (!a.ternary || !b.ternary) return;
    OwnedBand left = in_format(source, a.id);
    const OwnedBand right = in_format(source, b.id);
    const std::pair<std::size_t, std::size_t> places[] = {
        {0, 0}, {31, 511}, {15, 256}, {16, 255}, {random() % 32, random() % 512}};
    for (const auto& [n, k] : places) {
      OwnedBand changed = right;
      change_code(changed, n, k);
      expect_comparison(left, changed);
      OwnedBand rescaled = right;
      change_scale(rescaled, n, k, static_cast<unsigned>(random() % 16));
      expect_comparison(left, rescaled);
      if (testing::Test::HasFatalFailure()) return;
    }
  });
}

TEST(FastCompare, AnyTwoBandsOfAnyBytesAreComparedExactly) {
  Random random(3);
  each_pair_of_sides([&](const spec::FormatRow& a, const spec::FormatRow& b) {
    const bool tiles = a.is_tile() || b.is_tile();
    const std::size_t rows = tiles ? 32 : 35;
    const std::size_t columns = tiles ? 256 : std::max(a.columns, b.columns) * 3;
    OwnedBand left = random_band(a.id, rows, columns, random);
    OwnedBand right = random_band(b.id, rows, columns, random);
    expect_comparison(left, right);
    if (a.id != b.id) return;
    // Equal bytes, codes 3 and NaN scales among them.
    std::ranges::copy(left.units(), right.units().begin());
    right.exponents = left.exponents;
    right.band.exponents = right.exponents.data();
    expect_comparison(left, right);
  });
}

TEST(FastCompare, NanScalesAreEqualWhateverTheirBitsAndCode3MeansWhatItsFormatSays) {
  OwnedBand tile(Format::t2, 32, 256);
  OwnedBand blocks(Format::pq2_0, 32, 256);
  for (std::uint32_t r = 0; r < 32; ++r)
    for (std::uint32_t g = 0; g < 2; ++g) {
      put16(tile.unit(0), 2048 + 4 * r + 2 * g, 0x7c01 + r);
      put16(blocks.unit(2 * r + g), 0, 0xfe00 + g);
    }
  expect_comparison(tile, blocks, {});
  put_code(tile.unit(0), Format::t2, 3, 130, 2);
  put_code(blocks.unit(2 * 3 + 1), Format::pq2_0, 0, 2, 2);
  expect_comparison(tile, blocks);
  const fast::Comparison expected = expected_of(tile, blocks);
  EXPECT_EQ(expected.differing, 1u);
  EXPECT_EQ(expected.first.a, 0u);
  EXPECT_EQ(expected.first.b, 0x7fc00000u);
  EXPECT_EQ(expected.reserved_a, 1u);
  EXPECT_EQ(expected.reserved_b, 0u);
}

TEST(FastCompare, UnequalMultipliersAndWideCodesAreComparedToo) {
  OwnedBand image = ternary_band(Format::pb16i, 32, 256, 5);
  OwnedBand other = image;
  put16(image.unit(0), 4096 + 32, 77);
  put_code(image.unit(0), Format::pb16i, 7, 200, -8);
  expect_comparison(image, other);
  OwnedBand same = image;
  expect_comparison(image, same, {});
}

TEST(FastCompare, EveryPairOfCodesIsJudged) {
  OwnedBand blocks = ternary_band(Format::pq2_0, 32, 256, 11);
  OwnedBand tile = in_format(blocks, Format::t2);
  std::uint64_t differing = 0;
  for (int a = -1; a <= 2; ++a)
    for (int b = -1; b <= 2; ++b) {
      SCOPED_TRACE(std::to_string(a) + " and " + std::to_string(b));
      put_code(blocks.unit(2 * 9), Format::pq2_0, 0, 77, a);
      put_code(tile.unit(0), Format::t2, 9, 77, b);
      const fast::Comparison expected = expected_of(blocks, tile);
      differing += expected.differing;
      expect_comparison(blocks, tile, expected);
    }
  EXPECT_GE(differing, 12u);  // all but like ones and a zero that is like the reserved code's
}

// Two bits of a nibble are -2's as they are those of a block's code 3.
TEST(FastCompare, MinusTwoOfAnImageIsNotPlusTwoOfABlock) {
  OwnedBand image(Format::pb16i, spec::kTileRows, spec::kTileColumns);
  const auto tile = image.units();
  for (std::size_t i = 4096; i < tile.size(); i += 2) tile[i] = 1;  // scales of 1
  tile[0] = 0x0e;
  OwnedBand blocks(Format::pq2_0, spec::kTileRows, spec::kTileColumns);
  const auto units = blocks.units();
  std::ranges::fill(units, std::uint8_t{0x55});  // zeros
  for (std::size_t i = 0; i < units.size(); i += 34) {
    units[i] = 0x00;
    units[i + 1] = 0x3c;
  }
  units[2] = 0x57;
  ASSERT_EQ(expected_of(image, blocks).differing, 1u);
  expect_comparison(image, blocks);
  expect_comparison(blocks, image);
}

}  // namespace
}  // namespace tritproof::test
