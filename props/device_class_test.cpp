// SPDX-License-Identifier: Apache-2.0
#include "hw/host/device_class.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "hw/host/isolation.h"
#include "props/device_fixture.h"

namespace tritproof::host {
namespace {

namespace fs = std::filesystem;

/// Folders that look like /proc, /sys and /dev with one NPU and one DSP.
class FakeSystem {
 public:
  FakeSystem() {
    put("dev/accel/accel0", "");
    put("sys/class/accel/accel0/dev", "261:0\n");
    put("sys/class/accel/accel0/device/fw_version", "1.5.5.391\n");
    put("sys/class/accel/accel0/device/vbnv", "RyzenAI-npu5\n");
    fs::create_directory_symlink("../../../../bus/pci/drivers/amdxdna",
                                 root() / "sys/class/accel/accel0/device/driver");
    put("sys/class/misc/fastrpc-cdsp/dev", "10:125\n");
    put("sys/class/misc/fastrpc-cdsp-secure/dev", "10:126\n");
    put("sys/class/remoteproc/remoteproc0/name", "adsp\n");
    put("sys/class/remoteproc/remoteproc0/firmware", "qcom/x/adsp.mbn\n");
    put("sys/class/remoteproc/remoteproc1/name", "cdsp\n");
    put("sys/class/remoteproc/remoteproc1/firmware", "qcom/x/cdsp.mbn\n");
    fs::create_directories(root() / "sys/class/remoteproc/remoteproc1/device");
    fs::create_directory_symlink("../../../bus/platform/drivers/qcom_q6v5_pas",
                                 root() / "sys/class/remoteproc/remoteproc1/device/driver");
  }
  [[nodiscard]] fs::path root() const { return folder_.path(); }
  void put(const fs::path& path, const std::string& text) const {
    fs::create_directories((root() / path).parent_path());
    std::ofstream(root() / path) << text;
  }
  /// Gives a process an open descriptor.
  void open(pid_t pid, int fd, const fs::path& target) const {
    const fs::path fds = root() / "proc" / std::to_string(pid) / "fd";
    fs::create_directories(fds);
    fs::create_symlink(target, fds / std::to_string(fd));
  }
  /// The folders, in which every descriptor of a node is the device of that name.
  [[nodiscard]] Roots roots() const {
    Roots out{root() / "proc", root() / "sys", root() / "dev", {}};
    out.number = [](const fs::path& descriptor) -> std::optional<DeviceNumber> {
      std::error_code error;
      const std::string name = fs::read_symlink(descriptor, error).filename().string();
      if (name == "accel0") return DeviceNumber{261, 0};
      if (name == "fastrpc-cdsp") return DeviceNumber{10, 125};
      if (name == "fastrpc-cdsp-secure") return DeviceNumber{10, 126};
      return std::nullopt;
    };
    return out;
  }
  [[nodiscard]] std::string node(const std::string& name) const {
    return (root() / "dev" / name).string();
  }

