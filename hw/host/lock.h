// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

#include "hw/host/handles.h"

namespace tritproof::host {

/// One run at a time for one device: a file that is locked (flock) and removed at the end. A run
/// that is killed leaves an unlocked file, which the next one takes over.
class DeviceLock {
 public:
  /// Takes the lock of `name`, a device node or a command line, in `folder`, which is made if it is
  /// not there. The error is a sentence: who holds it, or why there is no lock to be had.
  [[nodiscard]] static std::expected<DeviceLock, std::string> take(
      const std::filesystem::path& folder, std::string_view name);
  DeviceLock(DeviceLock&&) = default;
  DeviceLock& operator=(DeviceLock&&) = delete;
  ~DeviceLock();

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  DeviceLock(Fd fd, std::filesystem::path file) : fd_(std::move(fd)), file_(std::move(file)) {}

  Fd fd_;
  std::filesystem::path file_;
};

/// TRITPROOF_LOCKS if set; else /run/lock where everybody may write to it, for users share devices;
/// else TMPDIR or /tmp.
[[nodiscard]] std::filesystem::path default_lock_folder();

}  // namespace tritproof::host
