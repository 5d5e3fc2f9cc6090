// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <sstream>

#include "hw/xdna/driver.h"
#include "hw/xdna/failure.h"
#include "hw/xdna/kernels.h"
#include "hw/xdna/reserved.h"
#include "props/xdna_fixture.h"

namespace tritproof::xdna {
namespace {

using spec::Format;
using spec::Op;

const std::string kGood = text_of(replay_map(Format::t2s, 32, 256, 4));

std::string changed(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

/// A change of the good map, and why it is refused.
struct Bad {
  std::string_view from;
  std::string_view to;
  std::string_view why;
};

constexpr std::array<Bad, 31> kBad{{
    {"map=1\n", "", "line 1, flow: the first key must be map"},
    {"map=1", "map=2", "line 1, map: takes 1"},
    {"flow=elf\n", "", "line 14, flow: missing"},
    {"flow=elf", "flow=ELF", "line 2, flow: takes elf, xclbin or xclbin-elf"},
    {"flow=elf", "flow=xclbin", "line 15, instructions: missing"},
    {"flow=elf", "flow=elf\ninstructions=x", "line 3, instructions: has no place"},
    {"flow=elf", "flow=elf\nflow=elf", "line 3, flow: comes twice"},
    {"flow=elf", "flow elf", "line 2, flow elf: not key=value"},
    {"flow=elf", " flow=elf", "line 2,  flow: unknown key"},
    {"file=kernel.txt", "file=", "line 3, file: takes a path"},
    {"kernel=main:sequence", "kernel=", "line 4, kernel: takes a name"},
    {"op=replay", "op=decode", "line 5, op: takes expand or replay"},
    {"op=replay", "op=expand", "line 7, mode: has no place"},
    {"format=t2s", "format=t2", "line 6, format: takes t2s or pb16i"},
    {"format=t2s", "format=pb16i", "line 9, reserved: has no place"},
    {"mode=i64", "mode=i32", "line 7, mode: takes i64, wrap32"},
    {"narrowing=exact", "narrowing=none", "line 8, narrowing: takes exact"},
    {"reserved=refuse", "reserved=maybe", "line 9, reserved: takes refuse or raw"},
    {"n=32", "n=33", "line 10, n: takes a multiple of 32"},
    {"n=32", "n=0", "line 10, n: takes a multiple of 32"},
    {"n=32", "n=99999999999999999999999", "line 10, n: takes a multiple of 32"},
    {"k=256", "k=128", "line 11, k: takes a multiple of 256"},
    {"m=4", "m=04", "line 12, m: takes 1 to 2^20"},
    {"arg.0=stream 2176", "arg.0=stream 2175", "line 13, arg.0: 2175 bytes where n, k and m need"},
    {"arg.0=stream 2176", "arg.0=stream", "line 13, arg.0: takes a role"},
    {"arg.0=stream 2176", "arg.0=stream 134217729", "line 13, arg.0: takes a role"},
    {"arg.0=stream 2176", "arg.0=codes 2048", "arg.*: 0 arguments are multipliers, expected 1"},
    {"arg.0=stream 2176", "arg.0=u32 4294967296", "line 13, arg.0: takes a role"},
    {"arg.0=stream 2176", "arg.32=u32 1", "line 13, arg.32: an argument's index is 0 to 31"},
    {"arg.2=output", "arg.3=output", "arg.2: missing"},
    {"arg.2=output 1024", "arg.2=u64 3", "arg.*: 0 arguments are output, expected 1"},
}};

TEST(ArgumentMap, EachMistakeIsRefusedWithItsLineAndKey) {
  for (const Bad& bad : kBad) {
    const auto map = parse_argument_map(changed(kGood, bad.from, bad.to));
    ASSERT_FALSE(map.has_value()) << bad.to;
    EXPECT_NE(map.error().text().find(bad.why), std::string::npos)
        << map.error().text() << "\n  expected: " << bad.why;
  }
}

TEST(ArgumentMap, TextParsesBackToTheSameMap) {
  ArgumentMap xclbin = expand_map(32, 512);
  xclbin.flow = Flow::xclbin;
  xclbin.instructions = "insts.bin";
  xclbin.raw = true;
  xclbin.arguments.push_back({Role::instructions, 0});
  xclbin.arguments.push_back({Role::instruction_count, 0});
  xclbin.arguments.push_back({Role::u64, ~std::uint64_t{0}});
  ArgumentMap image = replay_map(Format::pb16i, 64, 256, 16);
  image.mode = spec::ReplayMode::sat32_end;
  image.narrowing = spec::Narrowing::sat16;
  for (const ArgumentMap& map : {xclbin, image, replay_map(Format::t2s, 32, 256, 1)}) {
    const auto back = parse_argument_map(text_of(map));
    ASSERT_TRUE(back.has_value()) << back.error().text();
    EXPECT_EQ(text_of(*back), text_of(map));
  }
}

TEST(ArgumentMap, TheExamplesAreRight) {
  std::size_t seen = 0;
  for (const auto& file : std::filesystem::directory_iterator(TRITPROOF_XDNA_EXAMPLES)) {
    std::stringstream text;
    text << std::ifstream(file.path()).rdbuf();
    const auto map = parse_argument_map(text.str());
    EXPECT_TRUE(map.has_value()) << file.path() << ": " << map.error().text();
    ++seen;
  }
  EXPECT_EQ(seen, 2u);
}

TEST(ArgumentMap, HostileTextIsRefusedAtOnce) {
  EXPECT_FALSE(parse_argument_map("").has_value());
  EXPECT_FALSE(parse_argument_map(std::string(kMaxMapBytes + 1, '#')).has_value());
  EXPECT_FALSE(parse_argument_map(std::string("map=1\n\0=", 8)).has_value());
  const auto longest = parse_argument_map("map=1\n" + std::string(60000, 'x') + "=1");
  ASSERT_FALSE(longest.has_value());
  EXPECT_LT(longest.error().text().size(), 100u);
}

class Kernels : public Xdna {
 protected:
  static std::string error_of(std::vector<std::filesystem::path> maps) {
    const auto kernels = load_kernels(maps);
    return kernels ? "" : kernels.error();
  }
};

TEST_F(Kernels, WhatIsNotThereIsSaid) {
  EXPECT_EQ(error_of({}), "no argument map was given");
  EXPECT_NE(error_of({path("none.map")}).find("none.map: no such file"), std::string::npos);
  const std::string map = write("alone.map", kGood);
  EXPECT_NE(error_of({map}).find("kernel.txt: no such file"), std::string::npos);
  EXPECT_NE(error_of({write("bad.map", "map=1\nx=1\n")}).find("bad.map: line 2, x: unknown key"),
            std::string::npos);
}

TEST_F(Kernels, InstructionsAreWholeWords) {
  ArgumentMap map = expand_map(32, 256);
  map.flow = Flow::xclbin;
  map.instructions = "insts.bin";
  map.arguments.push_back({Role::instructions, 0});
  map.arguments.push_back({Role::instruction_count, 0});
  write("insts.bin", "seven..");
  EXPECT_NE(error_of({install(map)}).find("insts.bin: not whole 4-byte words"), std::string::npos);
}

TEST_F(Kernels, ThoseThatOneHelloCannotDescribeAreRefused) {
  ArgumentMap other = replay_map(Format::pb16i, 32, 256, 4);
  other.file = "other.txt";
  const std::string first = install(replay_map(Format::t2s, 32, 256, 4));
  EXPECT_EQ(error_of({first, install(other)}), "");
  other.mode = spec::ReplayMode::wrap32;
  other.arguments[2].number = 512;
  EXPECT_NE(error_of({first, install(other)}).find("another mode"), std::string::npos);
  EXPECT_NE(error_of({first, first}).find("a second kernel"), std::string::npos);
  ArgumentMap expand = expand_map(32, 256);
  expand.raw = true;
  expand.file = "expand.txt";
  EXPECT_NE(error_of({first, install(expand)}).find("another policy"), std::string::npos);
}

TEST_F(Kernels, AMapThatIsRefusedIsASetupErrorOfTheRunner) {
  const auto subject = try_start(runner("ok", {"--map", write("bad.map", "map=1\nx=1\n")}));
  ASSERT_FALSE(subject.has_value());
  EXPECT_EQ(name_of(subject.error().verdict), "setup-error");
  EXPECT_NE(subject.error().what.find("line 2, x: unknown key"), std::string::npos);
}

TEST_F(Kernels, WrongUsageOfTheRunnerIsSaid) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{},
                                                    {"--map"},
                                                    {"--map", "x", "--run-ms", "0"},
                                                    {"--map", "x", "--device", "-1"},
                                                    {"--device", "0"},
                                                    {"--map", "x", "--mode", "1"}}) {
    const auto subject = try_start(runner("ok", arguments));
    ASSERT_FALSE(subject.has_value());
    EXPECT_NE(subject.error().what.find("usage: "), std::string::npos) << subject.error().what;
  }
}