 private:
  TempFolder folder_;
};

std::vector<SeenDevice> held_by(const FakeSystem& system, std::vector<pid_t> processes) {
  return devices_held(processes, system.roots());
}

TEST_F(Devices, AnNpuIsSeenWithItsDriverAndFirmware) {
  const FakeSystem system;
  system.open(7, 0, "/dev/null");
  system.open(7, 5, system.node("accel/accel0"));
  const SeenDevice npu{system.node("accel/accel0"), "amdxdna", "1.5.5.391", "RyzenAI-npu5"};
  EXPECT_EQ(held_by(system, {7}), std::vector{npu});
  EXPECT_TRUE(held_by(system, {8}).empty()) << "another process";
  system.open(8, 3, system.node("accel/accel0"));
  EXPECT_EQ(held_by(system, {7, 8}), std::vector{npu}) << "each node once";
}

TEST_F(Devices, ADspIsSeenThroughItsRemoteProcessor) {
  const FakeSystem system;
  for (const char* name : {"fastrpc-cdsp", "fastrpc-cdsp-secure"})
    system.open(7, 5 + static_cast<int>(std::string(name).size()), system.node(name));
  const std::vector<SeenDevice> expected{
      {system.node("fastrpc-cdsp"), "qcom_q6v5_pas", "qcom/x/cdsp.mbn", "cdsp"},
      {system.node("fastrpc-cdsp-secure"), "qcom_q6v5_pas", "qcom/x/cdsp.mbn", "cdsp"}};
  EXPECT_EQ(held_by(system, {7}), expected);
  system.put("sys/class/remoteproc/remoteproc1/name", "32300000.remoteproc\n");
  EXPECT_EQ(held_by(system, {7}).at(0).firmware, "qcom/x/cdsp.mbn") << "older kernels";
  system.put("sys/class/remoteproc/remoteproc1/firmware", "qcom/x/slpi.mbn\n");
  EXPECT_EQ(held_by(system, {7}).at(0).firmware, "");
}

TEST_F(Devices, AFileThatIsOnlyNamedLikeADeviceIsNone) {
  const FakeSystem system;
  system.open(7, 5, system.node("accel/accel0"));
  const std::vector<pid_t> processes{7};
  Roots roots = system.roots();
  roots.number = number_of;  // the fake node is a regular file
  EXPECT_TRUE(devices_held(processes, roots).empty());
  roots.number = [](const fs::path&) { return DeviceNumber{1, 3}; };
  EXPECT_TRUE(devices_held(processes, roots).empty()) << "/dev/null, bound over the node";
  system.open(8, 5, system.node("accel/deep/accel0"));
  system.open(8, 6, "/dev/accel0");
  EXPECT_TRUE(held_by(system, {8}).empty());
  EXPECT_EQ(number_of("/dev/null"), (DeviceNumber{1, 3}));
  EXPECT_EQ(number_of("/"), std::nullopt);
}

DeviceEvidence seen(std::uint64_t answering, std::uint64_t holding,
                    std::vector<SeenDevice> devices) {
  return {DeviceClass::device, std::move(devices), answering, holding, ""};
}

TEST_F(Devices, OnlyWhatTheHostSawAndReadIsADevice) {
  const SeenDevice npu{"/dev/accel/accel0", "amdxdna", "1.5", ""};
  EXPECT_EQ(concluded(seen(2, 2, {npu}), false).device_class, DeviceClass::device);
  EXPECT_EQ(concluded(seen(2, 2, {npu}), true).device_class, DeviceClass::stand_in);
  const auto expect_asserted = [](DeviceEvidence evidence, const std::string& words) {
    evidence = concluded(std::move(evidence), false);
    EXPECT_EQ(evidence.device_class, DeviceClass::asserted) << words;
    EXPECT_NE(evidence.why.find(words), std::string::npos) << evidence.why;
  };
  expect_asserted(seen(2, 0, {}), "no child was seen with a device open");
  expect_asserted(seen(2, 1, {npu}), "only 1 of 2 children");
  expect_asserted(seen(0, 0, {npu}), "no child answered");
  expect_asserted(seen(1, 1, {{"/dev/accel/accel0", "", "1.5", ""}}), "no driver of /dev/accel");
  expect_asserted(seen(1, 1, {npu, {"/dev/accel/accel1", "amdxdna", "", ""}}),
                  "no firmware of /dev/accel/accel1");
}

/// A runner that opens a node before it starts.
Command holder_of(const std::string& node, const std::string& runner) {
  return Command::shell("exec 5<" + node + "; exec " + runner);
}

RunOptions options_for(const FakeSystem& system) {
  RunOptions options = quick_options();
  options.roots = system.roots();
  options.roots.proc = "/proc";
  return options;
}

TEST_F(Devices, ARunThatHoldsADeviceIsOfADevice) {
  const FakeSystem system;
  Questions questions(6);
  Command command = holder_of(system.node("accel/accel0"), TRITPROOF_EXAMPLE_RUNNER);
  command.hidden = {system.root() / "sys"};  // seen from here all the same
  RunReport report = run_of(command, questions, options_for(system));
  EXPECT_EQ(report.count(Verdict::pass), 6u);
  EXPECT_EQ(report.evidence.device_class, DeviceClass::device) << report.evidence.why;
  ASSERT_EQ(report.evidence.devices.size(), 1u);
  EXPECT_EQ(report.evidence.devices[0].driver, "amdxdna");
  report = run_of(Command{{TRITPROOF_EXAMPLE_RUNNER}, {}}, questions, options_for(system));
  EXPECT_EQ(report.evidence.device_class, DeviceClass::asserted);
  report = run_of(holder_of(system.node("accel/accel0"), TRITPROOF_DOUBLE " truthful"), questions,
                  options_for(system));
  EXPECT_EQ(report.evidence.device_class, DeviceClass::stand_in);
  EXPECT_TRUE(report.evidence.devices.empty()) << "nobody looked";
}

TEST_F(Devices, EveryChildThatAnswersMustHoldADevice) {
  const FakeSystem system;
  const std::string flag = (system.root() / "flag").string();
  const std::string pid = (system.root() / "pid").string();
  Questions questions(6);
  questions.at_keep = [&](std::size_t i) {
    pid_t runner = 0;
    std::ifstream(pid) >> runner;
    if (i == 2) ::kill(runner, SIGKILL);
    return Job::Next::go_on;
  };
  const RunReport report =
      run_of(Command::shell("echo $$ >" + pid + "; mkdir " + flag + " && exec 5<" +
                            system.node("accel/accel0") + "; exec " TRITPROOF_EXAMPLE_RUNNER),
             questions, options_for(system));
  expect_only_lost(report, 3, Verdict::crash, "killed by signal 9");
  EXPECT_EQ(report.evidence.device_class, DeviceClass::asserted);
  EXPECT_EQ(report.evidence.holding, 1u) << report.evidence.why;
}

TEST_F(Devices, TheNodesThatAChildHoldsAreLocked) {
  const FakeSystem system;
  RunOptions options = options_for(system);
  options.lock_folder = system.root() / "locks";
  const std::string node = system.node("accel/accel0");
  const auto first = DeviceRun::start(holder_of(node, TRITPROOF_EXAMPLE_RUNNER), options);
  ASSERT_TRUE(first.has_value()) << first.error().what;
  const auto second = DeviceRun::start(
      Command::shell("exec 6<" + node + "; exec " TRITPROOF_EXAMPLE_RUNNER), options);
  ASSERT_FALSE(second.has_value());
  EXPECT_EQ(second.error().fault, RunFault::locked);
  options.lock_name = node;
  options.lock_folder = system.root() / "other-locks";
  EXPECT_TRUE(DeviceRun::start(holder_of(node, TRITPROOF_EXAMPLE_RUNNER), options).has_value());
}

TEST_F(Devices, WhatIsHiddenStaysHidden) {
  const FakeSystem system;
  const std::string folder = (system.root() / "sys").string();
  const std::string file = "/class/misc/fastrpc-cdsp/dev";
  const std::string through_host = "/proc/" + std::to_string(::getpid()) + "/root" + folder;
  Command command = Command::shell("umount " + folder + "; cat " + folder + file + " " +
                                   through_host + file + " 2>/dev/null | tee /dev/stderr");
  command.hidden = {folder};
  auto child = Child::start(command);
  ASSERT_TRUE(child.has_value());
  ASSERT_TRUE((*child)->ended(Clock::now() + 10s).has_value());
  const bool seen = (*child)->errors().find("10:125") != std::string_view::npos;
  EXPECT_EQ(seen, !(*child)->hides()) << (*child)->errors();
}

TEST_F(Devices, TheIsolationInForceIsStated) {
  const FakeSystem system;
  Questions questions(2);
  Command command{{TRITPROOF_EXAMPLE_RUNNER}, {system.root() / "sys"}};
  const Isolation isolation = run_of(command, questions).isolation;
  const std::string folder = (system.root() / "sys").string();
  EXPECT_EQ(isolation.folders, std::vector<std::string>{folder});
  EXPECT_TRUE(isolation.own_folder && isolation.short_environment && isolation.no_descriptors);
  const std::string three =
      "in force: a folder of its own, a short environment, no other descriptors";
  EXPECT_EQ(words_for(isolation), isolation.hidden
                                      ? three + ", " + folder + " hidden"
                                      : three + "; not in force: " + folder + " hidden");
  command.hidden = {system.root() / "none"};
  EXPECT_FALSE(run_of(command, questions).isolation.hidden);
  command.hidden.clear();
  EXPECT_EQ(words_for(run_of(command, questions).isolation), three);
}

}  // namespace
}  // namespace tritproof::host
