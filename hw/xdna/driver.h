// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace tritproof::xdna {

/// What the kernel says of its NPU driver, without XRT; "absent" where a file is not there, since
/// drivers differ in which they have.
struct DriverFacts {
  std::string version;
  std::string firmware;
  std::optional<std::chrono::milliseconds> timeout;  ///< after which it calls a command hung
};

/// Reads below `root`/sys.
[[nodiscard]] DriverFacts read_driver(const std::filesystem::path& root = "/");

}  // namespace tritproof::xdna
