// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

#include "codec/container/errno_text.h"
#include "codec/container/io.h"

namespace tritproof::container {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBuffer = std::size_t{1} << 20;
constexpr int kAttempts = 1000;

/// Where the bytes go: a temporary file to be renamed, or (empty `temporary`) the target itself.
struct Target {
  int fd = -1;
  std::string temporary;
  std::string final_name;
};

class FileOutput : public OutputFile {
 public:
  explicit FileOutput(Target target) : target_(std::move(target)) { buffer_.reserve(kBuffer); }
  FileOutput(const FileOutput&) = delete;
  FileOutput& operator=(const FileOutput&) = delete;
  ~FileOutput() override {
    if (target_.fd >= 0) ::close(target_.fd);
    if (!target_.temporary.empty()) ::unlink(target_.temporary.c_str());
  }

  std::expected<void, CannotRun> append(std::span<const std::uint8_t> bytes) override {
    if (bytes.size() > kBuffer - buffer_.size())
      if (auto done = flush(); !done) return done;
    if (bytes.size() >= kBuffer) return write_out(bytes);
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
    return {};
  }

  std::expected<void, CannotRun> commit() override {
    if (auto done = flush(); !done) return done;
    const bool replaces = !target_.temporary.empty();
    if (replaces && ::fsync(target_.fd) != 0) return failed("cannot write");
    const int fd = std::exchange(target_.fd, -1);
    if (::close(fd) != 0) return failed("cannot write");
    if (!replaces) return {};
    if (::rename(target_.temporary.c_str(), target_.final_name.c_str()) != 0)
      return failed("cannot replace");
    target_.temporary.clear();
    return {};
  }

 private:
  std::unexpected<CannotRun> failed(const char* what) const {
    return std::unexpected(errno_text(what, target_.final_name));
  }

  std::expected<void, CannotRun> flush() {
    auto done = write_out(buffer_);
    buffer_.clear();
    return done;
  }

  std::expected<void, CannotRun> write_out(std::span<const std::uint8_t> bytes) {
    if (broken_ || target_.fd < 0)
      return std::unexpected(CannotRun{"cannot write " + target_.final_name + ": already failed"});
    while (!bytes.empty()) {
      const ssize_t put = ::write(target_.fd, bytes.data(), bytes.size());
      if (put < 0 && errno == EINTR) continue;
      if (put <= 0) {
        broken_ = true;
        return failed("cannot write");
      }
      bytes = bytes.subspan(static_cast<std::size_t>(put));
    }
    return {};
  }

  Target target_;
  std::vector<std::uint8_t> buffer_;
  bool broken_ = false;  ///< a hole in the output must not be committed
};

/// A file of a name that nothing else has, with the mode that the user's umask gives.
std::expected<Target, CannotRun> temporary_beside(const std::string& final_name) {
  static std::atomic<unsigned> serial{0};
  const fs::path folder = fs::path(final_name).parent_path();
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const std::string name = ".tritproof-" + std::to_string(::getpid()) + "-" +
                             std::to_string(serial.fetch_add(1)) + ".tmp";
    const std::string temporary = (folder / name).string();
    const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0) return Target{fd, temporary, final_name};
    if (errno != EEXIST) break;
  }
  return std::unexpected(errno_text("cannot write", final_name));
}

std::expected<Target, CannotRun> device(const std::string& name) {
  const int fd = ::open(name.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return std::unexpected(errno_text("cannot write", name));
  return Target{fd, {}, name};
}

std::expected<Target, CannotRun> open_target(const fs::path& path) {
  std::error_code missing;
  // Renaming onto a symbolic link would replace the link and leave the file behind it old.
  const fs::path real = fs::canonical(path, missing);
  const std::string name = missing ? path.string() : real.string();
  struct stat info {};
  if (::stat(name.c_str(), &info) != 0) return temporary_beside(name);
  if (S_ISCHR(info.st_mode)) return device(name);
  if (S_ISREG(info.st_mode)) return temporary_beside(name);
  return std::unexpected(CannotRun{"cannot write " + name + ": not a regular file"});
}

}  // namespace

std::expected<std::unique_ptr<OutputFile>, CannotRun> OutputFile::create(
    const std::filesystem::path& path) {
  auto target = open_target(path);
  if (!target) return std::unexpected(std::move(target.error()));
  return std::make_unique<FileOutput>(std::move(*target));
}

}  // namespace tritproof::container
