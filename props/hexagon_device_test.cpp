// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstring>
#include <filesystem>

#include "hw/hexagon/fastrpc/library.h"
#include "props/hexagon_device_fixture.h"
#include "props/host_fixture.h"

namespace tritproof::hexagon {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

const Build kNative{{TRITPROOF_HEXAGON_DEVICE}, TRITPROOF_HEXAGON_STANDIN};

TEST(HexagonDevice, EachModeOfTheStandInEndsInItsVerdict) { expect_every_verdict(kNative); }

TEST(HexagonDevice, TheStandInCannotPassForADevice) { expect_stand_in(kNative); }

TEST(HexagonDevice, TheKernelsBehindTheStandInBreakNoLaw) {
  const auto subject = started(command_of(kNative, "ok"));
  ASSERT_NE(subject, nullptr);
  expect_no_law_broken(*subject, props::Level::smoke, 7, 100);
}

Trouble failed_start(const host::Command& command) {
  const auto runner = host::PipedSubject::start("device", command);
  EXPECT_FALSE(runner.has_value());
  return runner ? Trouble{} : runner.error();
}

TEST(HexagonDevice, WithoutTheLibraryThereIsNoDevice) {
  const Trouble found =
      failed_start({{TRITPROOF_HEXAGON_DEVICE, "--library", "/nonexistent/libcdsprpc.so"}, {}});
  EXPECT_EQ(name_of(found.verdict), "no-device");
  EXPECT_NE(found.what.find("/nonexistent/libcdsprpc.so"), std::string::npos) << found.what;
}

TEST(HexagonDevice, ALibraryWithoutTheFunctionsIsNamed) {
  const Trouble found = failed_start({{TRITPROOF_HEXAGON_DEVICE, "--library", "libc.so.6"}, {}});
  EXPECT_EQ(name_of(found.verdict), "no-device");
  EXPECT_NE(found.what.find("has no function"), std::string::npos) << found.what;
}

TEST(HexagonDevice, AnUnknownModeOfTheStandInIsASetupError) {
  const Trouble found = failed_start(command_of(kNative, "well"));
  EXPECT_EQ(name_of(found.verdict), "setup-error");
  EXPECT_NE(found.what.find("AEE_EBADPARM"), std::string::npos) << found.what;
}

fastrpc::Library stand_in() {
  const auto library = fastrpc::load(TRITPROOF_HEXAGON_STANDIN);
  EXPECT_TRUE(library.has_value()) << library.error();
  return library.value_or(fastrpc::Library{});
}

TEST(HexagonDevice, AModuleWithoutSignatureNeedsTheUnsignedProcess) {
  const fastrpc::Library library = stand_in();
  remote_unsigned_module wanted{kComputeDomain, 0};
  remote_handle64 handle = 0;
  EXPECT_EQ(library.session_control(kControlUnsignedModule, &wanted, sizeof wanted), kSuccess);
  EXPECT_EQ(library.open(TRITPROOF_SKEL_URI, &handle), kUnableToLoad);
  wanted.enable = 1;
  EXPECT_EQ(library.session_control(kControlUnsignedModule, &wanted, sizeof wanted), kSuccess);
  EXPECT_EQ(library.open("file:///libother.so?other&_modver=1.0&_dom=cdsp", &handle), kNoSuch);
  ASSERT_EQ(library.open(TRITPROOF_SKEL_URI, &handle), kSuccess);
  EXPECT_EQ(library.close(handle), kSuccess);
}

TEST(HexagonDevice, TheModuleRefusesMemoryThatIsNotAMultipleOf128) {
  const fastrpc::Library library = stand_in();
  remote_unsigned_module wanted{kComputeDomain, 1};
  remote_handle64 handle = 0;
  ASSERT_EQ(library.session_control(kControlUnsignedModule, &wanted, sizeof wanted), kSuccess);
  ASSERT_EQ(library.open(TRITPROOF_SKEL_URI, &handle), kSuccess);
  const Bytes tile = tile_of(0x55, 0x3c00);
  const auto head = protocol::encode_request(7, case_of(Op::decode, Format::t2, tile).request());
  ASSERT_TRUE(head.has_value());
  const auto call = [&](void* input, void* payload) {
    std::array<remote_arg, 4> arguments{};
    protocol::RequestHead question = *head;
    std::array<std::uint8_t, 32> reply{};
    arguments[0].buf = {question.data(), question.size()};
    arguments[1].buf = {input, tile.size()};
    arguments[2].buf = {reply.data(), reply.size()};
    arguments[3].buf = {payload, 32768};
    return static_cast<std::uint32_t>(library.invoke(
        handle, remote_scalars(kAnswerMethod, kAnswerIn, kAnswerOut, 0, 0), arguments.data()));
  };
  void* const input = library.allocate(kSystemHeap, kCached, 4096);
  void* const payload = library.allocate(kSystemHeap, kCached, 32768);
  std::memcpy(input, tile.data(), tile.size());
  Bytes elsewhere(32768);
  EXPECT_EQ(call(input, payload), 0u);
  EXPECT_EQ(call(elsewhere.data(), payload), FASTRPC_ON_DSP + kBadAlignment);
  EXPECT_EQ(call(input, elsewhere.data()), FASTRPC_ON_DSP + kBadAlignment);
  library.free(input);
  library.free(payload);
  EXPECT_EQ(library.close(handle), kSuccess);
}

/// A folder to push, a "phone" folder, and an adb of our own in PATH.
class Adb : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directory(pushed());
    fs::copy_file(TRITPROOF_HEXAGON_DEVICE, pushed() + "/tritproof-hexagon-device");
    fs::copy_file(TRITPROOF_HEXAGON_STANDIN, pushed() + "/libcdsprpc.so");
    path_ = std::getenv("PATH");
    ::setenv("PATH", (TRITPROOF_HEXAGON_SOURCES "/standin:" + path_).c_str(), 1);
  }
  void TearDown() override { ::setenv("PATH", path_.c_str(), 1); }

  [[nodiscard]] std::string pushed() const { return folder_.path() + "/pushed"; }
  [[nodiscard]] std::string phone() const { return folder_.path() + "/phone"; }
  [[nodiscard]] host::Command over_adb(const std::string& serial) const {
    return {{"sh", TRITPROOF_HEXAGON_SOURCES "/fastrpc/via_adb.sh", "-s", serial, "-d", phone(),
             pushed()},
            {}};
  }

 private:
  host::TempFolder folder_;
  std::string path_;
};

