// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/machine.h"

#include <sys/utsname.h>

#include <array>
#include <fstream>

#include "golden/certificate/fields.h"
#include "hw/host/sha256.h"
#include "tritproof_commit.h"

namespace tritproof::golden {
namespace {

#ifdef __clang__
constexpr const char* kCompiler = "clang " __clang_version__;
#else
constexpr const char* kCompiler = "g++ " __VERSION__;
#endif

std::string digest_of_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  Sha256 digest;
  std::array<char, 65536> piece;
  while (file.read(piece.data(), piece.size()) || file.gcount() > 0)
    digest.update(std::string_view(piece.data(), static_cast<std::size_t>(file.gcount())));
  return digest.finish_hex();
}

/// "model name" of /proc/cpuinfo, which not every architecture has.
std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name"))
      if (const std::size_t colon = line.find(": "); colon != std::string::npos)
        return line.substr(colon + 2);
  return "unknown";
}

void add(std::vector<DeviceField>& to, const char* name, const std::string& value, bool measured) {
  if (!value.empty()) to.push_back({name, kept_text(value), measured});
}

}  // namespace

Harness this_harness(std::string_view version) {
  return {std::string(version), kCommit, kDirty, kept_text(kCompiler),
          digest_of_file("/proc/self/exe")};
}

std::vector<DeviceField> machine_fields() {
  std::vector<DeviceField> fields;
  utsname system{};
  if (::uname(&system) == 0)
    add(fields, "os", std::string(system.sysname) + " " + system.release + " " + system.machine,
        true);
  add(fields, "cpu", processor(), true);
  return fields;
}

std::vector<DeviceField> device_fields(const host::DeviceEvidence& evidence,
                                       const protocol::Hello& hello) {
  std::vector<DeviceField> fields;
  for (const host::SeenDevice& seen : evidence.devices) {
    add(fields, "node", seen.node, true);
    add(fields, "model", seen.model, true);
    add(fields, "driver", seen.driver, true);
    add(fields, "firmware", seen.firmware, true);
  }
  add(fields, "device", hello.device, false);
  add(fields, "driver", hello.driver, false);
  add(fields, "firmware", hello.firmware, false);
  return fields;
}

}  // namespace tritproof::golden
