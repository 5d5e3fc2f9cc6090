// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <xrt/experimental/xrt_ext.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <span>

#include "hw/protocol/wire.h"
#include "hw/xdna/model/expand.h"
#include "hw/xdna/model/mac.h"
#include "hw/xdna/model/srs.h"
#include "props/xdna_laws.h"

namespace tritproof::xdna {
namespace {

using spec::Format;
using spec::Op;

TEST(Expand, EachByteIsFourCodesLessOne) {
  for (unsigned byte = 0; byte < 256; ++byte)
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned code = byte >> (2 * i) & 3;
      const unsigned nibble = expand_byte(static_cast<std::uint8_t>(byte)) >> (4 * i) & 15u;
      EXPECT_EQ(nibble, (code + 15) % 16) << "byte " << byte << ", code " << i;
    }
}

TEST(Expand, TheReservedCodeBecomesPlusTwo) {
  EXPECT_EQ(expand_byte(0xFF), 0x2222u);
  EXPECT_EQ(unpack(Bytes(128, 0x22))[0], 2);
}

TEST(Mac, EveryPairOfAnElementOfAAndOneOfBMeetsInItsOwnSum) {
  for (std::size_t m = 0; m < kStrip; ++m)
    for (std::size_t k = 0; k < kBlock; ++k) {
      Strip a{};
      a[m * kBlock + k] = -128;
      Bytes b(kBlockBytes);
      b[(k * kBlock + 5) / 2] = 0x70;  // an odd column stands in the high nibble
      AccBlock c{};
      mac(a, unpack(b), c);
      for (std::size_t i = 0; i < c.size(); ++i)
        EXPECT_EQ(c[i], i == m * kBlock + 5 ? -128 * 7 : 0);
    }
}

/// Quarters that separate all ten ways of rounding: ties of either sign and parity, and their
/// neighbours. One line a mode, in the order of the enumeration.
constexpr std::array<std::int64_t, 11> kQuarters{-10, -7, -6, -5, -2, 2, 5, 6, 7, 10, 8};
constexpr std::array<std::array<std::int64_t, 11>, 10> kRounded{{
    {-3, -2, -2, -2, -1, 0, 1, 1, 1, 2, 2},  // floor
    {-2, -1, -1, -1, 0, 1, 2, 2, 2, 3, 2},   // ceil
    {-2, -1, -1, -1, 0, 0, 1, 1, 1, 2, 2},   // sym_floor
    {-3, -2, -2, -2, -1, 1, 2, 2, 2, 3, 2},  // sym_ceil
    {-3, -2, -2, -1, -1, 0, 1, 1, 2, 2, 2},  // neg_inf
    {-2, -2, -1, -1, 0, 1, 1, 2, 2, 3, 2},   // pos_inf
    {-2, -2, -1, -1, 0, 0, 1, 1, 2, 2, 2},   // sym_zero
    {-3, -2, -2, -1, -1, 1, 1, 2, 2, 3, 2},  // sym_inf
    {-2, -2, -2, -1, 0, 0, 1, 2, 2, 2, 2},   // conv_even
    {-3, -2, -1, -1, -1, 1, 1, 1, 2, 3, 2},  // conv_odd
}};

TEST(Srs, EachRoundingIsItsOwn) {
  for (std::size_t mode = 0; mode < kRounded.size(); ++mode) {
    for (std::size_t i = 0; i < kQuarters.size(); ++i)
      EXPECT_EQ(srs(kQuarters[i], {2, static_cast<Rounding>(mode), Saturation::none}, 16).value,
                kRounded[mode][i])
          << kRoundingNames[mode] << " of " << kQuarters[i] << "/4";
    for (std::size_t other = 0; other < mode; ++other) EXPECT_NE(kRounded[mode], kRounded[other]);
  }
}

TEST(Srs, EachSaturationIsItsOwn) {
  constexpr std::array<std::int64_t, 4> values{127, 128, -128, -129};
  constexpr std::array<std::array<std::int64_t, 4>, 3> left{
      {{127, -128, -128, 127}, {127, 127, -128, -128}, {127, 127, -127, -127}}};
  constexpr std::array<std::array<bool, 4>, 3> over{
      {{false, true, false, true}, {false, true, false, true}, {false, true, true, true}}};
  for (std::size_t mode = 0; mode < 3; ++mode)
    for (std::size_t i = 0; i < values.size(); ++i) {
      const SrsValue got = srs(values[i], {0, Rounding::floor, static_cast<Saturation>(mode)}, 8);
      EXPECT_EQ(got.value, left[mode][i]) << kSaturationNames[mode] << " of " << values[i];
      EXPECT_EQ(got.overflow, over[mode][i]) << kSaturationNames[mode] << " of " << values[i];
    }
}

TEST(Srs, TheEndsOfAcc64AndTheLargestShiftAreRight) {
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(srs(least, {63, Rounding::floor, Saturation::none}, 32).value, -1);
  EXPECT_EQ(srs(most, {63, Rounding::conv_even, Saturation::none}, 32).value, 1);
  EXPECT_EQ(srs(most, {63, Rounding::floor, Saturation::none}, 32).value, 0);
  EXPECT_EQ(srs(std::int64_t{1} << 62, {63, Rounding::conv_even, Saturation::none}, 32).value, 0);
  EXPECT_EQ(srs(most, {0, Rounding::floor, Saturation::saturate}, 32).value, 2147483647);
}

/// The model as a runner.
class Model : public Xdna {
 protected:
  static std::unique_ptr<host::PipedSubject> model(std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), TRITPROOF_XDNA_MODEL);
    return start(host::Command{std::move(arguments), {}});
  }
};