TEST_F(Adb, FramesGoThroughUntouched) {
  const auto subject = started(over_adb("phone"), {20s, 20s});
  ASSERT_NE(subject, nullptr);
  EXPECT_TRUE(subject->runner().hello().is_double);
  EXPECT_TRUE(fs::exists(phone() + "/libcdsprpc.so")) << "it was not pushed";
  // Line feeds and carriage returns in the question, and all kinds of bytes in the answer.
  for (const int codes : {0x0a, 0x0d, 0x1a, 0x9a}) {
    const Bytes tile = tile_of(static_cast<std::uint8_t>(codes), 0x0a0d);
    EXPECT_EQ(first_difference(*subject, case_of(Op::decode, Format::t2, tile)), "");
  }
  EXPECT_EQ(subject->runner().close(), std::nullopt);
}

TEST_F(Adb, AnUnknownPhoneIsASetupError) {
  const Trouble found = failed_start(over_adb("another"));
  EXPECT_EQ(name_of(found.verdict), "setup-error");
  EXPECT_NE(found.what.find("device 'another' not found"), std::string::npos) << found.what;
}

TEST_F(Adb, ATerminalBetweenThemWouldShow) {
  ASSERT_NE(started(over_adb("phone"), {20s, 20s}), nullptr);  // pushes
  const std::string line = "cd " + phone() + " && LD_LIBRARY_PATH=. ./tritproof-hexagon-device";
  EXPECT_EQ(name_of(failed_start({{"adb", "shell", line}, {}}).verdict), "setup-error");
}

}  // namespace
}  // namespace tritproof::hexagon
