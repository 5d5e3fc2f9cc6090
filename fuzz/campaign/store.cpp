// SPDX-License-Identifier: Apache-2.0
#include "fuzz/campaign/store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace tritproof::fuzz {
namespace {

namespace fs = std::filesystem;

std::unexpected<std::string> refused(const fs::path& path) {
  return std::unexpected(path.string() + ": " + std::strerror(errno));
}

Done sync_path(const fs::path& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return refused(path);
  const bool good = fsync(file) == 0;
  close(file);
  if (!good) return refused(path);
  return {};
}

Done write_all(const fs::path& path, std::string_view text) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) return refused(path);
  while (!text.empty()) {
    const ssize_t wrote = write(file, text.data(), text.size());
    if (wrote <= 0) break;
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
  const bool good = text.empty() && fsync(file) == 0;
  close(file);
  if (!good) return refused(path);
  return {};
}

std::vector<fs::path> entries(const fs::path& folder) {
  std::vector<fs::path> all;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    all.push_back(at->path());
  std::ranges::sort(all);
  return all;
}

// Makes a folder's names durable, then renames it.
Done place(const fs::path& made, const fs::path& folder) {
  if (const Done done = sync_path(made); !done) return done;
  if (rename(made.c_str(), folder.c_str()) != 0) return refused(folder);
  return sync_path(folder.parent_path());
}

// The number of a corpus folder; 0 for every other name.
std::uint64_t number_of(const fs::path& path) {
  const std::string name = path.filename().string();
  const bool digits = !name.empty() && name.size() < 19 &&
                      name.find_first_not_of("0123456789") == std::string::npos;
  return digits ? std::stoull(name) : 0;
}

std::uint64_t highest(const fs::path& folder) {
  std::uint64_t most = 0;
  for (const fs::path& entry : entries(folder)) most = std::max(most, number_of(entry));
  return most;
}

// An input that may join: a plain file of an allowed size.
bool joins(const fs::path& path, std::size_t most) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(path, error)) && !error &&
         fs::file_size(path, error) <= most && !error;
}

}  // namespace

Done write_durably(const fs::path& file, std::string_view text) {
  const fs::path made = file.string() + ".new";
  if (const Done done = write_all(made, text); !done) return done;
  if (rename(made.c_str(), file.c_str()) != 0) return refused(file);
  return sync_path(file.parent_path());
}

Done settle(const fs::path& made, const fs::path& folder) {
  for (const fs::path& file : entries(made))
    if (const Done done = sync_path(file); !done) return done;
  return place(made, folder);
}

Done lock_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  const int file = open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return refused(folder / "lock");
  if (flock(file, LOCK_EX | LOCK_NB) == 0) return {};
  close(file);
  return std::unexpected(folder.string() + ": another campaign runs on this folder");
}

Corpus::Corpus(fs::path folder, std::size_t most) : folder_(std::move(folder)), most_(most) {
  std::error_code error;
  fs::create_directories(folder_, error);
}

fs::path Corpus::now() const { return folder_ / std::to_string(highest(folder_)); }

Done Corpus::next(const std::vector<fs::path>& from) {
  const std::uint64_t last = highest(folder_);
  const fs::path made = folder_ / "made";
  std::error_code error;
  fs::remove_all(made, error);
  if (!fs::create_directories(made, error))
    return std::unexpected(made.string() + ": " + error.message());
  for (const fs::path& folder : from)
    for (const fs::path& file : entries(folder)) {
      if (!joins(file, most_)) continue;
      // What lies in the last folder is durable already; syncing it again takes seconds.
      if (folder != now())
        if (const Done done = sync_path(file); !done) return done;
      // A link where the file system has them: inputs never change.
      fs::create_hard_link(file, made / file.filename(), error);
      if (error)
        fs::copy_file(file, made / file.filename(), fs::copy_options::skip_existing, error);
      if (error) return std::unexpected(file.string() + ": " + error.message());
    }
  if (const Done done = place(made, folder_ / std::to_string(last + 1)); !done) return done;
  for (const fs::path& entry : entries(folder_))
    if (number_of(entry) <= last) fs::remove_all(entry, error);
  return {};
}

Done Corpus::add(const fs::path& more) { return next({now(), more}); }
Done Corpus::replace(const fs::path& all) { return next({all}); }

std::size_t Corpus::files() const { return entries(now()).size(); }

std::size_t Corpus::bytes() const {
  std::size_t sum = 0;
  std::error_code error;
  for (const fs::path& file : entries(now())) sum += fs::file_size(file, error);
  return sum;
}

}  // namespace tritproof::fuzz
