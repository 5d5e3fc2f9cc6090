// SPDX-License-Identifier: Apache-2.0
#include "hw/host/device_class.h"

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <fstream>
#include <system_error>

namespace tritproof::host {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestLine = 128;
constexpr std::string_view kFastrpc = "fastrpc-";
constexpr std::string_view kSecure = "-secure";

/// The first line of a small file of sysfs, printable and short; empty if there is none.
std::string line_of(const fs::path& file) {
  std::ifstream in(file);
  std::string line(kLongestLine, '\0');
  in.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(in.gcount()));
  line.resize(std::min(line.size(), line.find('\n')));
  std::erase_if(line, [](char c) { return c < ' ' || c > '~'; });
  return line;
}

/// The name at the end of a link; empty if there is none.
std::string link_name(const fs::path& link) {
  std::error_code error;
  const fs::path target = fs::read_symlink(link, error);
  return error ? std::string() : target.filename().string();
}

/// Whether sysfs gives this node's name these numbers.
bool known_as(const fs::path& in_class, const std::optional<DeviceNumber>& number) {
  return number && line_of(in_class / "dev") ==
                       std::to_string(number->major) + ":" + std::to_string(number->minor);
}

/// A node of the DRM accel class: its driver, and the attributes that amdxdna adds to its device.
std::optional<SeenDevice> accel(const fs::path& node, const Roots& roots,
                                const std::optional<DeviceNumber>& number) {
  const fs::path in_class = roots.sys / "class/accel" / node.filename();
  if (!known_as(in_class, number)) return std::nullopt;
  const fs::path device = in_class / "device";
  return SeenDevice{node.string(), link_name(device / "driver"), line_of(device / "fw_version"),
                    line_of(device / "vbnv")};
}

/// The remote processor that serves a domain: by its name, which older kernels take from the
/// device tree's address instead, or by the name of its firmware's file.
fs::path processor_of(std::string_view domain, const Roots& roots) {
  std::error_code error;
  fs::path by_file;
  for (fs::directory_iterator at(roots.sys / "class/remoteproc", error), end; !error && at != end;
       at.increment(error)) {
    if (line_of(at->path() / "name") == domain) return at->path();
    const std::string file = fs::path(line_of(at->path() / "firmware")).stem().string();
    if (file == domain) by_file = at->path();
  }
  return by_file;
}

/// FastRPC's node, a misc device without a parent: "fastrpc-cdsp", "fastrpc-cdsp-secure".
std::optional<SeenDevice> fastrpc(const fs::path& node, const Roots& roots,
                                  const std::optional<DeviceNumber>& number) {
  std::string domain = node.filename().string();
  if (!known_as(roots.sys / "class/misc" / domain, number)) return std::nullopt;
  domain.erase(0, kFastrpc.size());
  if (domain.ends_with(kSecure)) domain.resize(domain.size() - kSecure.size());
  SeenDevice seen{node.string(), {}, {}, {}};
  const fs::path processor = processor_of(domain, roots);
  if (processor.empty()) return seen;
  seen.driver = link_name(processor / "device/driver");
  seen.firmware = line_of(processor / "firmware");
  seen.model = line_of(processor / "name");
  return seen;
}

std::optional<SeenDevice> device_at(const fs::path& descriptor, const Roots& roots) {
  std::error_code error;
  const fs::path node = fs::read_symlink(descriptor, error);
  if (error) return std::nullopt;
  if (node.parent_path() == roots.dev / "accel")
    return accel(node, roots, roots.number(descriptor));
  if (node.parent_path() == roots.dev && node.filename().string().starts_with(kFastrpc))
    return fastrpc(node, roots, roots.number(descriptor));
  return std::nullopt;
}

std::string names(const std::vector<SeenDevice>& devices) {
  std::string out;
  for (const SeenDevice& device : devices) out += (out.empty() ? "" : ", ") + device.node;
  return out;
}

/// The first sentence that speaks against *device*; empty if none does.
std::string objection(const DeviceEvidence& seen) {
  if (seen.answering == 0) return "no child answered";
  if (seen.devices.empty()) return "no child was seen with a device open";
  if (seen.holding != seen.answering)
    return "only " + std::to_string(seen.holding) + " of " + std::to_string(seen.answering) +
           " children that answered were seen with a device open";
  for (const SeenDevice& device : seen.devices) {
    if (device.driver.empty()) return "sysfs names no driver of " + device.node;
    if (device.firmware.empty()) return "sysfs names no firmware of " + device.node;
  }
  return {};
}

}  // namespace

std::optional<DeviceNumber> number_of(const fs::path& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0 || !S_ISCHR(found.st_mode)) return std::nullopt;
  return DeviceNumber{major(found.st_rdev), minor(found.st_rdev)};
}

std::vector<SeenDevice> devices_held(std::span<const pid_t> processes, const Roots& roots) {
  std::vector<SeenDevice> out;
  for (const pid_t pid : processes) {
    std::error_code error;
    for (fs::directory_iterator at(roots.proc / std::to_string(pid) / "fd", error), end;
         !error && at != end; at.increment(error)) {
      auto device = device_at(at->path(), roots);
      if (device && std::ranges::find(out, device->node, &SeenDevice::node) == out.end())
        out.push_back(std::move(*device));
    }
  }
  std::ranges::sort(out, {}, &SeenDevice::node);
  return out;
}

DeviceEvidence concluded(DeviceEvidence seen, bool is_double) {
  std::string against = objection(seen);
  if (is_double) {
    seen.device_class = DeviceClass::stand_in;
    seen.why = "the runner says that it is a stand-in";
  } else if (!against.empty()) {
    seen.device_class = DeviceClass::asserted;
    seen.why = std::move(against);
  } else {
    seen.device_class = DeviceClass::device;
    seen.why = "every child that answered was seen with " + names(seen.devices) + " open";
  }
  return seen;
}

}  // namespace tritproof::host
