// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>

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
  EXPECT_EQ(none.error().why, built ? "TRITPROOF_XDNA_MAP names no argument map of a kernel"
                                    : "tritproof-xdna-runner is not built: XRT 2.19 or newer was "
                                      "not found");
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

}  // namespace
}  // namespace tritproof::hw
