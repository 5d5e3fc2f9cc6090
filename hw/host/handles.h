// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

/// Things of the operating system that must be given back.
namespace tritproof::host {

/// A file descriptor; -1 is none.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Fd() { reset(); }

  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool open() const { return fd_ >= 0; }
  void reset() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_ = -1;
};

/// Both ends of a pipe; both are closed on exec. Not open if the system has none to give.
struct Pipe {
  Fd read;
  Fd write;

  [[nodiscard]] static Pipe make() {
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) return {};
    return {Fd(ends[0]), Fd(ends[1])};
  }
};

/// An empty folder of its own under TMPDIR or /tmp, removed with all that is in it.
class TempFolder {
 public:
  TempFolder() {
    const char* const parent = std::getenv("TMPDIR");
    // mkdtemp fills in the last six.
    std::string path =
        std::string(parent != nullptr ? parent : "/tmp") + "/tritproof-" + std::string(6, 'X');
    if (::mkdtemp(path.data()) != nullptr) path_ = path;
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::string& path() const { return path_; }  ///< empty: none could be made

 private:
  std::string path_;
};

}  // namespace tritproof::host
