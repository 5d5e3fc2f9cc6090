// SPDX-License-Identifier: Apache-2.0
#include "hw/host/lock.h"

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

#include "hw/host/sha256.h"

namespace tritproof::host {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kReadableBytes = 32;
constexpr std::size_t kHolderBytes = 256;
constexpr int kTurns = 100;  // a holder that removes its file as we open it costs one turn

std::string problem(const fs::path& file) {
  return file.string() + " cannot be locked: " + std::strerror(errno);
}

/// A readable end of the name, and a digest that keeps different names apart.
std::string file_name(std::string_view name) {
  std::string readable(name.substr(name.size() - std::min(name.size(), kReadableBytes)));
  for (char& c : readable) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!plain) c = '_';
  }
  return "tritproof-" + readable + "-" + sha256_hex(name).substr(0, 16) + ".lock";
}

/// Printable and short: other users write to these files.
std::string one_line(std::string text) {
  text.resize(std::min(text.size(), kHolderBytes));
  while (!text.empty() && (text.back() == '\0' || text.back() == '\n')) text.pop_back();
  for (char& c : text) c = c == '\0' ? ' ' : (c < ' ' || c > '~') ? '?' : c;
  return text;
}

std::string own_words() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  const std::string command{std::istreambuf_iterator<char>(in), {}};
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> time{};
  std::strftime(time.data(), time.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return one_line("process " + std::to_string(::getpid()) + " since " + time.data() + ": " +
                  command);
}

std::string holder(const Fd& fd) {
  std::array<char, kHolderBytes> buffer{};
  const ssize_t got = ::pread(fd.get(), buffer.data(), buffer.size(), 0);
  if (got <= 0) return "a process that has not said its name";
  return one_line(std::string(buffer.data(), static_cast<std::size_t>(got)));
}

/// Without O_CREAT first: in a sticky folder the system refuses that for files of others.
Fd open_or_make(const fs::path& file) {
  constexpr int kFlags = O_RDWR | O_CLOEXEC | O_NOFOLLOW;
  Fd fd(::open(file.c_str(), kFlags));
  if (fd.open() || errno != ENOENT) return fd;
  Fd made(::open(file.c_str(), kFlags | O_CREAT | O_EXCL, 0666));
  if (made.open()) ::fchmod(made.get(), 0666);  // whatever the umask: others lock it too
  return made;
}

/// Whether the locked file is still the one of that name.
bool still_there(const Fd& fd, const fs::path& file) {
  struct stat ours {};
  struct stat named {};
  return ::fstat(fd.get(), &ours) == 0 && ::lstat(file.c_str(), &named) == 0 &&
         ours.st_dev == named.st_dev && ours.st_ino == named.st_ino && S_ISREG(ours.st_mode);
}

bool write_words(const Fd& fd, const std::string& words) {
  return ::ftruncate(fd.get(), 0) == 0 &&
         ::pwrite(fd.get(), words.data(), words.size(), 0) == static_cast<ssize_t>(words.size());
}

}  // namespace

std::expected<DeviceLock, std::string> DeviceLock::take(const fs::path& folder,
                                                        std::string_view name) {
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  const fs::path file = folder / file_name(name);
  for (int turn = 0; turn < kTurns; ++turn) {
    Fd fd = open_or_make(file);
    if (!fd.open() && (errno == EEXIST || errno == ENOENT) && fs::is_directory(folder, ignored))
      continue;
    if (!fd.open()) return std::unexpected(problem(file));
    if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) return std::unexpected(problem(file));
      return std::unexpected("the device is in use by " + holder(fd) + " (" + file.string() + ")");
    }
    if (!still_there(fd, file)) continue;
    DeviceLock lock(std::move(fd), file);
    if (!write_words(lock.fd_, own_words())) return std::unexpected(problem(file));
    return lock;
  }
  return std::unexpected(file.string() + " cannot be locked: it changes all the time");
}

DeviceLock::~DeviceLock() {
  if (fd_.open() && still_there(fd_, file_)) ::unlink(file_.c_str());
}

fs::path default_lock_folder() {
  const auto chosen = [](const char* name) -> std::string_view {
    const char* const value = std::getenv(name);
    return value != nullptr ? value : "";
  };
  if (const auto folder = chosen("TRITPROOF_LOCKS"); !folder.empty()) return folder;
  if (::access("/run/lock", W_OK | X_OK) == 0) return "/run/lock";
  if (const auto folder = chosen("TMPDIR"); !folder.empty()) return folder;
  return "/tmp";
}

}  // namespace tritproof::host