TEST_F(Kernels, TheDriverIsReadWhereItIs) {
  namespace fs = std::filesystem;
  const DriverFacts none = read_driver(path("nowhere"));
  EXPECT_EQ(none.version + none.firmware, "absentabsent");
  EXPECT_FALSE(none.timeout.has_value());
  fs::create_directories(path("sys/module/amdxdna/parameters"));
  fs::create_directories(path("sys/class/accel/accel0/device"));
  fs::create_symlink("../../drivers/amdxdna", path("sys/class/accel/accel0/device/driver"));
  write("sys/module/amdxdna/version", "2.21.0\n");
  write("sys/class/accel/accel0/device/fw_version", "1.1.2.64\n");
  write("sys/module/amdxdna/parameters/timeout_in_sec", "16\n");
  const DriverFacts facts = read_driver(path(""));
  EXPECT_EQ(facts.version, "2.21.0");
  EXPECT_EQ(facts.firmware, "1.1.2.64");
  EXPECT_EQ(facts.timeout, std::chrono::seconds(16));
  write("sys/module/amdxdna/parameters/tdr_timeout_ms", "2000\n");
  EXPECT_EQ(read_driver(path("")).timeout, std::chrono::seconds(2));
}

TEST(Failure, AMessageThatTheDeviceIsGoneIsNoDevice) {
  using protocol::State;
  for (const char* const gone : {" No such device with index '0'", "open failed (err=-19)"})
    EXPECT_EQ(state_of_message(gone, State::DeviceError), State::NoDevice) << gone;
  for (const char* const other : {"Open /dev/accel/accel0 failed (err=-13)", "IOCTL (err=-191)"})
    EXPECT_EQ(state_of_message(other, State::SetupError), State::SetupError) << other;
}

TEST(Reserved, CodesAreCountedAndTheFirstIsNamed) {
  Bytes tiles(2 * 2176, 0xAA);
  EXPECT_EQ(reserved_codes(tiles).count, 0u);
  tiles[2100] = 0xFF;  // multipliers may hold anything
  tiles[2176 + 9] = 0xE6;
  tiles[2176 + 2047] = 0x03;
  const Reserved found = reserved_codes(tiles);
  EXPECT_EQ(found.count, 2u);
  EXPECT_EQ(found.byte, 2176u + 9);
  EXPECT_EQ(found.bit, 6u);
}

}  // namespace
}  // namespace tritproof::xdna