TEST_F(Model, SaysWhatItIs) {
  const auto subject = model();
  ASSERT_NE(subject, nullptr);
  EXPECT_TRUE(subject->hello().is_double);
  EXPECT_EQ(subject->hello().modes.size(), 4u);
  for (const auto& [op, format] : {std::pair{Op::expand, Format::t2s},
                                   {Op::replay, Format::t2s},
                                   {Op::replay, Format::pb16i},
                                   {Op::decode, Format::t2s}})
    EXPECT_TRUE(subject->declares(op, format));
  EXPECT_EQ(subject->hello().ops.size(), 4u);
}

/// Two rows of -128, and in the first 16 columns codes and multipliers for which every mode, and
/// for pb16i every narrowing, has a sum of its own (REPLAY-2 to REPLAY-4).
void make_extreme(Question& question) {
  const spec::FormatRow& row = spec::row_of(question.asked.format);
  const bool stream = question.asked.format == Format::t2s;
  std::fill_n(question.input.begin(), 2 * question.asked.geometry.k, std::uint8_t{0x80});
  for (std::size_t tile = 0; tile < question.asked.geometry.k / 256; ++tile) {
    const auto at = question.input.begin() +
                    static_cast<std::ptrdiff_t>(question.asked.m * question.asked.geometry.k +
                                                tile * row.bytes);
    const int up = stream ? 0xAA : 0x88, down = stream ? 0x00 : 0x77;
    std::fill_n(at, row.fields[0].bytes / 2, static_cast<std::uint8_t>(tile == 3 ? down : up));
    for (std::size_t i = 0; i < row.fields[1].bytes; ++i)
      at[row.fields[1].offset + static_cast<std::ptrdiff_t>(i)] = i % 2 == 0 ? 0x00 : 0x80;
  }
}

TEST_F(Model, AgreesInEveryModeAndNarrowingWhereTheyDiffer) {
  const auto subject = model();
  ASSERT_NE(subject, nullptr);
  for (const Format format : {Format::t2s, Format::pb16i}) {
    std::set<std::int64_t> sums;
    for (unsigned mode = 0; mode < 4; ++mode)
      for (unsigned narrowing = 0; narrowing < 3; ++narrowing) {
        Question question(Op::replay, format, 64, 1024, 5, 1);
        make_extreme(question);
        question.asked.flags.mode = static_cast<spec::ReplayMode>(mode);
        question.asked.flags.narrowing = static_cast<spec::Narrowing>(narrowing);
        expect_right(*subject, question.asked);
        const Bytes right = std::get<Bytes>(expected(question.asked));
        sums.insert(mode == 0 ? static_cast<std::int64_t>(protocol::get<std::uint64_t>(right, 0))
                              : static_cast<std::int32_t>(protocol::get<std::uint32_t>(right, 0)));
      }
    EXPECT_GE(sums.size(), 4u) << "cases that cannot tell the modes apart";
  }
}

