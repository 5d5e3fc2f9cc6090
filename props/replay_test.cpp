// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "props/support/oracle.h"

namespace tritproof::test {
namespace {

using spec::Narrowing;
using spec::ReplayMode;

constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int32_t>::min();

constexpr ReplayMode kModes[] = {ReplayMode::i64, ReplayMode::wrap32, ReplayMode::sat32_step,
                                 ReplayMode::sat32_end};
constexpr Narrowing kNarrowings[] = {Narrowing::exact, Narrowing::wrap16, Narrowing::sat16};

// Tiles all of whose codes and multipliers are the same.
Bytes plain_tiles(Format format, Geometry geometry, int code, std::int32_t ms) {
  const spec::FormatRow& row = spec::row_of(format);
  Bytes unit = good_unit(row);
  for (std::uint32_t r = 0; r < 32; ++r) {
    for (std::uint32_t c = 0; c < 256; ++c) {
      put_code(unit, format, r, c, code);
      put16(unit, scale_byte(format, r, c), static_cast<std::uint32_t>(ms));
    }
  }
  Bytes tiles;
  for (std::uint64_t i = 0; i < unit_count(row, geometry); ++i) tiles = join({tiles, unit});
  return tiles;
}

Question replay_of(Format format, Geometry geometry, std::uint64_t m, const Bytes& input,
                   ReplayMode mode = ReplayMode::i64, Narrowing narrowing = Narrowing::exact) {
  Question question{Op::replay, format, geometry, input, {}, m};
  question.flags.mode = mode;
  question.flags.narrowing = narrowing;
  return question;
}

std::vector<std::int64_t> alike(std::int64_t sum) { return std::vector<std::int64_t>(32, sum); }

std::int64_t narrowed(std::int64_t p, Narrowing narrowing) {
  if (narrowing == Narrowing::sat16) return std::clamp<std::int64_t>(p, -32768, 32767);
  if (narrowing == Narrowing::wrap16) return (p + 32768 + 65536) % 65536 - 32768;
  return p;
}

std::int64_t ended(std::int64_t sum, ReplayMode mode) {
  if (mode == ReplayMode::i64) return sum;
  if (mode == ReplayMode::wrap32) {
    const std::int64_t low = ((sum % 0x100000000) + 0x100000000) % 0x100000000;
    return low > kMost ? low - 0x100000000 : low;
  }
  return std::clamp(sum, kLeast, kMost);
}

// out(m, n) as the page's formulas say, for each of the two kinds of tiles.
std::int64_t sum_of(const Question& q, std::uint64_t m, std::uint64_t n) {
  const spec::FormatRow& row = spec::row_of(q.format);
  const std::uint64_t k_all = q.geometry.k;
  const auto r = static_cast<std::uint32_t>(n % 32);
  std::int64_t sum = 0;
  for (std::uint64_t g = 0; g < k_all / 32; ++g) {
    const std::uint64_t tile = n / 32 * (k_all / 256) + g / 8;
    const auto unit = std::span(q.input).subspan(q.m * k_all + tile * row.bytes, row.bytes);
    const auto c = static_cast<std::uint32_t>(32 * (g % 8));
    std::int64_t p = 0;
    for (std::uint32_t i = 0; i < 32; ++i)
      p += static_cast<std::int8_t>(q.input[m * k_all + 32 * g + i]) *
           code_at(unit, q.format, r, c + i);
    const auto ms = static_cast<std::int16_t>(get16(unit, scale_byte(q.format, r, c)));
    sum += narrowed(p, q.flags.narrowing) * ms;
    if (q.flags.mode == ReplayMode::sat32_step) sum = ended(sum, q.flags.mode);
  }
  return ended(sum, q.flags.mode);
}

void expect_formula(const Question& question) {
  std::vector<std::int64_t> sums;
  for (std::uint64_t m = 0; m < question.m; ++m)
    for (std::uint64_t n = 0; n < question.geometry.n; ++n) sums.push_back(sum_of(question, m, n));
  expect_sums(question, sums);
}

// Random activations with many extremes, random valid codes, random multipliers.
Bytes random_input(Format format, Geometry geometry, std::uint64_t m, std::mt19937_64& random) {
  const spec::FormatRow& row = spec::row_of(format);
  Bytes tiles = good_units(row, geometry);
  for (std::size_t at = 0; at < tiles.size(); ++at) {
    const auto byte = static_cast<std::uint8_t>(random());
    const bool code = at % row.bytes < spec::fields_of(row).front().bytes;
    const auto threes = static_cast<std::uint8_t>(byte & (byte >> 1) & 0x55);
    tiles[at] = code && row.code3 == spec::Code3::reserved
                    ? static_cast<std::uint8_t>(byte & ~threes)
                    : byte;
  }
  Bytes a(m * geometry.k);
  for (auto& byte : a)
    byte = static_cast<std::uint8_t>(random() % 2 == 0 ? random() % 2 + 0x7f : random());
  return join({a, tiles});
}

TEST(REPLAY_1, TheExactSumOfTheFirstExampleIs25600) {
  const Bytes tiles = plain_tiles(Format::t2s, {32, 256}, 1, 100);
  const Bytes input = join({Bytes(256, 1), tiles});
  for (const ReplayMode mode : kModes)
    expect_sums(replay_of(Format::t2s, {32, 256}, 1, input, mode), alike(25600));
}

TEST(REPLAY_1, EveryFeatureAndRowHasItsOwnSumAndEveryGroupItsMultiplier) {
  std::mt19937_64 random(8);
  for (const Format format : {Format::t2s, Format::pb16i})
    expect_formula(replay_of(format, {64, 768}, 3, random_input(format, {64, 768}, 3, random)));
}

TEST(REPLAY_1, OneActivationFindsOneWeight) {
  for (const Format format : {Format::t2s, Format::pb16i}) {
    const spec::FormatRow& row = spec::row_of(format);
    for (const std::uint64_t k : {0u, 31u, 32u, 127u, 128u, 255u, 256u, 300u, 511u}) {
      Bytes input = join({Bytes(2 * 512), good_units(row, {32, 512})});
      input[512 + k] = 0x80;
      const std::size_t tile = 1024 + k / 256 * row.bytes;
      const auto unit = std::span(input).subspan(tile, row.bytes);
      const auto c = static_cast<std::uint32_t>(k % 256);
      put_code(unit, format, 17, c, -1);
      std::vector<std::int64_t> sums(64);
      sums[32 + 17] = 128 * std::int64_t{get16(unit, scale_byte(format, 17, c))};
      expect_sums(replay_of(format, {32, 512}, 2, input), sums);
    }
  }
}

TEST(REPLAY_2, TheSecondExampleWrapsAtTwoToThe31) {
  const Bytes tiles = plain_tiles(Format::t2s, {32, 512}, 1, -32768);
  const Bytes input = join({Bytes(512, 0x80), tiles});
  const auto question = [&](ReplayMode mode) {
    return replay_of(Format::t2s, {32, 512}, 1, input, mode);
  };
  expect_sums(question(ReplayMode::i64), alike(2147483648));
  expect_sums(question(ReplayMode::wrap32), alike(kLeast));
  expect_sums(question(ReplayMode::sat32_step), alike(kMost));
  expect_sums(question(ReplayMode::sat32_end), alike(kMost));
}

TEST(REPLAY_3, TheThirdExamplePartsTheTwoSaturatingModes) {
  const Bytes input = join({Bytes(1024, 0x80), plain_tiles(Format::t2s, {32, 512}, 1, -32768),
                            plain_tiles(Format::t2s, {32, 512}, -1, -32768)});
  const auto question = [&](ReplayMode mode) {
    return replay_of(Format::t2s, {32, 1024}, 1, input, mode);
  };
  expect_sums(question(ReplayMode::i64), alike(0));
  expect_sums(question(ReplayMode::wrap32), alike(0));
  expect_sums(question(ReplayMode::sat32_step), alike(-1));
  expect_sums(question(ReplayMode::sat32_end), alike(0));
}

TEST(REPLAY_3, TheLowerEndSaturatesToo) {
  const Bytes input = join({Bytes(768, 0x80), plain_tiles(Format::t2s, {32, 768}, 1, 32767)});
  const std::int64_t exact = -24 * std::int64_t{4096} * 32767;
  const auto question = [&](ReplayMode mode) {
    return replay_of(Format::t2s, {32, 768}, 1, input, mode);
  };
  expect_sums(question(ReplayMode::i64), alike(exact));
  expect_sums(question(ReplayMode::wrap32), alike(exact + 0x100000000));
  expect_sums(question(ReplayMode::sat32_step), alike(kLeast));
  expect_sums(question(ReplayMode::sat32_end), alike(kLeast));
}

TEST(REPLAY_4, NarrowingsPartAtP32768) {
  const Bytes tiles = plain_tiles(Format::pb16i, {32, 256}, -8, 3);
  const std::pair<Narrowing, std::int64_t> cases[] = {
      {Narrowing::exact, 98304}, {Narrowing::wrap16, -98304}, {Narrowing::sat16, 98301}};
  Bytes a(256);
  std::fill_n(a.begin() + 64, 32, std::uint8_t{0x80});
  for (const auto& [narrowing, sum] : cases)
    for (const ReplayMode mode : kModes)
      expect_sums(replay_of(Format::pb16i, {32, 256}, 1, join({a, tiles}), mode, narrowing),
                  alike(sum));
}

TEST(REPLAY_4, TheThreeNarrowingsAgreeBelowThatAndForTernaryCodes) {
  const std::tuple<Format, int, std::uint8_t, std::int64_t> cases[] = {
      {Format::pb16i, -8, 0x7f, -32512},
      {Format::pb16i, 7, 0x80, -28672},
      {Format::pb16i, -8, 0x81, 32512},
      {Format::t2s, -1, 0x80, 4096},
      {Format::t2s, 1, 0x80, -4096}};
  for (const auto& [format, code, a, p] : cases)
    for (const Narrowing narrowing : kNarrowings)
      expect_sums(replay_of(format, {32, 256}, 1,
                            join({Bytes(256, a), plain_tiles(format, {32, 256}, code, 5)}),
                            ReplayMode::i64, narrowing),
                  alike(8 * 5 * p));
}

TEST(REPLAY_4, EveryModeAndNarrowingFollowsTheFormulas) {
  std::mt19937_64 random(9);
  int cases = 0;
  for (const Format format : {Format::t2s, Format::pb16i}) {
    const Bytes input = random_input(format, {32, 2048}, 2, random);
    for (const ReplayMode mode : kModes) {
      for (const Narrowing narrowing : kNarrowings) {
        expect_formula(replay_of(format, {32, 2048}, 2, input, mode, narrowing));
        ++cases;
      }
    }
  }
  EXPECT_EQ(cases, 24);
}

TEST(REPLAY_5, AllCodesOfAnImageAreTaken) {
  Bytes unit = good_unit(spec::row_of(Format::pb16i));
  for (std::uint32_t r = 0; r < 16; ++r)
    for (std::uint32_t c = 0; c < 256; ++c)
      put_code(unit, Format::pb16i, r, c, static_cast<int>(r) - 8);
  for (std::size_t at = 4096; at < 4608; at += 2) put16(unit, at, 2);
  std::vector<std::int64_t> sums(32);
  for (std::size_t n = 0; n < 16; ++n) sums[n] = 256 * 2 * 3 * (static_cast<std::int64_t>(n) - 8);
  expect_sums(replay_of(Format::pb16i, {32, 256}, 1, join({Bytes(256, 3), unit})), sums);
}

TEST(REPLAY_5, AReservedCodeOfAStreamIsRefusedInEveryMode) {
  Bytes input = join({Bytes(256), good_unit(spec::row_of(Format::t2s))});
  input[256 + 2047] = 0xd5;
  for (const ReplayMode mode : kModes)
    expect_refused(replay_of(Format::t2s, {32, 256}, 1, input, mode), RefusalName::ReservedCode, 1,
                   {{256 + 2047, 6, 31, 255}});
}

TEST(REPLAY_6, NoRowsOrABrokenShapeIsGeometry) {
  for (const Format format : {Format::t2s, Format::pb16i}) {
    const Bytes unit = good_unit(spec::row_of(format));
    expect_refused(replay_of(format, {32, 256}, 0, unit), RefusalName::Geometry);
    for (const Geometry& geometry :
         {Geometry{31, 256}, Geometry{32, 255}, Geometry{0, 256}, Geometry{32, 0}})
      expect_refused(replay_of(format, geometry, 1, join({Bytes(256), unit})),
                     RefusalName::Geometry);
  }
}

TEST(REPLAY_6, ReplayExistsForStreamAndImageOnly) {
  for (const spec::FormatRow& row : spec::kFormats)
    EXPECT_EQ(subjects_declaring(Op::replay, row.id).size(),
              row.side_table ? in_process_subjects().size() : 0u)
        << row.name;
}

TEST(REPLAY_6, NoSideTableTakesPart) {
  for (const Format format : {Format::t2s, Format::pb16i}) {
    const Bytes input = join({Bytes(256), good_unit(spec::row_of(format))});
    expect_answered(replay_of(format, {32, 256}, 1, input));
    expect_refused(replay_of(format, {32, 256}, 1, join({input, side_table(32, 0)})),
                   RefusalName::Size);
  }
}

}  // namespace
}  // namespace tritproof::test
