// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "codec/convert/convert.h"
#include "props/fast_fixture.h"

/// expand, replay and the conversions of every target against the reference, byte for byte.
namespace tritproof::test {
namespace {

using spec::RefusalName;

TEST(FastExpand, TilesWidenAsTheReferencesDoAndReservedCodesAreSeen) {
  OwnedBand owned = ternary_band(Format::t2s, spec::kTileRows, 768, 1);
  const auto expected = reference::expand({spec::kTileRows, 768}, owned.units());
  ASSERT_TRUE(expected.has_value());
  for (const fast::Target& target : fast::targets()) {
    SCOPED_TRACE(target.name);
    Bytes out(expected->size() + 1, 0x5a);
    ASSERT_TRUE(target.expand(owned.band.units, 3, out.data()));
    EXPECT_EQ(out.back(), 0x5a);
    out.pop_back();
    EXPECT_EQ(out, *expected);
    for (std::size_t at = 0; at < 2048; ++at) {
      const std::uint8_t kept = std::exchange(owned.unit(at % 3)[at], std::uint8_t{0xc0});
      ASSERT_FALSE(target.expand(owned.band.units, 3, out.data())) << "byte " << at;
      owned.unit(at % 3)[at] = kept;
    }
  }
}

// A payload of replay: activations, then the band's tiles.
Bytes replay_payload(const Bytes& activations, OwnedBand& owned) {
  return join({activations, Bytes(owned.units().begin(), owned.units().end())});
}

void expect_replays(const fast::Target& target, OwnedBand& owned, const Bytes& activations,
                    std::size_t m) {
  for (unsigned mode = 0; mode < 4; ++mode)
    for (unsigned narrowing = 0; narrowing < 3; ++narrowing) {
      const auto as_mode = static_cast<spec::ReplayMode>(mode);
      const auto as_narrowing = static_cast<spec::Narrowing>(narrowing);
      const auto expected =
          reference::replay(owned.band.format, {spec::kTileRows, owned.band.columns}, m,
                            replay_payload(activations, owned), as_mode, as_narrowing);
      ASSERT_TRUE(expected.has_value());
      std::vector<std::int64_t> sums(m * 33, 0);
      for (std::size_t i = 0; i < m; ++i) sums[i * 33 + 32] = 7;  // between the rows
      const auto* rows = reinterpret_cast<const std::int8_t*>(activations.data());
      target.replay(owned.band, {rows, m, owned.band.columns}, as_mode, as_narrowing, sums.data(),
                    33);
      for (std::size_t i = 0; i < m; ++i) {
        ASSERT_EQ(sums[i * 33 + 32], 7);
        for (std::size_t n = 0; n < 32; ++n) {
          std::int64_t sum = sums[i * 33 + n];
          if (as_mode == spec::ReplayMode::sat32_end)
            sum = std::clamp<std::int64_t>(sum, INT32_MIN, INT32_MAX);
          ASSERT_EQ(sum, (*expected)[i * 32 + n])
              << "mode " << mode << " narrowing " << narrowing << " row " << i << " n " << n;
        }
      }
    }
}

TEST(FastReplay, EveryModeAndNarrowingSumsAsTheReferenceDoes) {
  Random random(2);
  for (const fast::Target& target : fast::targets())
    for (const Format format : {Format::t2s, Format::pb16i}) {
      SCOPED_TRACE(std::string(target.name) + " " + std::string(spec::row_of(format).name));
      OwnedBand owned = random_band(format, spec::kTileRows, 1024, random);
      if (format == Format::t2s)
        for (std::size_t u = 0; u < owned.count(); ++u)
          for (std::uint8_t& byte : owned.unit(u).first(2048))
            byte = static_cast<std::uint8_t>(byte & ~(byte & byte >> 1 & 0x55));
      Bytes activations(3 * 1024);
      for (std::uint8_t& byte : activations) byte = static_cast<std::uint8_t>(random());
      expect_replays(target, owned, activations, 3);
      // The largest sums there are: all codes least, all activations least, multipliers at an end.
      for (std::size_t u = 0; u < owned.count(); ++u) {
        const std::size_t codes = owned.row().fields[0].bytes;
        std::ranges::fill(owned.unit(u).first(codes),
                          std::uint8_t(format == Format::t2s ? 0 : 0x88));
        for (std::size_t at = codes; at < owned.row().bytes; at += 2)
          put16(owned.unit(u), at, u < 2 ? 0x8000 : 0x7fff);
      }
      std::ranges::fill(activations, std::uint8_t{0x80});
      expect_replays(target, owned, activations, 3);
    }
}

struct Asked {
  fast::Converted converted;
  Bytes bytes;  ///< tiles, then the side table
};

// A whole conversion of one band of 32 rows.
Asked ask_convert(const fast::Target& target, OwnedBand& owned, Format to, bool clamp) {
  const spec::FormatRow& row = spec::row_of(to);
  std::vector<std::int32_t> exponents(spec::kTileRows, fast::kNoExponent);
  if (owned.row().side_table)
    exponents = owned.exponents;
  else if (row.side_table)
    target.exponents(owned.band, exponents.data());
  std::ranges::transform(exponents, exponents.begin(), fast::e_ref_of);
  Asked asked;
  const std::size_t tiles = owned.band.columns / spec::kTileColumns * row.bytes;
  asked.bytes.assign(tiles + 1, 0x5a);
  asked.converted = target.convert(owned.band, {to, clamp, exponents.data()}, asked.bytes.data());
  EXPECT_EQ(asked.bytes.back(), 0x5a);
  asked.bytes.pop_back();
  if (row.side_table) asked.bytes = join({asked.bytes, le32(exponents)});
  return asked;
}

// The same of the reference, and its refusal's name.
void expect_converts(const fast::Target& target, OwnedBand& owned, Format to, bool clamp) {
  SCOPED_TRACE("to " + std::string(spec::row_of(to).name) + (clamp ? ", clamped" : ""));
  Bytes input(owned.units().begin(), owned.units().end());
  if (owned.row().side_table) input = join({input, le32(owned.exponents)});
  const auto expected = convert::convert_bytes(
      owned.band.format, {spec::kTileRows, owned.band.columns}, input, to, {clamp});
  const Asked asked = ask_convert(target, owned, to, clamp);
  if (expected) {
    ASSERT_EQ(asked.converted.obstacles, 0u);
    ASSERT_EQ(asked.bytes, *expected);
    return;
  }
  ASSERT_NE(asked.converted.obstacles, 0u) << spec::row_of(expected.error().name).name;
  ASSERT_EQ(static_cast<RefusalName>(std::countr_zero(asked.converted.obstacles)),
            expected.error().name)
      << spec::row_of(expected.error().name).name;
}

// Calls `check(target, from, to)` for every pair that is converted.
template <class Check>
void each_pair(const Check& check) {
  for (const fast::Target& target : fast::targets())
    for (const spec::FormatRow& from : spec::kFormats)
      for (const spec::FormatRow& to : spec::kFormats) {
        if (!fast::converts(from.id, to.id)) continue;
        SCOPED_TRACE(std::string(target.name) + ": " + std::string(from.name));
        check(target, from, to.id);
        if (testing::Test::HasFatalFailure()) return;
      }
}

TEST(FastConvert, EveryTernaryTensorBecomesWhatTheReferenceMakesOfIt) {
  each_pair([](const fast::Target& target, const spec::FormatRow& from, Format to) {
    for (const std::size_t columns : {256, 768}) {
      OwnedBand owned = ternary_band(from.id, spec::kTileRows, columns, columns);
      expect_converts(target, owned, to, false);
      expect_converts(target, owned, to, true);
    }
  });
}

TEST(FastConvert, ASpoiltByteIsRefusedByTheNameThatComesFirst) {
  Random random(3);
  each_pair([&](const fast::Target& target, const spec::FormatRow& from, Format to) {
    OwnedBand owned = ternary_band(from.id, spec::kTileRows, 256, 9);
    for (std::size_t i = 0; i < 60; ++i) {
      // Half of the bytes belong to scales, which are few.
      std::size_t at = random() % owned.units().size();
      for (const spec::Field& field : spec::fields_of(from))
        if (i % 2 == 0 && spec::codes_per_byte(field.kind) == 0)
          at = random() % owned.count() * from.bytes + field.offset + random() % field.bytes;
      const auto value = static_cast<std::uint8_t>(random());
      const std::uint8_t kept = std::exchange(owned.units()[at], value);
      expect_converts(target, owned, to, i % 3 == 0);
      if (testing::Test::HasFatalFailure()) return;
      if (i % 4 != 0) owned.units()[at] = kept;  // faults gather
    }
  });
}

TEST(FastConvert, EveryHalfBecomesAMultiplierOrIsRefused) {
  for (const fast::Target& target : fast::targets())
    for (std::uint32_t pattern = 0; pattern < 65536; pattern += 31) {
      OwnedBand owned(Format::t2, spec::kTileRows, 256);
      for (std::uint32_t at = 2048; at < 2176; at += 2)
        put16(owned.unit(0), at, at % 4 == 0 ? pattern : 0x3c00);
      expect_converts(target, owned, Format::t2s, false);
      if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(FastConvert, EveryMultiplierBecomesAHalfOrIsRefused) {
  for (const fast::Target& target : fast::targets())
    for (std::uint32_t serial = 0; serial < 65536; serial += 192) {
      OwnedBand owned(Format::t2s, spec::kTileRows, 256);
      for (std::uint32_t i = 0; i < 64; ++i)
        put16(owned.unit(0), 2048 + 2 * i, serial < 4096 || i == serial / 64 % 64 ? serial + i : 1);
      for (std::size_t r = 0; r < spec::kTileRows; ++r)
        owned.exponents[r] = static_cast<std::int32_t>((r * 7 + serial / 64) % 40) - 30;
      expect_converts(target, owned, Format::t2, false);
      if (testing::Test::HasFatalFailure()) return;
    }
}

}  // namespace
}  // namespace tritproof::test