TEST_F(Model, ObeysAllLawsOverTheSmokeLevel) {
  const auto subject = model();
  ASSERT_NE(subject, nullptr);
  EXPECT_GE(put_all(*subject, props::Level::smoke), 600u);
  EXPECT_EQ(subject->restarts(), 0u);
}

TEST_F(Model, RawReservedCodesAreRecordedAsPlusTwo) {
  Question question(Op::expand, Format::t2s, 32, 256, 0, 3);
  question.input[5] = 0xFF;
  const auto refusing = model();
  ASSERT_NE(refusing, nullptr);
  expect_right(*refusing, question.asked);
  const auto raw = model({"--reserved", "raw"});
  ASSERT_NE(raw, nullptr);
  EXPECT_EQ(raw->hello().policies.front(), (protocol::Policy{"reserved", "+2"}));
  const Outcome outcome = raw->answer(question.asked);
  ASSERT_TRUE(std::holds_alternative<Bytes>(outcome));
  EXPECT_EQ(std::get<Bytes>(outcome)[10], 0x22);
  EXPECT_EQ(std::get<Bytes>(outcome)[11], 0x22);
}

TEST_F(Model, WrongUsageIsSaid) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--reserved"}, {"--reserved", "both"}, {"--raw", "raw"}}) {
    host::Command command{{TRITPROOF_XDNA_MODEL}, {}};
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    const auto subject = try_start(command);
    ASSERT_FALSE(subject.has_value());
    EXPECT_NE(subject.error().what.find("usage: "), std::string::npos) << subject.error().what;
  }
}

/// A buffer that is read by a kernel before it was synced, or by the host before that, shows.
class StandIn : public Xdna {
 protected:
  /// Runs replay of one tile whose sum is known, with or without a sync in each direction.
  std::int64_t first_sum(bool to_device, bool from_device) const {
    const ArgumentMap map = replay_map(Format::t2s, 32, 256, 1);
    xrt::device device(0u);
    const xrt::hw_context context(device, xrt::elf(write("kernel.txt", text_of(map))));
    xrt::run run{xrt::kernel(xrt::ext::kernel(context, map.kernel))};
    std::array<xrt::bo, 3> buffers;
    for (std::size_t i = 0; i < 3; ++i) {
      buffers[i] = xrt::ext::bo(device, map.arguments[i].number);
      std::span bytes(buffers[i].map<std::uint8_t*>(), buffers[i].size());
      // All codes +1, all multipliers 0x0101; all activations 1; an output of zeros.
      std::ranges::fill(bytes, static_cast<std::uint8_t>(i == 2 ? 0 : 1));
      if (i == 0) std::ranges::fill(bytes.first(2048), std::uint8_t{0xAA});
      if (to_device) buffers[i].sync(XCL_BO_SYNC_BO_TO_DEVICE);
      run.set_arg(static_cast<int>(i), buffers[i]);
    }
    run.start();
    EXPECT_EQ(run.wait2(std::chrono::milliseconds(1000)), std::cv_status::no_timeout);
    EXPECT_EQ(run.state(), ERT_CMD_STATE_COMPLETED);
    if (from_device) buffers[2].sync(XCL_BO_SYNC_BO_FROM_DEVICE);
    return buffers[2].map<std::int64_t*>()[0];
  }
};

TEST_F(StandIn, AForgottenSyncShowsInEitherDirection) {
  EXPECT_EQ(first_sum(true, true), 256 * 0x0101);
  EXPECT_NE(first_sum(false, true), 256 * 0x0101);
  EXPECT_EQ(first_sum(true, false), 0) << "the host's copy is what the host wrote";
}

TEST_F(StandIn, ACommandInFlightEndsTheProcessWhenItsRunIsDestroyed) {
  const ArgumentMap map = replay_map(Format::t2s, 32, 256, 1);
  const std::string file = write("kernel.txt", text_of(map));
  EXPECT_DEATH(
      {
        const xrt::device device(0u);
        const xrt::hw_context context(device, xrt::elf(file));
        xrt::run run{xrt::kernel(xrt::ext::kernel(context, map.kernel))};
        run.start();
      },
      "destructed while command is still in progress");
}

}  // namespace
}  // namespace tritproof::xdna
