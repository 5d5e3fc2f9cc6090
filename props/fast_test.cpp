// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <bit>
#include <set>
#include <utility>

#include "props/fast_fixture.h"

/// Decoding, counting and the smaller kernels of every target against the reference, bit for bit.
namespace tritproof::test {
namespace {

TEST(FastTargets, EveryNameIsKnownOnceAndThePortableOneIsLast) {
  std::set<std::string_view> names;
  for (const fast::Target& target : fast::targets()) {
    EXPECT_TRUE(names.insert(target.name).second) << target.name;
    EXPECT_EQ(fast::target_named(target.name), &target);
    EXPECT_GE(target.width, 16u);
  }
  EXPECT_EQ(fast::targets().back().name, "emu128");
  EXPECT_EQ(fast::target_named("avx"), nullptr);
  EXPECT_EQ(fast::target_named("AVX2"), nullptr);
  EXPECT_EQ(fast::target_named(""), nullptr);
}

TEST(FastDecode, AnyBytesGiveTheReferencesWeightsAndNothingElseIsTouched) {
  Random random(1);
  each_format([&](const spec::FormatRow& row, spec::Layout layout) {
    for (const std::size_t rows : heights(row.id))
      for (const std::size_t units : {1, 2, 5}) {
        OwnedBand owned = random_band(row.id, rows, units * row.columns, random, layout);
        expect_decodes(owned, std::array<std::size_t, 3>{0, 1, 37}[units % 3]);
      }
  });
}

TEST(FastHalves, AllPatternsAreExactWhateverTheCount) {
  Bytes bytes;
  for (std::uint32_t pattern = 0; pattern < 65536; ++pattern) {
    bytes.push_back(static_cast<std::uint8_t>(pattern));
    bytes.push_back(static_cast<std::uint8_t>(pattern >> 8));
  }
  for (const fast::Target& target : fast::targets())
    for (const std::size_t count : {0, 1, 3, 15, 16, 17, 31, 65535, 65536}) {
      SCOPED_TRACE(std::string(target.name) + " " + std::to_string(count));
      std::vector<float> out(count + 1, kFloatGuard);
      const std::size_t first = 65536 - count;
      target.halves(bytes.data() + 2 * first, count, out.data());
      for (std::size_t i = 0; i < count; ++i)
        ASSERT_EQ(reference::canonical_word(out[i]),
                  reference::canonical_word(
                      reference::half_to_float(static_cast<std::uint16_t>(first + i))));
      EXPECT_EQ(std::bit_cast<std::uint32_t>(out[count]), 0x5a5a5a5au);
    }
}

spec::Counts reference_counts(OwnedBand& owned) {
  spec::Counts counts;
  for (std::size_t u = 0; u < owned.count(); ++u)
    reference::count_unit(owned.row(), owned.unit(u), owned.band.layout, owned.exponents_of_unit(),
                          counts);
  return counts;
}

void expect_counts(OwnedBand& owned) {
  const spec::Counts expected = reference_counts(owned);
  for (const fast::Target& target : fast::targets()) {
    spec::Counts counts;
    target.count(owned.band, counts);
    ASSERT_EQ(counts, expected) << target.name;
    target.count(owned.band, counts);  // adds
    ASSERT_EQ(counts.zero, 2 * expected.zero) << target.name;
  }
}

TEST(FastCount, AnyBytesAreCountedAsTheReferenceCountsThem) {
  Random random(3);
  each_format([&](const spec::FormatRow& row, spec::Layout layout) {
    for (const std::size_t rows : heights(row.id))
      for (const std::size_t units : {1, 3, 70}) {
        if (row.is_tile() && units > 3) continue;
        OwnedBand owned = random_band(row.id, rows, units * row.columns, random, layout);
        expect_counts(owned);
      }
  });
}

TEST(FastCount, OneCodeByteOrScaleInAGoodUnitIsSeenWhereverItIs) {
  constexpr std::array<std::uint8_t, 7> values{0x03, 0x0c, 0x30, 0xc0, 0x01, 0x7c, 0x00};
  each_format([&](const spec::FormatRow& row, spec::Layout) {
    if (!row.ternary) return;
    OwnedBand owned = ternary_band(row.id, row.rows, row.columns, 4);
    for (std::size_t at = 0; at < row.bytes; ++at)
      for (const std::size_t i : {at, at + 2}) {
        const std::uint8_t kept = std::exchange(owned.unit(0)[at], values[i % values.size()]);
        expect_counts(owned);
        owned.unit(0)[at] = kept;
      }
  });
}

TEST(FastMagnitudes, ExponentsFitAsTheReferenceSays) {
  Random random(5);
  for (const fast::Target& target : fast::targets())
    for (const Format format : {Format::t2s, Format::pb16i}) {
      OwnedBand owned = random_band(format, spec::kTileRows, 512, random);
      for (std::size_t u = 0; u < 2; ++u)  // few multipliers have few bits
        for (std::size_t at = spec::row_of(format).fields[1].offset; at < owned.row().bytes; ++at)
          if (random() % 8 != 0) owned.unit(u)[at] = 0;
      fast::Magnitudes seen;
      target.magnitudes(owned.band, seen);
      for (std::size_t r = 0; r < spec::kTileRows; ++r)
        for (std::int32_t e = -170; e < 130; ++e) {
          bool fits = true;
          for (std::size_t u = 0; u < 2; ++u)
            for (std::uint32_t c = 0; c < 256; c += owned.row().group) {
              const auto row = static_cast<std::uint32_t>(r);
              const auto ms = get16(owned.unit(u), scale_byte(format, row, c));
              fits = fits && reference::power_scale_is_exact(static_cast<std::int16_t>(ms), e);
            }
          ASSERT_EQ(fast::exponent_fits(seen.of_row[r], e), fits) << target.name << " e " << e;
        }
    }
  EXPECT_TRUE(fast::exponent_fits(0, std::numeric_limits<std::int32_t>::max()));
  EXPECT_FALSE(fast::exponent_fits(1, std::numeric_limits<std::int32_t>::min()));
  EXPECT_FALSE(fast::exponent_fits(0x8000, std::numeric_limits<std::int32_t>::max()));
}

}  // namespace
}  // namespace tritproof::test
