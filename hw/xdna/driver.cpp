// SPDX-License-Identifier: Apache-2.0
#include "hw/xdna/driver.h"

#include <algorithm>
#include <charconv>
#include <fstream>

namespace tritproof::xdna {
namespace {

namespace fs = std::filesystem;

/// The first line of a file, in printable characters.
std::optional<std::string> first_line(const fs::path& path) {
  std::ifstream in(path);
  std::string line;
  if (!std::getline(in, line) || line.empty()) return std::nullopt;
  std::ranges::replace_if(
      line, [](char c) { return c < 0x20 || c > 0x7E; }, '?');
  return line.substr(0, 200);
}

std::optional<std::chrono::milliseconds> timeout_in(const fs::path& file, std::int64_t unit) {
  const auto line = first_line(file);
  std::int64_t number = 0;
  if (!line) return std::nullopt;
  const auto [end, error] = std::from_chars(line->data(), line->data() + line->size(), number);
  if (error != std::errc{} || number < 0 || number > 1'000'000) return std::nullopt;
  return std::chrono::milliseconds(number * unit);
}

std::string firmware_of(const fs::path& devices) {
  std::error_code error;
  for (fs::directory_iterator at(devices, error), end; !error && at != end; at.increment(error)) {
    const fs::path device = at->path() / "device";
    std::error_code missing;
    if (fs::read_symlink(device / "driver", missing).filename() == "amdxdna")
      return first_line(device / "fw_version").value_or("absent");
  }
  return "absent";
}

}  // namespace

DriverFacts read_driver(const fs::path& root) {
  const fs::path module = root / "sys/module/amdxdna";
  DriverFacts facts;
  facts.version = first_line(module / "version").value_or("absent");
  facts.firmware = firmware_of(root / "sys/class/accel");
  facts.timeout = timeout_in(module / "parameters/tdr_timeout_ms", 1);
  if (!facts.timeout) facts.timeout = timeout_in(module / "parameters/timeout_in_sec", 1000);
  return facts;
}

}  // namespace tritproof::xdna
