// SPDX-License-Identifier: Apache-2.0
#include "codec/container/io.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "codec/container/errno_text.h"

namespace tritproof::container {
namespace {

CannotRun shrank(const std::string& who) { return {who + ": shrank while being read"}; }

bool inside(std::uint64_t size, std::uint64_t offset, std::size_t count) {
  return offset <= size && count <= size - offset;
}

class MemorySource : public Source {
 public:
  explicit MemorySource(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint64_t size() const override { return bytes_.size(); }

  std::expected<void, CannotRun> read(std::uint64_t offset,
                                      std::span<std::uint8_t> out) const override {
    if (!inside(bytes_.size(), offset, out.size())) return std::unexpected(shrank("memory"));
    std::ranges::copy(bytes_.subspan(static_cast<std::size_t>(offset), out.size()), out.begin());
    return {};
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

class FileSource : public Source {
 public:
  FileSource(int fd, std::uint64_t size, std::string name)
      : fd_(fd), size_(size), name_(std::move(name)) {}
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  ~FileSource() override { ::close(fd_); }

  std::uint64_t size() const override { return size_; }

  std::expected<void, CannotRun> read(std::uint64_t offset,
                                      std::span<std::uint8_t> out) const override {
    if (!inside(size_, offset, out.size())) return std::unexpected(shrank(name_));
    while (!out.empty()) {
      const ssize_t got = ::pread(fd_, out.data(), out.size(), static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return std::unexpected(errno_text("cannot read", name_));
      if (got == 0) return std::unexpected(shrank(name_));
      out = out.subspan(static_cast<std::size_t>(got));
      offset += static_cast<std::uint64_t>(got);
    }
    return {};
  }

 private:
  int fd_;
  std::uint64_t size_;
  std::string name_;
};

class MemorySink : public Sink {
 public:
  explicit MemorySink(std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}

  std::expected<void, CannotRun> append(std::span<const std::uint8_t> bytes) override {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return {};
  }

 private:
  std::vector<std::uint8_t>& bytes_;
};

}  // namespace

CannotRun errno_text(const std::string& what, const std::string& path) {
  const int error = errno;
  return {what + " " + path + ": " + std::generic_category().message(error)};
}

std::unique_ptr<Source> memory_source(std::span<const std::uint8_t> bytes) {
  return std::make_unique<MemorySource>(bytes);
}

std::unique_ptr<Sink> memory_sink(std::vector<std::uint8_t>& bytes) {
  return std::make_unique<MemorySink>(bytes);
}

std::expected<std::unique_ptr<Source>, CannotRun> file_source(const std::filesystem::path& path) {
  const std::string name = path.string();
  // Without O_NONBLOCK a pipe without a writer would hang before it could be refused.
  const int fd = ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return std::unexpected(errno_text("cannot open", name));
  struct stat info {};
  if (::fstat(fd, &info) != 0) {
    CannotRun error = errno_text("cannot open", name);
    ::close(fd);
    return std::unexpected(std::move(error));
  }
  if (!S_ISREG(info.st_mode)) {
    ::close(fd);
    return std::unexpected(CannotRun{"cannot open " + name + ": not a regular file"});
  }
  return std::make_unique<FileSource>(fd, static_cast<std::uint64_t>(info.st_size), name);
}

}  // namespace tritproof::container
