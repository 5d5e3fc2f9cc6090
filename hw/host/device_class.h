// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What the host itself sees of a device: who is called a device is not for the runner to say.
namespace tritproof::host {

/// Major and minor number of the character device that a path leads to; nothing for anything else.
struct DeviceNumber {
  unsigned major = 0;
  unsigned minor = 0;

  friend bool operator==(const DeviceNumber&, const DeviceNumber&) = default;
};
[[nodiscard]] std::optional<DeviceNumber> number_of(const std::filesystem::path& path);

/// Where the system shows its processes and devices; tests put folders of their own here.
struct Roots {
  std::filesystem::path proc = "/proc";
  std::filesystem::path sys = "/sys";
  std::filesystem::path dev = "/dev";
  std::function<std::optional<DeviceNumber>(const std::filesystem::path&)> number = number_of;
};

/// What a certificate may call the thing that answered.
enum class DeviceClass : std::uint8_t {
  device,    ///< every child that answered was seen with a device open, and its driver and firmware
             ///< were read from sysfs
  asserted,  ///< the runner says so, nobody saw it
  stand_in,  ///< the runner says that it is a stand-in, model or emulator
};
inline constexpr std::string_view kDeviceClassNames[] = {"device", "asserted", "double"};

/// A device node that a process held open. Empty: sysfs does not say.
struct SeenDevice {
  std::string node;      ///< /dev/accel/accel0, /dev/fastrpc-cdsp
  std::string driver;    ///< amdxdna
  std::string firmware;  ///< its version, or its file where the system shows no version
  std::string model;     ///< RyzenAI-npu5

  friend bool operator==(const SeenDevice&, const SeenDevice&) = default;
};

/// The device nodes that these processes hold open now, each once, sorted by node: dev/accel/* and
/// dev/fastrpc-* that are character devices with the numbers that sysfs gives for that name.
[[nodiscard]] std::vector<SeenDevice> devices_held(std::span<const pid_t> processes,
                                                   const Roots& roots);

/// What was seen over a session.
struct DeviceEvidence {
  DeviceClass device_class = DeviceClass::asserted;
  std::vector<SeenDevice> devices;  ///< each once, sorted by node
  std::uint64_t answering = 0;      ///< children that answered at least one item
  std::uint64_t holding = 0;        ///< those of them that were seen with a device open
  std::string why;                  ///< one sentence: on what the class rests
};

/// Draws the conclusion: fills `device_class` and `why` from the rest and from the hello.
[[nodiscard]] DeviceEvidence concluded(DeviceEvidence seen, bool is_double);

}  // namespace tritproof::host
