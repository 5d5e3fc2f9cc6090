// SPDX-License-Identifier: Apache-2.0
#include "hw/host/resume.h"

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "hw/host/no_signal.h"

namespace tritproof::host {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kSyncEvery{500};
constexpr off_t kMostBytes = off_t{1} << 30;  // far above what any set of vectors needs

RunTrouble trouble(RunFault fault, std::string what) { return {fault, std::move(what)}; }

/// All of a file; nothing if it cannot be read or is too large to be one of ours.
std::optional<std::string> contents(const Fd& fd) {
  struct stat found {};
  if (::fstat(fd.get(), &found) != 0 || !S_ISREG(found.st_mode) || found.st_size > kMostBytes)
    return std::nullopt;
  std::string out(static_cast<std::size_t>(found.st_size), '\0');
  std::size_t at = 0;
  while (at < out.size()) {
    const ssize_t got = ::pread(fd.get(), out.data() + at, out.size() - at, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    at += static_cast<std::size_t>(got);
  }
  return out;
}

/// The file's name must reach the disk as well as its bytes.
void sync_folder_of(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  const Fd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd.open()) ::fsync(fd.get());
}

}  // namespace

struct Syncer::State {
  std::mutex mutex;
  std::condition_variable_any changed;
  bool dirty = false;
  std::atomic<int> failed = 0;
  std::jthread thread;

  void serve(const std::stop_token& stop, int fd) {
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
      changed.wait(lock, stop, [this] { return dirty; });
      changed.wait_for(lock, stop, kSyncEvery, [] { return false; });
      if (!std::exchange(dirty, false)) continue;
      lock.unlock();
      sync(fd);
      lock.lock();
    }
    if (dirty) sync(fd);
  }

  void sync(int fd) {
    if (::fdatasync(fd) != 0) failed = errno;
  }
};

Syncer::Syncer(int fd) : state_(std::make_unique<State>()) {
  state_->thread = std::jthread(
      [state = state_.get(), fd](const std::stop_token& stop) { state->serve(stop, fd); });
}

Syncer::~Syncer() = default;

void Syncer::touch() {
  const std::scoped_lock lock(state_->mutex);
  state_->dirty = true;
  state_->changed.notify_one();
}

int Syncer::failed() const { return state_->failed; }

RunTrouble ResumeFile::unwritable(int error) const {
  return trouble(RunFault::resume_unwritable,
                 path_.string() + " cannot be written: " + std::strerror(error));
}

/// One writer at a time.
std::expected<void, RunTrouble> ResumeFile::claim() {
  if (::flock(fd_.get(), LOCK_EX | LOCK_NB) != 0)
    return std::unexpected(
        trouble(RunFault::locked, path_.string() + " is being written by another run"));
  return {};
}

std::expected<std::unique_ptr<ResumeFile>, RunTrouble> ResumeFile::create(
    const fs::path& path, const RunIdentity& identity) {
  Fd fd(::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  const int error = errno;
  std::unique_ptr<ResumeFile> file(new ResumeFile(path, std::move(fd)));
  if (!file->fd_.open() && error == EEXIST)
    return std::unexpected(
        trouble(RunFault::resume_exists, path.string() + " holds the results of an earlier run"));
  if (!file->fd_.open()) return std::unexpected(file->unwritable(error));
  if (auto claimed = file->claim(); !claimed) return std::unexpected(std::move(claimed.error()));
  file->syncer_ = std::make_unique<Syncer>(file->fd_.get());
  if (auto done = file->append(identity_lines(identity) + session_line()); !done) {
    ::unlink(path.c_str());  // it holds no result yet
    return std::unexpected(std::move(done.error()));
  }
  sync_folder_of(path);
  return file;
}

std::expected<std::unique_ptr<ResumeFile>, RunTrouble> ResumeFile::go_on(
    const fs::path& path, const RunIdentity& identity) {
  Fd fd(::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC));
  const int error = errno;
  std::unique_ptr<ResumeFile> file(new ResumeFile(path, std::move(fd)));
  if (!file->fd_.open() && error == ENOENT)
    return std::unexpected(trouble(RunFault::resume_missing, path.string() + " does not exist"));
  if (!file->fd_.open()) return std::unexpected(file->unwritable(error));
  if (auto claimed = file->claim(); !claimed) return std::unexpected(std::move(claimed.error()));
  const auto text = contents(file->fd_);
  auto parsed = text ? parse_resume(*text) : std::unexpected(std::string("it cannot be read"));
  if (!parsed)
    return std::unexpected(
        trouble(RunFault::resume_damaged, path.string() + ": " + parsed.error()));
  if (const std::string field = difference(parsed->identity, identity); !field.empty())
    return std::unexpected(trouble(RunFault::resume_differs, field));
  if (::ftruncate(file->fd_.get(), static_cast<off_t>(parsed->good_bytes)) != 0)
    return std::unexpected(file->unwritable(errno));
  file->kept_ = std::move(parsed->kept);
  file->syncer_ = std::make_unique<Syncer>(file->fd_.get());
  if (auto done = file->append(session_line()); !done)
    return std::unexpected(std::move(done.error()));
  return file;
}

std::expected<void, RunTrouble> ResumeFile::append(std::string_view line) {
  if (const int error = syncer_->failed(); error != 0) return std::unexpected(unwritable(error));
  const NoSignal guard(SIGXFSZ);
  struct stat before {};
  if (::fstat(fd_.get(), &before) != 0) return std::unexpected(unwritable(errno));
  while (!line.empty()) {
    const ssize_t written = ::write(fd_.get(), line.data(), line.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int error = errno;
      [[maybe_unused]] const int undone = ::ftruncate(fd_.get(), before.st_size);
      return std::unexpected(unwritable(error));
    }
    line.remove_prefix(static_cast<std::size_t>(written));
  }
  syncer_->touch();
  return {};
}

}  // namespace tritproof::host
