// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "golden/certificate/sums.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

std::unexpected<Fault> system_fault(std::string name, const std::string& where) {
  return fault(std::move(name), where, "something that can be read", std::strerror(errno));
}

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

/// Calls `take` with the bytes in pieces of at most 1 MiB.
template <class Take>
bool read_pieces(int fd, const Take& take) {
  Bytes piece(kPiece);
  for (;;) {
    const ssize_t got = ::read(fd, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    if (got == 0) return true;
    if (!take(std::span(piece).first(static_cast<std::size_t>(got)))) return true;
  }
}

}  // namespace

std::expected<CertificateFolder, Fault> CertificateFolder::open(const std::filesystem::path& path) {
  CertificateFolder folder;
  folder.root_ = host::Fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.root_.open()) return system_fault("missing-folder", path.string());
  if (auto done = folder.list(folder.root_.get(), ""); !done)
    return std::unexpected(std::move(done.error()));
  std::ranges::sort(folder.files_, {}, &FoundFile::path);
  return folder;
}

std::expected<void, Fault> CertificateFolder::list(int folder, const std::string& prefix) {
  const int fd = ::openat(folder, prefix.empty() ? "." : prefix.c_str(),
                          O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  const std::unique_ptr<DIR, CloseFolder> entries(fd < 0 ? nullptr : ::fdopendir(fd));
  if (!entries) return system_fault("unreadable", prefix);
  while (const dirent* const entry = ::readdir(entries.get())) {
    const std::string name = entry->d_name;
    if (name == "." || name == "..") continue;
    const std::string path = prefix.empty() ? name : prefix + "/" + name;
    struct stat info {};
    if (::fstatat(fd, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
      return system_fault("unreadable", path);
    if (S_ISDIR(info.st_mode)) {
      if (path != kOutputsFolder) return fault("unknown-file", path, "no such folder", "a folder");
      if (auto done = list(folder, path); !done) return done;
      continue;
    }
    if (S_ISLNK(info.st_mode)) return fault("link", path, "a regular file", "a symbolic link");
    if (!S_ISREG(info.st_mode))
      return fault("not-a-file", path, "a regular file", "something else");
    if (info.st_nlink != 1) return fault("link", path, "a file with one name", "a hard link");
    const auto bytes = static_cast<std::uint64_t>(info.st_size);
    total_ += bytes;
    if (bytes > kMostFileBytes || total_ > kMostFolderBytes)
      return fault("too-long", path, "256 MiB a file, 16 GiB in all", std::to_string(bytes));
    if (files_.size() == kMostFiles) return fault("too-many", path, "at most 262144 files", "more");
    files_.push_back({path, bytes});
  }
  return {};
}

bool CertificateFolder::holds(std::string_view path) const {
  return std::ranges::binary_search(files_, path, {}, &FoundFile::path);
}

std::expected<host::Fd, Fault> CertificateFolder::open_file(const std::string& path) const {
  if (!holds(path)) return fault("missing-file", path, "a file of that name", "none");
  // The listing may be old by now: what was put in its place is not followed and not waited for.
  host::Fd fd(::openat(root_.get(), path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat info {};
  if (!fd.open() || ::fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode))
    return system_fault("unreadable", path);
  return fd;
}

std::expected<Bytes, Fault> CertificateFolder::bytes(const std::string& path,
                                                     std::uint64_t most) const {
  auto fd = open_file(path);
  if (!fd) return std::unexpected(std::move(fd.error()));
  Bytes all;
  const bool read = read_pieces(fd->get(), [&all, most](std::span<const std::uint8_t> piece) {
    all.insert(all.end(), piece.begin(), piece.end());
    return all.size() <= most;
  });
  if (!read) return system_fault("unreadable", path);
  if (all.size() > most)
    return fault("too-long", path, "at most " + std::to_string(most) + " bytes", "more");
  return all;
}

std::expected<std::string, Fault> CertificateFolder::text(const std::string& path,
                                                          std::uint64_t most) const {
  auto all = bytes(path, most);
  if (!all) return std::unexpected(std::move(all.error()));
  return std::string(all->begin(), all->end());
}

std::expected<std::string, Fault> CertificateFolder::sha256(const std::string& path) const {
  auto fd = open_file(path);
  if (!fd) return std::unexpected(std::move(fd.error()));
  Sha256 digest;
  std::uint64_t total = 0;
  const bool read = read_pieces(fd->get(), [&](std::span<const std::uint8_t> piece) {
    digest.update(piece);
    total += piece.size();
    return total <= kMostFileBytes;
  });
  if (!read) return system_fault("unreadable", path);
  if (total > kMostFileBytes) return fault("too-long", path, "at most 256 MiB", "more");
  return digest.finish_hex();
}

}  // namespace tritproof::golden
