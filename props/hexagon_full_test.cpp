// SPDX-License-Identifier: Apache-2.0
#include "props/hexagon_device_fixture.h"

namespace tritproof::hexagon {
namespace {

void expect_kernels_conform(props::Level level, std::uint64_t at_least) {
  const auto command = hw::find_hexagon();
  ASSERT_TRUE(command.has_value()) << command.error().why << "; run " << command.error().bring;
  const auto subject = started(*command);
  ASSERT_NE(subject, nullptr);
  expect_no_law_broken(*subject, level, 1, at_least);
  EXPECT_EQ(subject->runner().close(), std::nullopt);
  EXPECT_EQ(subject->runner().restarts(), 0u);
}

TEST(HexagonFull, BreaksNoLawOnAnySmokeCase) { expect_kernels_conform(props::Level::smoke, 800); }

TEST(HexagonFull, BreaksNoLawOnAnyCoreCase) { expect_kernels_conform(props::Level::core, 3000); }

#ifdef TRITPROOF_HEXAGON_AARCH64
const Build kAarch64{{"qemu-aarch64", "-L", "/usr/aarch64-linux-gnu",
                      TRITPROOF_HEXAGON_AARCH64 "/tritproof-hexagon-device"},
                     TRITPROOF_HEXAGON_AARCH64 "/libcdsprpc.so"};

TEST(HexagonAarch64, EachModeOfTheStandInEndsInItsVerdict) { expect_every_verdict(kAarch64); }

TEST(HexagonAarch64, TheStandInCannotPassForADevice) { expect_stand_in(kAarch64); }

TEST(HexagonAarch64, TheKernelsBehindTheStandInBreakNoLaw) {
  const auto subject = started(command_of(kAarch64, "ok"));
  ASSERT_NE(subject, nullptr);
  expect_no_law_broken(*subject, props::Level::smoke, 1, 700);
}
#endif

}  // namespace
}  // namespace tritproof::hexagon
