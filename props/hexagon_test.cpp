// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <functional>
#include <vector>

#include "props/domains/planes.h"
#include "props/hexagon_fixture.h"

namespace tritproof::hexagon {
namespace {

/// The command of the right kernels; a test without it fails and says how to get it.
host::Command right() {
  const auto command = hw::find_hexagon();
  if (command) return *command;
  ADD_FAILURE() << command.error().why << "; run " << command.error().bring;
  return {};
}

/// The kernels with a planted fault, by its number in hw/hexagon/kernel/hvx.h.
host::Command with_fault(int fault) {
  host::Command command = right();
  if (!command.argv.empty())
    command.argv[1] = TRITPROOF_HEXAGON_FOLDER "/fault-" + std::to_string(fault) + ".elf";
  return command;
}

TEST(Hexagon, SaysThatItIsAnEmulator) {
  const auto subject = started(right());
  ASSERT_NE(subject, nullptr);
  const protocol::Hello& hello = subject->runner().hello();
  EXPECT_EQ(hello.runner, "hexagon");
  EXPECT_TRUE(hello.is_double);
  EXPECT_TRUE(hello.poison);
  EXPECT_NE(hello.device.find("emulator"), std::string::npos) << hello.device;
  EXPECT_NE(hello.device.find("never run on a device"), std::string::npos) << hello.device;
  EXPECT_EQ(hello.ops.size(), 7u);
  EXPECT_EQ(hello.modes.size(), 4u);
  EXPECT_EQ(subject->runner().close(), std::nullopt);
}

TEST(Hexagon, BreaksNoLawOnEveryThirdSmokeCase) {
  const auto subject = started(right());
  ASSERT_NE(subject, nullptr);
  expect_no_law_broken(*subject, props::Level::smoke, 3, 250);
}

/// A replay of any activations, codes and multipliers; reserved codes become +1.
Case any_replay(Format format, spec::ReplayMode mode, std::uint64_t m, spec::Geometry geometry) {
  const spec::FormatRow& row = spec::row_of(format);
  Bytes input(m * geometry.k + props::units_in(row, geometry) * row.bytes);
  for (std::size_t i = 0; i < input.size(); ++i)
    input[i] = static_cast<std::uint8_t>(props::scatter(i));
  for (std::size_t i = m * geometry.k; format == Format::t2s && i < input.size(); ++i)
    if ((i - m * geometry.k) % row.bytes < 2048)
      input[i] = static_cast<std::uint8_t>(input[i] & ~(input[i] >> 1 & 0x55));
  Case asked = case_of(Op::replay, format, std::move(input), m, geometry);
  asked.flags.mode = mode;
  return asked;
}

TEST(Hexagon, ReplaysMoreRowsAndColumnsThanItsWorkingMemoryHolds) {
  const auto subject = started(right());
  ASSERT_NE(subject, nullptr);
  for (const Format format : {Format::t2s, Format::pb16i})
    for (const auto mode : {spec::ReplayMode::i64, spec::ReplayMode::sat32_step}) {
      EXPECT_EQ(first_difference(*subject, any_replay(format, mode, 2, {64, 33280})), "");
      EXPECT_EQ(first_difference(*subject, any_replay(format, mode, 17, {64, 512})), "");
    }
}

TEST(Hexagon, TellsCountAndPlaceOfReservedCodes) {
  const auto subject = started(right());
  ASSERT_NE(subject, nullptr);
  Bytes tiles;
  for (int i = 0; i < 4; ++i) {
    const Bytes tile = tile_of(0x55, 1);
    tiles.insert(tiles.end(), tile.begin(), tile.end());
  }
  tiles[3 * 2176 + 1024 + 4 * 70 + 2] = 0xdd;  // n 16 + 8 + 1, k 70, and n 16 + 8 + 3
  const Case asked = case_of(Op::expand, Format::t2s, tiles, 0, {64, 512});
  const Outcome outcome = subject->answer(asked.request());
  const auto* const refusal = std::get_if<spec::Refusal>(&outcome);
  ASSERT_NE(refusal, nullptr);
  EXPECT_EQ(refusal->name, spec::RefusalName::ReservedCode);
  EXPECT_EQ(refusal->got, "2 reserved codes, first at tile 3, n 57, k 326");
}

TEST(Hexagon, EndsAtABrokenFrame) {
  const host::Command command = right();
  ASSERT_EQ(command.argv.size(), 2u);
  const std::string line = command.argv[0] + " " + command.argv[1] + " 2>/dev/null";
  EXPECT_EQ(std::system(("head -c 32 /dev/zero | " + line).c_str()) >> 8, 1);
  EXPECT_EQ(std::system(("head -c 31 /dev/zero | " + line).c_str()) >> 8, 1);
  EXPECT_EQ(std::system((line + " </dev/null").c_str()) >> 8, 0);
}

void set_code(Bytes& tile, unsigned row, unsigned column, unsigned code) {
  std::uint8_t& byte = tile[64 * row + column / 4];  // T2-1
  const unsigned shift = 2 * (column % 4);
  byte = static_cast<std::uint8_t>((byte & ~(3u << shift)) | code << shift);
}

void set_scale(Bytes& tile, unsigned row, unsigned half, std::uint16_t scale) {
  protocol::put(std::span(tile), 2048 + 4 * row + 2 * half, scale);  // T2-4
}

Case decode_with(const std::function<void(Bytes&)>& change) {
  Bytes tile = tile_of(0xaa, 0x3c00);  // every weight is 1
  change(tile);
  return case_of(Op::decode, Format::t2, tile);
}

/// One activation at k 8, one code at k 8 of n 19.
Case one_product() {
  Bytes input(256);
  input[8] = 1;
  Bytes tile = tile_of(0x55, 7);
  tile[1024 + 4 * 8] = 0x95;  // T2S-1: n 16 to 19 of k 8
  input.insert(input.end(), tile.begin(), tile.end());
  return case_of(Op::replay, Format::t2s, input, 1);
}

/// REPLAY-3's last worked example for n 17 alone.
Case there_and_back() {
  Bytes input(1024, 0x80);
  for (const std::uint64_t tiles : {0, 1, 2, 3}) {
    Bytes tile = tile_of(tiles < 2 ? 0xaa : 0x00, 1);
    for (const std::size_t entry : {33, 49})  // T2S-2: n 17 of both halves
      protocol::put(std::span(tile), 2048 + 2 * entry, std::uint16_t{0x8000});
    input.insert(input.end(), tile.begin(), tile.end());
  }
  Case asked = case_of(Op::replay, Format::t2s, input, 1, {32, 1024});
  asked.flags.mode = spec::ReplayMode::sat32_end;
  return asked;
}

struct Planted {
  int fault;
  const char* where;
  Case asked;
};

std::vector<Planted> planted() {
  Bytes stream = tile_of(0x55, 1);
  stream[777] = 0x56;  // T2S-4: the first code of wire byte 777 is +1
  Bytes reserved = tile_of(0x55, 1);
  reserved[5] = 0x57;
  const std::uint16_t subnormal = 0x0001, minus_one = 0xbc00, infinity = 0x7c00;
  return {
      {2, "row 3 column 128", decode_with([=](Bytes& t) { set_scale(t, 3, 1, subnormal); })},
      {3, "row 7 column 9", decode_with([](Bytes& t) { set_code(t, 7, 9, 3); })},
      {3, "the whole answer", case_of(Op::expand, Format::t2s, reserved)},
      {4, "row 2 column 5", decode_with([=](Bytes& t) {
         set_scale(t, 2, 0, minus_one);
         set_code(t, 2, 5, 1);
       })},
      {5, "row 31 column 128", decode_with([=](Bytes& t) { set_scale(t, 31, 1, infinity); })},
      {6, "byte 1554", case_of(Op::expand, Format::t2s, stream)},
      {7, "row 0 column 19", one_product()},
      {8, "row 0 column 17", there_and_back()},
  };
}

TEST(Hexagon, APlantedFaultIsFoundAtItsPlace) {
  const auto good = started(right());
  ASSERT_NE(good, nullptr);
  for (const Planted& plant : planted()) {
    const auto bad = started(with_fault(plant.fault));
    ASSERT_NE(bad, nullptr) << "fault " << plant.fault;
    EXPECT_EQ(first_difference(*bad, plant.asked), plant.where) << "fault " << plant.fault;
    EXPECT_EQ(first_difference(*good, plant.asked), "") << "fault " << plant.fault;
  }
}

TEST(Hexagon, AWrongShuffleIsNamedByTheElementsThatChangePlaces) {
  const auto bad = started(with_fault(1));
  const auto good = started(right());
  ASSERT_TRUE(bad != nullptr && good != nullptr);
  const auto wrong = props::misreads(*bad, Format::t2, kTile, spec::Layout::standard);
  ASSERT_FALSE(wrong.empty());
  EXPECT_EQ(props::describe(wrong[0]), "element (0, 128) is read from (1, 0)");
  EXPECT_TRUE(props::misreads(*good, Format::t2, kTile, spec::Layout::standard).empty());
}

TEST(Hexagon, AnAnswerThatIsNotWrittenToItsEndHoldsThePoison) {
  const auto bad = started(with_fault(9));
  ASSERT_NE(bad, nullptr);
  const Case asked = decode_with([](Bytes&) {});
  const Outcome outcome = bad->answer(asked.request());
  const auto* const trouble = std::get_if<Trouble>(&outcome);
  ASSERT_NE(trouble, nullptr);
  EXPECT_EQ(name_of(trouble->verdict), "mismatch");
  EXPECT_EQ(trouble->what, "512 of 32768 bytes are the poison: partial");
}

}  // namespace
}  // namespace tritproof::hexagon
