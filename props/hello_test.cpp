// SPDX-License-Identifier: Apache-2.0
#include "hw/protocol/hello.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace tritproof::protocol {
namespace {

constexpr std::string_view kLeast = "runner=r\nversion=1\ndouble=0\nops=decode:t2\n";

Parsed<Hello> parse(std::string_view text) {
  return parse_hello(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

Error error_of(std::string_view text) {
  const auto hello = parse(text);
  return hello ? Error{Fault::Truncated, 999} : hello.error();
}

/// The fault of the shortest good hello with `line` added.
Fault fault_with(std::string_view line) {
  return error_of(std::string(kLeast) + std::string(line)).fault;
}

TEST(FRAME_4, FourKeysAreEnough) {
  const auto hello = parse(kLeast);
  ASSERT_TRUE(hello.has_value());
  EXPECT_EQ(hello->runner, "r");
  EXPECT_EQ(hello->version, "1");
  EXPECT_FALSE(hello->is_double);
  EXPECT_FALSE(hello->poison);
  EXPECT_EQ(hello->ops, (std::vector<Capability>{{spec::Op::decode, spec::Format::t2}}));
  EXPECT_EQ(hello->max_n, std::nullopt);
}

TEST(FRAME_4, EveryKeySurvivesARoundTrip) {
  Hello hello;
  hello.runner = "xdna";
  hello.version = "1.2";
  hello.device = "NPU Strix = 1";
  hello.driver = "2.20";
  hello.firmware = "1.5.2.380";
  hello.is_double = true;
  hello.ops = {{spec::Op::expand, spec::Format::t2s}, {spec::Op::replay, spec::Format::pb16i}};
  hello.formats = {spec::Format::pb16i, spec::Format::t2s};
  hello.max_n = 17408;
  hello.max_k = ~std::uint64_t{0};
  hello.max_m = 16;
  hello.modes = {spec::ReplayMode::sat32_end, spec::ReplayMode::i64};
  hello.policies = {{"code3", "+2"}, {"reserved", "zero"}};
  hello.poison = true;
  const std::string text = encode_hello(hello);
  EXPECT_NE(text.find("ops=expand:t2s,replay:pb16i\n"), std::string::npos);
  EXPECT_NE(text.find("modes=sat32-end,i64\n"), std::string::npos);
  EXPECT_NE(text.find("policies=code3:+2,reserved:zero\n"), std::string::npos);
  EXPECT_EQ(parse(text), hello);
}

TEST(FRAME_4, EveryRequiredKeyIsMissed) {
  const std::vector<std::string> lines{"runner=r\n", "version=1\n", "double=0\n",
                                       "ops=decode:t2\n"};
  for (std::size_t left_out = 0; left_out < lines.size(); ++left_out) {
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (i != left_out) text += lines[i];
    EXPECT_EQ(error_of(text), (Error{Fault::MissingKey, text.size()})) << text;
  }
  EXPECT_EQ(error_of(""), (Error{Fault::MissingKey, 0}));
}

TEST(FRAME_4, OnlyWholeLinesOfPrintableAscii) {
  EXPECT_EQ(error_of("runner=r\nversion"), (Error{Fault::NotALine, 16}));
  EXPECT_EQ(error_of("runner=r\nversion\n"), (Error{Fault::NotALine, 9}));
  EXPECT_EQ(error_of("\n"), (Error{Fault::NotALine, 0}));
  EXPECT_EQ(error_of(kLeast.substr(0, kLeast.size() - 1)).fault, Fault::NotALine);
  for (const char odd : {'\0', '\r', '\t', '\x1b', '\x7f', '\x80', '\xff'})
    EXPECT_EQ(error_of(std::string("runner=a") + odd + "b\n"), (Error{Fault::NotAscii, 8}));
}

TEST(FRAME_4, UnknownAndRepeatedKeysAreRefused) {
  EXPECT_EQ(error_of(std::string(kLeast) + "speed=1\n"), (Error{Fault::UnknownKey, kLeast.size()}));
  for (const std::string_view line : {" runner=r\n", "Runner=r\n", "=r\n", "level=core\n"})
    EXPECT_EQ(fault_with(line), Fault::UnknownKey) << line;
  for (const std::string_view line : {"runner=r\n", "ops=decode:q8\n", "double=0\n"})
    EXPECT_EQ(fault_with(line), Fault::DuplicateKey) << line;
}

TEST(FRAME_4, EveryValueIsOneThatItsKeyTakes) {
  for (const std::string_view line :
       {"device=\n",           "poison=2\n",        "poison=\n",
        "poison=true\n",       "max_n=\n",          "max_n=0\n",
        "max_n=01\n",          "max_n=-1\n",        "max_n=+1\n",
        "max_n=1 \n",          "max_n=0x10\n",      "max_k=18446744073709551616\n",
        "formats=\n",          "formats=t2,\n",     "formats=t2,t2\n",
        "formats=t9\n",        "modes=i64,i64\n",   "modes=sat32\n",
        "modes=i64, wrap32\n", "policies=code3\n",  "policies=code3:\n",
        "policies=:+2\n",      "policies=a:1,a:2\n"})
    EXPECT_EQ(fault_with(line), Fault::BadValue) << line;
}

TEST(FRAME_4, OpsNameWhatTheRulesDefine) {
  const std::string_view rest = "runner=r\nversion=1\ndouble=0\n";
  for (const std::string_view ops :
       {"", "decode", "decode:", ":t2", "decode:t2,", ",decode:t2", "decode:t2,decode:t2",
        "decode:T2", "expand:t2", "quantise:t2", "replay:tq1_0", "encode:q8", "decode:t2:q8"})
    EXPECT_EQ(error_of(std::string(rest) + "ops=" + std::string(ops) + "\n"),
              (Error{Fault::BadValue, rest.size() + 4}))
        << ops;
  EXPECT_TRUE(parse(std::string(rest) + "ops=decode:t2,expand:t2s,replay:pb16i\n").has_value());
}

TEST(FRAME_4, FormatsAreThoseOfTheOps) {
  EXPECT_TRUE(parse(std::string(kLeast) + "formats=t2\n").has_value());
  EXPECT_EQ(fault_with("formats=t2,q8\n"), Fault::BadValue);
  EXPECT_EQ(fault_with("formats=q8\n"), Fault::BadValue);
}

TEST(FRAME_4, AHelloIsShort) {
  const std::string text = std::string(kLeast) + "device=" + std::string(kMaxTextBytes, 'd') + "\n";
  EXPECT_EQ(error_of(text), (Error{Fault::TooLong, kMaxTextBytes}));
}

TEST(FRAME_3, TheHostSaysItsVersionAndLevel) {
  const std::string text = encode_host_hello({"1.0", "smoke"});
  EXPECT_EQ(text, "version=1.0\nlevel=smoke\n");
  const auto read = [](std::string_view from) {
    return parse_host_hello(
        std::span(reinterpret_cast<const std::uint8_t*>(from.data()), from.size()));
  };
  EXPECT_EQ(read(text), (HostHello{"1.0", "smoke"}));
  EXPECT_EQ(read("version=1\nlevel=all\n").error().fault, Fault::BadValue);
  EXPECT_EQ(read("version=1\n").error().fault, Fault::MissingKey);
  EXPECT_EQ(read("version=1\nlevel=core\nrunner=r\n").error().fault, Fault::UnknownKey);
}

}  // namespace
}  // namespace tritproof::protocol
