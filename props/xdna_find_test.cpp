// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

#include "hw/runners.h"
#include "hw/xdna/find.h"
#include "props/xdna_fixture.h"

namespace tritproof::hw {
namespace {

class Find : public xdna::Xdna {
 protected:
  void TearDown() override {
    ::unsetenv("TRITPROOF_XDNA_MAP");
    xdna::Xdna::TearDown();
  }
};

TEST_F(Find, TheModelIsThereAndShakesHands) {
  const auto command = find_xdna_model();
  ASSERT_TRUE(command.has_value()) << command.error().why;
  const auto subject = start(*command, kXdnaTimeouts);
  ASSERT_NE(subject, nullptr);
  EXPECT_EQ(subject->hello().runner, "xdna-model");
}

TEST_F(Find, WithoutXrtOrAMapItIsSaidWhatIsMissing) {
  ::unsetenv("TRITPROOF_XDNA_MAP");
  const auto none = find_xdna();
  ASSERT_FALSE(none.has_value());
  EXPECT_FALSE(none.error().bring.empty());
  const bool built = none.error().why.find("is not built") == std::string::npos;
  EXPECT_EQ(none.error().why, built ? "no argument map of a kernel: neither --map nor "
                                      "TRITPROOF_XDNA_MAP"
                                    : "tritproof-xdna-runner is not built: XRT 2.19 or newer was "
                                      "not found");
}

TEST_F(Find, AMapThatIsNoFileIsNamedBeforeAnythingRuns) {
  for (const std::string& given : {std::string(), path("nowhere.map")}) {
    ::setenv("TRITPROOF_XDNA_MAP", path("nowhere.map").c_str(), 1);
    const std::vector<std::string> arguments =
        given.empty() ? std::vector<std::string>{} : std::vector<std::string>{"--map", given};
    const auto command = runner_named("xdna")->find(arguments);
    ASSERT_FALSE(command.has_value());
    const std::string& why = command.error().why;
    EXPECT_TRUE(why.find("is not built") != std::string::npos ||
                why.find("nowhere.map, which is no file") != std::string::npos)
        << why;
  }
}

TEST_F(Find, TheStandInIsNeverTakenForTheRunner) {
  const std::string map = install(xdna::replay_map(spec::Format::t2s, 32, 256, 4));
  ::setenv("TRITPROOF_XDNA_MAP", (map + ":" + map).c_str(), 1);
  const auto command = find_xdna();
  if (!command) {
    EXPECT_NE(command.error().why.find("is not built"), std::string::npos);
    return;
  }
  EXPECT_EQ(command->argv.size(), 5u);
  EXPECT_TRUE(command->argv[0].ends_with("/tritproof-xdna-runner"));
  EXPECT_EQ(command->argv[4], map);
}

TEST(Runners, EachRowIsFoundByItsNameAndSaysWhatItIsOrHowToGetIt) {
  for (const std::string_view name : {"ggml", "hexagon", "xdna", "xdna-model"}) {
    const RunnerRow* const row = runner_named(name);
    ASSERT_NE(row, nullptr) << name;
    EXPECT_FALSE(row->what.empty()) << name;
    const auto command = row->find();
    const bool says = command ? command->argv.at(0).starts_with('/')
                              : !command.error().why.empty() && !command.error().bring.empty();
    EXPECT_TRUE(says) << name;
  }
  EXPECT_EQ(runners().size(), 4u);
  EXPECT_EQ(runner_named("hexagon-device"), nullptr);
}

TEST(Runners, OnlyTheKeysOfARowAreItsOptions) {
  const RunnerRow* const row = runner_named("xdna");
  EXPECT_TRUE(row->takes("map") && row->takes("run-ms"));
  EXPECT_FALSE(row->takes("") || row->takes("ma") || row->takes("map device"));
  EXPECT_FALSE(runner_named("ggml")->takes("map"));
}

TEST(Runners, WhatIsGivenComesAtTheEnd) {
  const std::array<std::string, 2> given{"--reserved", "raw"};
  const auto command = runner_named("xdna-model")->find(given);
  ASSERT_TRUE(command.has_value()) << command.error().why;
  ASSERT_EQ(command->argv.size(), 3u);
  EXPECT_EQ(command->argv[2], "raw");
}

}  // namespace
}  // namespace tritproof::hw
